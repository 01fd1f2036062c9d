import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PUBLISHER } from '../shared/publisher.ts'
import { BundledFiles, withAllLoaded } from './bundled.ts'
import { licencesOf } from './licences.ts'

// node build/pack-npm.ts [--to FOLDER]: makes the npm package of what is built, as a folder and as the archive that npm
// publishes, and `server.json` for the registry of MCP servers. Everything is bundled: it depends on nothing and
// installs without a script.

const root = nodePath.join(import.meta.dirname, '..')
const at = (...names: readonly string[]): string => nodePath.join(root, ...names)

/** What starts by itself: commands, imports, threads. */
const ENTRIES = [
  'cli.js',
  'cli/run.cjs',
  'library.js',
  ...['store', 'publication', 'folder', 'index', 'reading'].map((thread) => `${thread}-thread.js`),
]

const Project = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
})

/** The package's own package.json. The server's name belongs to the version that is published under it. */
function manifest(): object {
  const { version, description, license, engines } = Project.parse(JSON.parse(readFileSync(at('package.json'), 'utf8')))
  return {
    name: 'variorum',
    version,
    description,
    keywords: ['agent', 'memory', 'memory-tool', 'anthropic', 'claude', 'git', 'undo'],
    license,
    author: PUBLISHER.author,
    homepage: PUBLISHER.homepage,
    repository: { type: 'git', url: PUBLISHER.repository },
    mcpName: PUBLISHER.mcpName,
    type: 'module',
    bin: { variorum: 'out/cli.js' },
    main: './out/library.js',
    types: './library.d.ts',
    exports: { '.': { types: './library.d.ts', default: './out/library.js' }, './package.json': './package.json' },
    engines,
  }
}

/**
 * The entry for the registry of MCP servers, for when the package is published.
 * Source: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
 */
function serverEntry(): object {
  const { version } = Project.parse(JSON.parse(readFileSync(at('package.json'), 'utf8')))
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: PUBLISHER.mcpName,
    title: 'Variorum',
    description: 'One memory for every agent: plain files, each change a commit that you can see and undo.',
    version,
    websiteUrl: PUBLISHER.homepage,
    packages: [
      {
        registryType: 'npm',
        identifier: 'variorum',
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  }
}

/** Writes the package's folder. */
function writePackage(folder: string): void {
  const files = BundledFiles.parse(JSON.parse(readFileSync(at('out', 'bundled.json'), 'utf8')))
  const programs = withAllLoaded(files, ENTRIES)
  const page = Object.keys(files).filter((name) => name.startsWith('renderer/'))
  const packages = new Set([...programs, ...page].flatMap((name) => files[name]?.packages ?? []))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of [...programs, 'renderer'])
    cpSync(at('out', name), nodePath.join(folder, 'out', name), { recursive: true })
  cpSync(at('electron', 'library', 'api.d.ts'), nodePath.join(folder, 'library.d.ts'))
  cpSync(at('LICENSE'), nodePath.join(folder, 'LICENSE'))
  cpSync(at('build', 'npm', 'README.md'), nodePath.join(folder, 'README.md'))
  const licences = licencesOf(
    [...packages].map((each) => at(each)),
    readFileSync(at('LICENSE'), 'utf8'),
  )
  writeFileSync(nodePath.join(folder, 'LICENSES-OF-PACKAGES.txt'), licences)
  writeFileSync(nodePath.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

const { values } = parseArgs({ options: { to: { type: 'string', default: at('release') } } })
const folder = nodePath.join(values.to, 'npm')
writePackage(folder)
writeFileSync(nodePath.join(values.to, 'server.json'), `${JSON.stringify(serverEntry(), null, 2)}\n`)
const { status, stdout, stderr } = spawnSync('npm', ['pack', folder, '--pack-destination', values.to, '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`)
const [packed] = z.array(z.object({ filename: z.string(), size: z.number() })).parse(JSON.parse(stdout))
process.stdout.write(`${packed?.filename}: ${((packed?.size ?? 0) / 1e6).toFixed(1)} MB\n`)
