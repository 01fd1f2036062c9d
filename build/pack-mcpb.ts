import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ZipFile } from 'yazl'
import { PUBLISHER } from '../shared/publisher.ts'
import { connectedOverStdio } from '../testing/mcp-client.ts'
import { at, project, PROGRAMS, writeJson, writePrograms } from './package-files.ts'

// node build/pack-mcpb.ts [--to FOLDER]: makes what other agents install the memory from, of what is built: a bundle for
// Claude Desktop, and a folder that is a plugin of Claude Code and the marketplace that it is installed from. Both carry
// the command line; the first runs with the Node of Claude Desktop, the second with the user's.

const { version, description, license, engines } = project()
const common = { name: 'variorum', version, description, author: PUBLISHER.author, license }

/**
 * The manifest of a bundle.
 * Source: https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
 */
function manifest(tools: readonly { readonly name: string; readonly description: string }[]): object {
  return {
    manifest_version: '0.3',
    ...common,
    display_name: 'Variorum',
    long_description:
      'A memory that outlives a conversation, as plain files in a folder of yours. Every change is a git commit that names who made it, passes your policies and can be undone. All agents on this computer can share it.',
    homepage: PUBLISHER.homepage,
    repository: { type: 'git', url: PUBLISHER.repository },
    icon: 'icon.png',
    keywords: ['memory', 'git', 'undo'],
    server: {
      type: 'node',
      entry_point: 'start.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/start.js'],
        env: { MEMORY_FOLDER: '${user_config.folder}', MEMORY_READ_ONLY: '${user_config.read_only}' },
      },
    },
    tools,
    prompts: [],
    prompts_generated: true,
    user_config: {
      folder: {
        type: 'directory',
        title: 'Memory folder',
        description:
          'Where the memory lies, as files that you can read. If none is chosen, it is the one of the Variorum app.',
        required: false,
      },
      read_only: {
        type: 'boolean',
        title: 'Only read',
        description: 'Claude can look into the memory and search it, and not change it.',
        default: false,
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  }
}

/** As the server in a folder lists them. */
async function toolsIn(folder: string): Promise<readonly { readonly name: string; readonly description: string }[]> {
  const home = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-pack-'))
  try {
    const args = [nodePath.join(folder, 'out', 'cli.js'), 'mcp']
    const client = await connectedOverStdio('2.x', { command: process.execPath, args, env: { VARIORUM_HOME: home } })
    const { tools } = await client.listTools()
    await client.close()
    return tools.map((tool) => ({ name: tool.name, description: tool.description ?? '' }))
  } finally {
    await fs.rm(home, { recursive: true, force: true })
  }
}

async function writeZip(folder: string, file: string): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(file))
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = nodePath.join(entry.parentPath, entry.name)
    zip.addFile(path, nodePath.relative(folder, path).replaceAll('\\', '/'))
  }
  zip.end()
  await written
}

/** @param icon where the icon is, in the folder */
async function writeFolder(folder: string, ...icon: readonly string[]): Promise<void> {
  writePrograms(folder, PROGRAMS, false)
  writeJson({ ...common, private: true, type: 'module' }, folder, 'package.json')
  await fs.copyFile(at('build', 'mcpb', 'README.md'), nodePath.join(folder, 'README.md'))
  const path = nodePath.join(folder, ...icon)
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await fs.copyFile(at('build', 'resources', 'icons', '512x512.png'), path)
}

async function writeBundle(folder: string): Promise<void> {
  await writeFolder(folder, 'icon.png')
  await fs.copyFile(at('build', 'mcpb', 'start.js'), nodePath.join(folder, 'start.js'))
  writeJson(manifest(await toolsIn(folder)), folder, 'manifest.json')
}

/**
 * A plugin of Claude Code.
 * Source: https://code.claude.com/docs/en/plugins-reference, https://code.claude.com/docs/en/plugin-marketplaces
 */
async function writePlugin(folder: string): Promise<void> {
  await writeFolder(folder, '.claude-plugin', 'icon.png')
  const args = ['${CLAUDE_PLUGIN_ROOT}/out/cli.js', 'mcp', '--client', 'claude-code']
  writeJson({ mcpServers: { variorum: { command: 'node', args } } }, folder, '.mcp.json')
  writeJson({ ...common, homepage: PUBLISHER.homepage }, folder, '.claude-plugin', 'plugin.json')
  const plugins = [{ name: 'variorum', source: './', description }]
  const marketplace = { name: 'variorum', description, owner: PUBLISHER.author, plugins }
  writeJson(marketplace, folder, '.claude-plugin', 'marketplace.json')
}

const { values } = parseArgs({ options: { to: { type: 'string', default: at('release') } } })
const bundle = nodePath.join(values.to, 'mcpb')
const archive = nodePath.join(values.to, `variorum-${version}.mcpb`)
await writeBundle(bundle)
await writeZip(bundle, archive)
const plugin = nodePath.join(values.to, 'claude-code-plugin')
await writePlugin(plugin)
const { size } = await fs.stat(archive)
process.stdout.write(`${nodePath.basename(archive)}: ${(size / 1e6).toFixed(1)} MB\n${nodePath.basename(plugin)}/\n`)
