import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'

// Each part of the project with the types of the place it runs in, and everything once more with its tests.

const root = nodePath.join(import.meta.dirname, '..')
const tsc = nodePath.join(
  nodePath.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

/** What is known from the run before: only what a change reaches is checked again. */
const CACHE = nodePath.join(root, 'node_modules', '.cache', 'variorum')

/** Each in one thread: several of one project would check much of it again, and the projects are checked side by side. */
async function check(project: string): Promise<boolean> {
  const known = nodePath.join(CACHE, `types-${project === '.' ? 'all' : project}.tsbuildinfo`)
  const args = [tsc, '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', known, '-p', project]
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'close')
  return code === 0
}

const passed = await Promise.all(['.', 'renderer', 'electron', 'shared'].map(check))
process.exitCode = passed.every(Boolean) ? 0 : 1
