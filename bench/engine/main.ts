import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CLI } from '../../testing/command-line.ts'
import { git, makeStore, noteText, pathOf, type Shape } from '../../testing/large-store.ts'
import { random } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { throughExec, type Timing } from './commands.ts'
import { largeStores } from './large-stores.ts'
import { singleCommands } from './single-commands.ts'

// npm run bench [-- --files 10000 --commits 100000 --seed 1 --runs 3 --commands]: every row beside its peer, in one run.

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    /** The rows about single commands alone. */
    commands: { type: 'boolean', default: false },
  },
})
const [files, commits, seed, runs] = [
  Number(values.files),
  Number(values.commits),
  Number(values.seed),
  Number(values.runs),
]
const root = mkdtempSync(`${tmpdir()}/variorum-bench-`)
const derived = `${root}/derived`

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
function row(what: string, ours: string, peer: string, ratio: string, wanted: string): void {
  print(`| ${what} | ${ours} | ${peer} | ${ratio} | ${wanted} |`)
}

function probe(
  what: string,
  dir: string,
  ...more: readonly string[]
): {
  readonly ms: number
  readonly again: number
  readonly p95: number
  readonly max: number
  readonly rss: number
  readonly value: unknown
} {
  const script = fileURLToPath(new URL('./probe.ts', import.meta.url))
  return JSON.parse(
    execFileSync(process.execPath, [script, what, dir, derived, ...more], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }) || '{}',
  )
}

function clockOf(dir: string, ...args: readonly string[]): number {
  const from = performance.now()
  git(dir, ...args)
  return performance.now() - from
}

const several = <T>(work: (run: number) => T): readonly T[] => Array.from({ length: runs }, (_, run) => work(run))
const p50 = (timings: readonly Timing[]): number => median(timings.map((timing) => timing.p50))
const size = (dir: string): number => Number(execFileSync('du', ['-sb', dir], { encoding: 'utf8' }).split('\t')[0])

async function store(name: string, shape: Shape): Promise<string> {
  const dir = `${root}/${name}`
  await makeStore(dir, shape)
  return dir
}

async function commands(dir: string, shape: Shape): Promise<readonly Timing[]> {
  const found: Timing[] = []
  for (let run = 0; run < runs; run += 1)
    found.push(await throughExec(dir, shape, { count: 400, seed: seed * 10_000 + run }))
  return found
}

