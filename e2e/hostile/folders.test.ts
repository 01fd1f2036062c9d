import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { CLI, linesOf } from '../../testing/command-line.ts'
import { COMPILE_CACHE } from '../../testing/compile-cache.ts'
import { newFolder } from '../../testing/folders.ts'
import { COMMANDS, everythingOutside, FOLDERS_FROM_OUTSIDE, makeHostileFolder } from '../../testing/hostile/folders.ts'
import type { HostileFolder } from '../../testing/hostile/in-git.ts'
import { runProgram } from '../../testing/programs.ts'
import type { Used } from './measured.ts'

// The others are opened in the test's own process: electron/stores/hostile-folders.test.ts.

const MEASURED = pathToFileURL(nodePath.join(import.meta.dirname, 'measured.ts')).href
/** Of the processor, for all answers; starting the program takes a part of it. */
const MAX_MS = 3_000
/** Of the clock: whoever waits for something that never comes is killed then. */
const PATIENCE_MS = 60_000
/** The expressions of redaction take some 40 MB of it. */
const MAX_MEMORY_MB = 350
const AT_ONCE = 2

interface Ran extends Used {
  readonly said: string
}

const ENDED_BY_US: Used = { peakMb: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }

/** Runs memory commands on a folder. */
async function run(root: string, dir: string, input: string): Promise<Ran> {
  const measured = nodePath.join(root, 'home', 'measured')
  fs.mkdirSync(nodePath.dirname(measured), { recursive: true })
  const { out, err } = await runProgram({
    file: process.execPath,
    args: ['--import', MEASURED, CLI, '--store', dir, 'exec'],
    env: { ...process.env, ...COMPILE_CACHE, VARIORUM_HOME: nodePath.join(root, 'home'), MEASURED: measured },
    input,
    patienceMs: PATIENCE_MS,
  })
  const used: Used = fs.existsSync(measured) ? JSON.parse(fs.readFileSync(measured, 'utf8')) : ENDED_BY_US
  return { said: `${out}${err}`, ...used }
}

/** What was wrong, a line each. */
async function judge(folder: HostileFolder): Promise<readonly string[]> {
  const root = await newFolder()
  const { dir } = makeHostileFolder(root, folder)
  const before = everythingOutside(root)
  const wrong: string[] = []
  const { said, ms, peakMb } = await run(root, dir, linesOf(COMMANDS))
  if (ms > MAX_MS) wrong.push(`took ${Math.round(ms)} ms`)
  if (peakMb > MAX_MEMORY_MB) wrong.push(`took ${Math.round(peakMb)} MB`)
  if (/went wrong|at .*\(node:|Error:.*Error:/.test(said) || said.includes(root)) wrong.push(said)
  fs.rmSync(nodePath.join(root, 'home'), { recursive: true, force: true })
  const after = everythingOutside(root)
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (before[path] !== after[path]) wrong.push(`${path} was touched`)
  return wrong.map((line) => `${folder.name}: ${line}`)
}

test('whatever a folder holds, nothing outside of it is touched, and answers take little', async () => {
  const wrong: string[] = []
  const pending = [...FOLDERS_FROM_OUTSIDE]
  const work = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) wrong.push(...(await judge(next)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(wrong).toEqual([])
  expect(FOLDERS_FROM_OUTSIDE.length).toBeGreaterThanOrEqual(14)
})
