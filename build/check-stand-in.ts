import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'

// Type-checks the desktop's sources against the tests' stand-in for Electron instead of Electron: what they use and
// it lacks is an error. (The ordinary type check makes sure that it offers nothing Electron lacks.)

const root = nodePath.join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const cache = nodePath.join(root, 'node_modules', '.cache', 'variorum')

// Electron's types without the module declaration, which would replace the stand-in.
const types = readFileSync(require.resolve('electron/electron.d.ts'), 'utf8')
const namespace = types.replace(/^declare module 'electron' \{[^}]*\}/m, '')
if (namespace === types)
  throw new Error('Electron\'s types no longer declare a module "electron" where it is looked for.')
mkdirSync(cache, { recursive: true })
writeFileSync(nodePath.join(cache, 'electron-namespace.d.ts'), namespace)

const tsc = nodePath.join(nodePath.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
const args = [tsc, '--noEmit', '--singleThreaded', '-p', 'testing/desktop']
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
