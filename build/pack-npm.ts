import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PUBLISHER } from '../shared/publisher.ts'
import { at, project, PROGRAMS, writeJson, writePrograms } from './package-files.ts'

// node build/pack-npm.ts [--to FOLDER]: makes the npm package of what is built, as a folder and as the archive that npm
// publishes, and `server.json` for the registry of MCP servers. Everything is bundled: it depends on nothing and
// installs without a script.

/** The package's own package.json. The server's name belongs to the version that is published under it. */
function manifest(): object {
  const { version, description, license, engines } = project()
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
  const { version } = project()
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
  writePrograms(folder, [...PROGRAMS, 'library.js'], true)
  cpSync(at('electron', 'library', 'api.d.ts'), nodePath.join(folder, 'library.d.ts'))
  cpSync(at('build', 'npm', 'README.md'), nodePath.join(folder, 'README.md'))
  writeJson(manifest(), folder, 'package.json')
}

const { values } = parseArgs({ options: { to: { type: 'string', default: at('release') } } })
const folder = nodePath.join(values.to, 'npm')
writePackage(folder)
writeJson(serverEntry(), values.to, 'server.json')
const { status, stdout, stderr } = spawnSync('npm', ['pack', folder, '--pack-destination', values.to, '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`)
const [packed] = z.array(z.object({ filename: z.string(), size: z.number() })).parse(JSON.parse(stdout))
process.stdout.write(`${packed?.filename}: ${((packed?.size ?? 0) / 1e6).toFixed(1)} MB\n`)
