import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { git, noteText, pathOf, type Shape } from '../../testing/large-store.ts'
import { random } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'

// One durable command in three ways: through `exec`, by native git, and as a bare file.

/** A process's first commands meet cold code, and its first write starts watchers and indexes. */
const FIRST = 200
/** Long enough for what the first write started. */
const SETTLED_MS = 4_000

export interface Timing {
  readonly p50: number
  readonly p95: number
}

export function timing(samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** How a session's commands were answered: its first ones, and those after a pause. */
export interface SessionTiming extends Timing {
  readonly first: number
}

/**
 * Inserts a line into one file after another.
 * @param between what else happens on the disk after each command
 */
export async function throughExec(
  dir: string,
  shape: Shape,
  { count, seed }: { readonly count: number; readonly seed: number },
  between: (at: number) => void = () => undefined,
): Promise<SessionTiming> {
  const pick = random(seed)
  const exec = new Exec(dir)
  const samples: number[] = []
  await exec.run({ command: 'view', path: '/memories' })
  for (let at = 0; at < FIRST + count; at += 1) {
    if (at === FIRST) await delay(SETTLED_MS)
    const file = pick(shape.files)
    const path = `/memories/${pathOf(file, shape)}`
    const from = performance.now()
    const answer = await exec.run({ command: 'insert', path, insert_line: 1, insert_text: `inserted ${seed} ${at}\n` })
    samples.push(performance.now() - from)
    if (answer?.is_error !== false) throw new Error(`refused: ${answer?.content ?? 'no answer'}`)
    if (at >= FIRST) between(at)
  }
  await exec.end()
  return { ...timing(samples.slice(FIRST)), first: timing(samples.slice(0, FIRST)).p50 }
}

/** Several processes write at once. @returns the longest wait for an answer, of their first commands and afterwards */
export async function amongProcesses(
  dir: string,
  writers: number,
  each: number,
): Promise<{ readonly first: number; readonly settled: number }> {
  const execs = Array.from({ length: writers }, () => new Exec(dir))
  // The first answer includes the start of the process.
  await Promise.all(execs.map((exec) => exec.run({ command: 'view', path: '/memories' })))
  const longestOf = async (round: string): Promise<number> =>
    Math.max(...(await Promise.all(execs.map((exec, writer) => longestWait(exec, `${round}/writer-${writer}`, each)))))
  const first = await longestOf('first')
  await delay(SETTLED_MS)
  const settled = await longestOf('settled')
  await Promise.all(execs.map((exec) => exec.end()))
  return { first, settled }
}

async function longestWait(exec: Exec, folder: string, count: number): Promise<number> {
  let longest = 0
  for (let at = 0; at < count; at += 1) {
    const from = performance.now()
    const answer = await exec.run({ command: 'create', path: `/memories/${folder}/${at}.md`, file_text: `${at}\n` })
    longest = Math.max(longest, performance.now() - from)
    if (answer?.is_error !== false) throw new Error(`refused: ${answer?.content ?? 'no answer'}`)
  }
  return longest
}

/** Inserts a line into a file of this size again and again. */
export async function intoLargeFile(dir: string, bytes: number, count: number): Promise<Timing> {
  const exec = new Exec(dir)
  const path = '/memories/large.md'
  const line = 'one more line of some sixty letters, as a list of notes has them\n'
  await exec.run({ command: 'create', path, file_text: line.repeat(Math.floor(bytes / line.length)) })
  const samples: number[] = []
  for (let at = 0; at < count; at += 1) {
    const from = performance.now()
    const answer = await exec.run({ command: 'insert', path, insert_line: 1, insert_text: `inserted ${at}\n` })
    samples.push(performance.now() - from)
    if (answer?.is_error !== false) throw new Error(`refused: ${answer?.content ?? 'no answer'}`)
  }
  await exec.end()
  return timing(samples)
}

export function byGit(dir: string, shape: Shape, count: number, seed: number): Timing {
  const pick = random(seed)
  const samples: number[] = []
  for (let at = 0; at < count; at += 1) {
    const file = pick(shape.files)
    const path = pathOf(file, shape)
    const from = performance.now()
    atomically(dir, path, noteText(file, seed * 1_000_000 + at, pick))
    git(dir, 'add', path)
    git(dir, 'commit', '-q', '-m', `change ${path}`)
    samples.push(performance.now() - from)
  }
  return timing(samples)
}

export function asFile(dir: string, shape: Shape, count: number, seed: number): Timing {
  const pick = random(seed)
  const samples: number[] = []
  for (let at = 0; at < count; at += 1) {
    const file = pick(shape.files)
    const text = noteText(file, seed * 1_000_000 + at, pick)
    const from = performance.now()
    atomically(dir, pathOf(file, shape), text)
    samples.push(performance.now() - from)
  }
  return timing(samples)
}

/** A temporary file, its sync, a rename. */
function atomically(dir: string, path: string, text: string): void {
  const temporary = nodePath.join(dir, '.git', 'bench-temporary')
  const file = openSync(temporary, 'w')
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, nodePath.join(dir, path))
}
