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

async function check(project: string): Promise<boolean> {
  const [code] = await once(
    spawn(process.execPath, [tsc, '--noEmit', '-p', project], { cwd: root, stdio: 'inherit' }),
    'close',
  )
  return code === 0
}

const passed = await Promise.all(['shared', 'electron', 'renderer', '.'].map(check))
process.exitCode = passed.every(Boolean) ? 0 : 1
