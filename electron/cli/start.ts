import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import * as nodePath from 'node:path'
import { variorumHome } from '../home.ts'
import { VERSION } from '../version.ts'
import { CompiledProgram } from './compiled-program.ts'

// Starts the built command line from compiled code: what the build kept beside it, else what earlier runs kept in the
// folder of the app's own data. A package may lie where its user cannot write, and run on another Node than the build's.

const OUT = nodePath.join(import.meta.dirname, '..')
const BUILT = nodePath.join(OUT, 'compiled')
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000

/** Whether nobody else could have put anything there. V8 runs what its cache says. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  const isClosed = found === undefined || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0)
  return process.platform === 'win32' || isClosed
}

/** The folder for compiled code; null where there can be none. */
function folderForCode(): string | null {
  if (existsSync(BUILT)) return BUILT
  try {
    const home = variorumHome(process.env)
    const versions = nodePath.join(home, 'compiled')
    const folder = nodePath.join(versions, VERSION)
    return [home, versions, folder].every(isOurs) ? folder : null
  } catch {
    return null // An account without a home. The command says so, if it needs one.
  }
}

/** What versions kept that have not run for a month. */
function dropUnused(versions: string): void {
  for (const name of readdirSync(versions)) {
    const folder = nodePath.join(versions, name)
    if (name !== VERSION && statSync(folder).mtimeMs < Date.now() - UNUSED_MS) rmSync(folder, { recursive: true })
  }
}

const folder = folderForCode()
// For what is loaded later. The program itself keeps more than Node does. The first session makes the folder.
if (folder !== null && existsSync(folder)) enableCompileCache(folder)
const cache = folder === null ? null : nodePath.join(folder, `run-${process.version}-${process.arch}.cache`)
const program = new CompiledProgram(nodePath.join(OUT, 'cli', 'run.cjs'), cache)
// A session of an agent runs most of the code, and waits for its first answer.
if (folder !== null && !program.isCompiled && process.argv.some((each) => each === 'exec' || each === 'mcp'))
  process.once('exit', (code) => {
    if (code !== 0) return
    try {
      program.keep()
      if (folder !== BUILT) dropUnused(nodePath.dirname(folder))
    } catch {
      // A full or read-only disk: the next run compiles again.
    }
  })
program.run()
