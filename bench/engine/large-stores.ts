import { monitorEventLoopDelay } from 'node:perf_hooks'
import { IndexThread } from '../../electron/memory/history/index-thread.ts'
import { firstAnswers } from './first-answer.ts'
import { makeManyFiles, viewsOf } from './many-files.ts'

// The rows of large stores: how a session begins and ends, very many files, and both indexes from nothing.

export interface LargeStores {
  /** A store of many files and commits. */
  readonly large: string
  /** A folder for what is made here. */
  readonly scratch: string
  readonly runs: number
  readonly seed: number
  readonly row: (what: string, ours: string, peer: string, ratio: string, wanted: string) => void
}

const MANY_FILES = 100_000
const ms = (value: number): string => `${value.toFixed(0)} ms`
const megabytes = (value: number | null): string => (value === null ? 'not known here' : `${value.toFixed(0)} MB`)

export async function largeStores({ large, scratch, runs, seed, row }: LargeStores): Promise<void> {
  const begins = await firstAnswers(large, runs + 2)
  const runtime = `${ms(begins.runtime)} (node -e 0)`
  const times = (value: number): string => `${(value / begins.runtime).toFixed(1)}x`
  row('first answer of exec, from process start: a file', ms(begins.file), runtime, times(begins.file), '5x')
  row('the same, /memories', ms(begins.listing), runtime, times(begins.listing), '9x')
  row('end of exec after one view', ms(begins.end), '', '', '100 ms')

  const pauses = monitorEventLoopDelay({ resolution: 5 })
  pauses.enable()
  const from = performance.now()
  await new IndexThread(
    { root: large, gitdir: `${large}/.git`, folder: `${scratch}/indexes`, addresses: new Set() },
    () => undefined,
  ).ended
  row('both indexes, from nothing', `${((performance.now() - from) / 1_000).toFixed(1)} s`, '', '', '25 s')
  row('the longest wait of the thread beside it', ms(pauses.max / 1e6), '', '', '')
  pauses.disable()

  const many = `${scratch}/many`
  await makeManyFiles(many, MANY_FILES, seed)
  const { file, listing } = await firstAnswers(many, runs)
  row('100,000 files: first answer, a file', ms(file), runtime, times(file), '300 ms')
  row('the same, /memories', ms(listing), runtime, times(listing), '300 ms')
  for (const writes of [false, true]) {
    const { longest, memory, end } = await viewsOf(many, writes)
    const who = writes ? 'one that has written once, and builds the indexes' : 'a session that reads'
    row(`100,000 files: longest wait of a view, ${who}`, ms(longest), '', '', '100 ms')
    row('the most memory, the same', megabytes(memory), '', '', '250 MB')
    row('the end, the same', ms(end), '', '', writes ? '' : '100 ms')
  }
}
