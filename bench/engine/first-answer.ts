import { execFileSync } from 'node:child_process'
import { pathOf } from '../../testing/large-store.ts'
import { Exec } from '../../testing/running-exec.ts'

// How long a session of `exec` takes to begin and to end, beside a runtime that does nothing.

/** Medians, in ms. */
export interface FirstAnswers {
  /** `node -e 0`. */
  readonly runtime: number
  readonly file: number
  readonly listing: number
  /** From the end of the input to the end of the process, after one view. */
  readonly end: number
}

async function session(dir: string, path: string): Promise<{ readonly first: number; readonly end: number }> {
  const started = performance.now()
  const exec = new Exec(dir)
  const answer = await exec.run({ command: 'view', path })
  const first = performance.now() - started
  if (answer?.is_error !== false) throw new Error(`refused: ${answer?.content ?? 'no answer'}`)
  const ending = performance.now()
  await exec.end()
  return { first, end: performance.now() - ending }
}

export async function firstAnswers(dir: string, runs: number): Promise<FirstAnswers> {
  const found: { readonly [Name in keyof FirstAnswers]: number[] } = { runtime: [], file: [], listing: [], end: [] }
  // The first session of a store also makes its folders.
  await session(dir, '/memories')
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now()
    execFileSync(process.execPath, ['-e', '0'])
    found.runtime.push(performance.now() - from)
    const file = await session(dir, `/memories/${pathOf(1, {})}`)
    const listing = await session(dir, '/memories')
    found.file.push(file.first)
    found.listing.push(listing.first)
    found.end.push(file.end, listing.end)
  }
  const median = (samples: readonly number[]): number =>
    samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN
  return {
    runtime: median(found.runtime),
    file: median(found.file),
    listing: median(found.listing),
    end: median(found.end),
  }
}
