import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { git, makeStore } from '../../testing/large-store.ts'
import {
  amongProcesses,
  asFile,
  byGit,
  intoLargeFile,
  type SessionTiming,
  throughExec,
  type Timing,
} from './commands.ts'

// The rows about single commands: ours, native git's and a bare file's in turn, so that all see the same machine.

type Row = readonly [what: string, ours: string, peer: string, ratio: string, wanted: string]

const WRITERS = 4
const LARGE_BYTES = 900_000
/** Native git works beside us after each of so many commands. */
const GIT_EVERY = 5

interface Run {
  readonly file: Timing
  readonly git: Timing
  readonly exec: SessionTiming
  readonly beside: Timing
  readonly inside: Timing
}

export async function singleCommands(
  root: string,
  { files, seed, runs }: { readonly files: number; readonly seed: number; readonly runs: number },
): Promise<readonly Row[]> {
  const shape = { files, commits: 1, seed }
  const [dir, other] = [`${root}/single`, `${root}/beside`]
  await makeStore(dir, shape)
  await makeStore(other, shape)
  const all: Run[] = []
  for (let run = 0; run < runs; run += 1) {
    const file = asFile(dir, shape, 200, seed * 100 + run)
    git(dir, 'reset', '-q', '--hard')
    const native = byGit(dir, shape, 25, seed * 1_000 + run)
    const exec = await throughExec(dir, shape, { count: 800, seed: seed * 10_000 + run })
    const beside = await throughExec(dir, shape, { count: 150, seed: seed * 20_000 + run }, (at) => {
      if (at % GIT_EVERY === 0) byGit(other, shape, 1, seed * 30_000 + run * 1_000 + at)
    })
    all.push({ file, git: native, exec, beside, inside: insideProcess(dir, `${root}/single-derived`, files) })
  }
  const longest = await amongProcesses(dir, WRITERS, 100)
  const large = await intoLargeFile(dir, LARGE_BYTES, 30)
  const p50 = (kind: keyof Run): number => median(all.map((run) => run[kind].p50))
  const spread = (kind: keyof Run): number => median(all.map((run) => run[kind].p95 / run[kind].p50))
  const p95 = (kind: keyof Run): number => median(all.map((run) => run[kind].p95))
  return [
    ['one command through exec, p50', ms(p50('exec')), `${ms(p50('git'))} (git)`, of(p50('git'), p50('exec')), '1/25'],
    [
      'the same inside the process',
      ms(p50('inside')),
      `${ms(p50('git'))} (git)`,
      of(p50('git'), p50('inside')),
      '1/40',
    ],
    ["a process's first 200 commands, p50", ms(median(all.map(({ exec }) => exec.first))), '', '', ''],
    ['p95 of p50, alone', ms(p95('exec')), ms(p50('exec')), `${spread('exec').toFixed(1)}x`, '2x'],
    ['p95 of p50, beside native git', ms(p95('beside')), ms(p50('beside')), `${spread('beside').toFixed(1)}x`, '4x'],
    [
      'against an atomic write and its sync, p50',
      ms(p50('exec')),
      ms(p50('file')),
      `${(p50('exec') / p50('file')).toFixed(1)}x`,
      '2.5x',
    ],
    ['0.9 MB file, one line inserted, p50', ms(large.p50), '', '', '30 ms'],
    [`${WRITERS} processes writing: longest wait`, ms(longest.settled), '', '', '500 ms'],
    ['the same, of their first 100 commands each', ms(longest.first), '', '', ''],
  ]
}

function insideProcess(dir: string, derived: string, files: number): Timing {
  const script = fileURLToPath(new URL('./probe.ts', import.meta.url))
  const said = execFileSync(process.execPath, [script, 'put', dir, derived, String(files)], { encoding: 'utf8' })
  const { ms: middle, p95 }: { readonly ms: number; readonly p95: number } = JSON.parse(said)
  return { p50: middle, p95 }
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const of = (peer: number, ours: number): string => `1/${(peer / ours).toFixed(1)}`
