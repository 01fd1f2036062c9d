import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { installedBeside } from '../testing/beside.ts'
import { newFolder } from '../testing/folders.ts'
import { git } from '../testing/git.ts'
import { connectedOverStdio, USUAL_LINE } from '../testing/mcp-client.ts'
import { runProgram } from '../testing/programs.ts'
import { filesInZip } from '../testing/zip.ts'

// What other agents install the memory from, unpacked as they unpack it and started as it says. In a long run the bundle
// passes the official check, which is installed beside the project; VARIORUM_MCPB names a folder that keeps it.

const PROJECT = nodePath.join(import.meta.dirname, '..')
const { VARIORUM_LONG, VARIORUM_MCPB } = process.env
const checker =
  VARIORUM_LONG === undefined ? null : await installedBeside({ '@anthropic-ai/mcpb': '2.1.2' }, VARIORUM_MCPB)

let packed = ''
/** The bundle, unpacked into a folder with letters that few paths have. */
let bundle = ''
beforeAll(async () => {
  packed = await newFolder()
  const args = ['build/pack-mcpb.ts', '--to', packed]
  const { code, err } = await runProgram({ file: process.execPath, args, cwd: PROJECT })
  expect([code, err.toString()]).toEqual([0, ''])
  bundle = nodePath.join(packed, 'my 记忆')
  const [archive = ''] = (await fs.readdir(packed)).filter((name) => name.endsWith('.mcpb'))
  for (const [name, bytes] of filesInZip(await fs.readFile(nodePath.join(packed, archive)))) {
    const file = nodePath.join(bundle, name)
    await fs.mkdir(nodePath.dirname(file), { recursive: true })
    await fs.writeFile(file, bytes)
  }
})

const Command = z.object({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).default({}),
})
type Command = z.infer<typeof Command>
const Manifest = z.object({
  icon: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
  server: z.object({ entry_point: z.string(), mcp_config: Command }),
  user_config: z.record(z.string(), z.object({ title: z.string().min(1), description: z.string().min(20) })),
})

async function read<T>(schema: z.ZodType<T>, ...path: readonly string[]): Promise<T> {
  return schema.parse(JSON.parse(await fs.readFile(nodePath.join(...path), 'utf8')))
}

/** Starts a command with its placeholders filled in, by a program that passes on a home and a PATH. */
async function started({ command, args, env }: Command, values: Readonly<Record<string, string>>, home: string) {
  const filled = (text: string): string => text.replaceAll(/\$\{([^}]+)\}/g, (all, name: string) => values[name] ?? all)
  const own = Object.entries(env).map(([name, value]) => [name, filled(value)])
  expect(command).toBe('node')
  return connectedOverStdio(USUAL_LINE, {
    command: process.execPath,
    args: args.map(filled),
    env: { HOME: home, PATH: '/usr/bin:/bin', VARIORUM_HOME: nodePath.join(home, 'app'), ...Object.fromEntries(own) },
  })
}

const given = { path: 'people/ana.md', file_text: 'Ana lives in Porto\n' }

test('the bundle for Claude Desktop serves the memory in the folder that was chosen, and lists its tools', async () => {
  const manifest = await read(Manifest, bundle, 'manifest.json')
  const home = await newFolder()
  const folder = nodePath.join(home, 'the memory')
  const chosen = { __dirname: bundle, 'user_config.folder': folder, 'user_config.read_only': 'false' }
  const client = await started(manifest.server.mcp_config, chosen, home)
  const { tools } = await client.listTools()
  expect(tools.map(({ name, description }) => ({ name, description }))).toEqual(manifest.tools)
  expect(tools).toHaveLength(8)
  expect(await client.callTool({ name: 'memory_create', arguments: given })).not.toHaveProperty('isError')
  await client.close()
  expect(await fs.readFile(nodePath.join(folder, given.path), 'utf8')).toBe(given.file_text)
  await expect
    .poll(() => git(folder, 'log', '-1', '--format=%(trailers)').catch(() => ''))
    .toContain('Variorum-Client: claude-desktop')
  const reading = await started(manifest.server.mcp_config, { ...chosen, 'user_config.read_only': 'true' }, home)
  expect((await reading.listTools()).tools).toHaveLength(3)
  await reading.close()
  for (const file of [manifest.icon, manifest.server.entry_point, 'LICENSE', 'LICENSES-OF-PACKAGES.txt', 'README.md'])
    expect((await fs.stat(nodePath.join(bundle, file))).size).toBeGreaterThan(100)
})

// A program may say so by an empty text, or by leaving the placeholder.
test('where nothing was chosen, it is the account’s own memory', async () => {
  const { server } = await read(Manifest, bundle, 'manifest.json')
  const home = await newFolder()
  const client = await started(server.mcp_config, { __dirname: bundle, 'user_config.folder': '' }, home)
  await client.callTool({ name: 'memory_create', arguments: given })
  await client.close()
  expect(await fs.readFile(nodePath.join(home, 'app', 'memory', given.path), 'utf8')).toBe(given.file_text)
})

test('the plugin of Claude Code starts the same server, and its folder is the marketplace it is installed from', async () => {
  const plugin = nodePath.join(packed, 'claude-code-plugin')
  const Servers = z.object({ mcpServers: z.object({ variorum: Command }) })
  const { mcpServers } = await read(Servers, plugin, '.mcp.json')
  const home = await newFolder()
  const client = await started(mcpServers.variorum, { CLAUDE_PLUGIN_ROOT: plugin }, home)
  expect(await client.callTool({ name: 'memory_create', arguments: given })).not.toHaveProperty('isError')
  await client.close()
  expect(await fs.readFile(nodePath.join(home, 'app', 'memory', given.path), 'utf8')).toBe(given.file_text)
  const Marketplace = z.object({ plugins: z.tuple([z.object({ name: z.string(), source: z.string() })]) })
  const { plugins } = await read(Marketplace, plugin, '.claude-plugin', 'marketplace.json')
  const named = await read(z.object({ name: z.string() }), plugin, plugins[0].source, '.claude-plugin', 'plugin.json')
  expect(named.name).toBe(plugins[0].name)
})

test.for(checker === null ? [] : [checker])('the official check passes the bundle', async (folder) => {
  const program = nodePath.join(folder, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js')
  const file = nodePath.join(bundle, 'manifest.json')
  const { code, out } = await runProgram({ file: process.execPath, args: [program, 'validate', file] })
  expect([code, out.toString()]).toEqual([0, expect.stringContaining('Manifest schema validation passes!')])
})
