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

/** Null for an account without a home: the command says so, if it needs one. */
function ownData(): string | null {
  try {
    return variorumHome(process.env)
  } catch {
    return null
  }
}

/** What versions kept that have not run for a month. */
function dropUnused(versions: string): void {
  for (const name of readdirSync(versions)) {
    const folder = nodePath.join(versions, name)
    if (name !== VERSION && statSync(folder).mtimeMs < Date.now() - UNUSED_MS) rmSync(folder, { recursive: true })
  }
}

const isBuiltHere = existsSync(BUILT)
const home = isBuiltHere ? OUT : ownData()
const folder = isBuiltHere ? BUILT : home === null ? null : nodePath.join(home, 'compiled', VERSION)
// For what is loaded later. The program itself keeps more than Node does. Only a command makes the folder of our data.
if (folder !== null && home !== null && existsSync(home)) enableCompileCache(folder)
const cache = folder === null ? null : nodePath.join(folder, `run-${process.version}-${process.arch}.cache`)
const program = new CompiledProgram(nodePath.join(OUT, 'cli', 'run.cjs'), cache)
// A session of an agent runs most of the code, and waits for its first answer.
if (folder !== null && !program.isCompiled && process.argv.includes('exec'))
  process.once('exit', (code) => {
    if (code !== 0) return
    try {
      program.keep()
      if (!isBuiltHere) dropUnused(nodePath.dirname(folder))
    } catch {
      // A full or read-only disk: the next run compiles again.
    }
  })
program.run()