/** Changes all but the last 323 files in one commit, then restores the state before it. */
function restores(dir: string): { readonly ours: number; readonly gits: number } {
  const before = git(dir, 'rev-parse', 'HEAD').trim()
  const pick = random(5)
  const importing = [
    `commit refs/heads/main\ncommitter Agent <agent@variorum.invalid> 1800000000 +0000\ndata 6\nchange\nfrom ${before}\n`,
  ]
  for (let at = 0; at < Math.min(files, 9_677); at += 1) {
    const text = noteText(at, -1, pick)
    importing.push(`M 100644 inline ${pathOf(at, {})}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: dir, input: importing.join('') })
  git(dir, 'reset', '-q', '--hard', 'main')
  const gits = clockOf(dir, 'read-tree', '-u', '--reset', before)
  git(dir, 'reset', '-q', '--hard', 'main')
  const ours = probe('restore', dir, before).ms
  if (git(dir, 'rev-parse', 'HEAD^{tree}') !== git(dir, 'rev-parse', `${before}^{tree}`))
    throw new Error('the restored tree is another one')
  return { ours, gits }
}

/** From process start to the first answer, beside a runtime that does nothing. */
async function opening(
  dir: string,
): Promise<{ readonly bare: number; readonly answer: number; readonly everything: number }> {
  const [bare, answer, everything]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < runs + 2; run += 1) {
    let from = performance.now()
    execFileSync(process.execPath, ['-e', '0'])
    bare.push(performance.now() - from)
    from = performance.now()
    const exec = new Exec(dir)
    await exec.run({ command: 'view', path: `/memories/${pathOf(1, {})}` })
    answer.push(performance.now() - from)
    await exec.end()
    from = performance.now()
    execFileSync(process.execPath, [CLI, '--store', dir, 'log', '--limit', '1'], {
      env: { ...process.env, VARIORUM_HOME: `${dir}.home` },
    })
    everything.push(performance.now() - from)
  }
  return { bare: median(bare), answer: median(answer), everything: median(everything) }
}

print(
  `${cpus()[0]?.model ?? ''}, ${cpus().length} cores, Node ${process.version}, git ${git('.', '--version').trim().split(' ')[2] ?? ''}; ${files} files, ${commits} commits, seed ${seed}, median of ${runs}.\n`,
)
print('| what | ours | peer | ratio | wanted |\n|---|---|---|---|---|')
try {
  for (const cells of await singleCommands(root, { files, seed, runs })) row(...cells)
  if (values.commands) process.exit()
  const shape = { files, commits, seed }
  const large = await store('large', shape)
  const one = await commands(large, shape)
  const young = { files, commits: 1, seed }
  const [small, flat] = [await store('young', young), await store('flat', { ...young, flat: true })]
  const [first, folder] = [await commands(small, young), await commands(flat, { ...young, flat: true })]
  row(
    'all files in one folder, p50',
    ms(p50(folder)),
    `${ms(p50(first))} (nested)`,
    `${(p50(folder) / p50(first)).toFixed(1)}x`,
    '3x',
  )
  row(
    `${commits} commits, p50`,
    ms(p50(one)),
    `${ms(p50(first))} (1 commit)`,
    `${(p50(one) / p50(first)).toFixed(1)}x`,
    '1.5x',
  )
  const busy = several(() => probe('main-thread', small, '300'))
  row(
    "the store's work on the main thread, p95 / longest",
    ms(median(busy.map((each) => each.p95))),
    '',
    ms(Math.max(...busy.map((each) => each.max))),
    '0.1 / 50 ms',
  )
  row('rebuilding the index of the history', ms(probe('reindex', large).ms), '', '', '')
  const log = median(several(() => clockOf(large, 'log', '-50')))
  const newest = median(several(() => probe('newest', large).ms))
  row('newest 50 commits, fresh process', ms(newest), `${ms(log)} (git log -50)`, `${(newest / log).toFixed(1)}x`, '2x')
  git(large, 'commit-graph', 'write', '--reachable', '--changed-paths')
  const changes = Map.groupBy(git(large, 'log', '--format=', '--name-only').split('\n'), (path) => path)
  const rare = [...changes]
    .filter(([path, all]) => path !== '' && all.length <= 4)
    .map(([path]) => path)
    .slice(0, 20)
  const byLog = median(several((run) => clockOf(large, 'log', '--', rare[run] ?? '')))
  const byIndex = several(() => probe('file', large, ...rare))
  const [cold, warm] = [median(byIndex.map((each) => each.ms)), median(byIndex.map((each) => each.again))]
  row(
    'history of a file with few changes',
    ms(warm),
    `${ms(byLog)} (git log -- path, Bloom filters)`,
    `1/${(byLog / warm).toFixed(0)}`,
    '1/100',
  )
  row("the same, as a fresh process's first question", ms(cold), ms(byLog), `1/${(byLog / cold).toFixed(0)}`, '')
  row('search, rare word, p95', ms(probe('search', large, '#').p95), '', '', '1 ms')
  row('search, common word, p95', ms(probe('search', large, 'lisbon').p95), '', '', '50 ms')
  row('search in the files, rare word, p95', ms(probe('search-files', large, '#').p95), '', '', '1 ms')
  row('search in the files, common word, p95', ms(probe('search-files', large, 'lisbon').p95), '', '', '50 ms')
  const back = several((run) => {
    cpSync(small, `${root}/back${run}`, { recursive: true, preserveTimestamps: true })
    return restores(`${root}/back${run}`)
  })
  row(
    'restore of 9,677 files',
    ms(median(back.map(({ ours }) => ours))),
    `${ms(median(back.map(({ gits }) => gits)))} (git read-tree -u)`,
    `${median(back.map(({ ours, gits }) => ours / gits)).toFixed(1)}x`,
    '1.5x',
  )
  const open = await opening(large)
  row(
    "opening cold: first answer, after the runtime's start",
    ms(open.answer - open.bare),
    `${ms(open.bare)} (the runtime)`,
    '',
    '50 ms',
  )
  row('opening cold: everything adopted, the newest entry printed', ms(open.everything - open.bare), '', '', '400 ms')
  const disk = await store('disk', young)
  const start = size(`${disk}/.git`)
  probe('commands', disk, '2000')
  const grown = size(`${disk}/.git`) - statSync(`${disk}/.git/variorum/journal`).size - start
  git(root, 'clone', '-q', '--no-local', disk, `${root}/clone`)
  git(`${root}/clone`, 'gc', '-q')
  const [ours, gits] = [size(`${disk}/.git/objects`), size(`${root}/clone/.git/objects`)]
  row('disk after packing, a small command', `${(grown / 2_000).toFixed(0)} B`, '', '', '2,500 B')
  row(
    'the objects',
    `${(ours / 1e6).toFixed(1)} MB`,
    `${(gits / 1e6).toFixed(1)} MB (git gc)`,
    `${(ours / gits).toFixed(2)}x`,
    '1.5x',
  )
  const idle = probe('memory', large).rss
  row('memory of the open store', `${idle.toFixed(0)} MB`, '', '', '250 MB')
  row('memory of the watcher', `${(probe('watching', large).rss - idle).toFixed(0)} MB`, '', '', '150 MB')
  await largeStores({ large, scratch: root, runs, seed, row })
} finally {
  rmSync(root, { recursive: true, force: true })
}
