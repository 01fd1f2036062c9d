import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { Chain } from '../electron/memory/history/chain.ts'
import { HistoryIndex } from '../electron/memory/history/history-index.ts'
import { openStore } from '../electron/memory/open-store.ts'
import { Repository } from '../electron/memory/repo/repository.ts'
import type { Store } from '../electron/memory/store-interface.ts'
import { byAgent } from '../shared/origin.ts'
import { git, makeStore, pathOf } from '../testing/large-store.ts'
import { random } from '../testing/random.ts'

// Reviewing a large history: building its index, the timeline's questions, finding the moment, bisecting, blame.
// Every figure is the median of five.
// node bench/review.ts [--files 10000 --commits 100000 --built 20000]

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '100000' },
    /** The commits of the store whose index is built. */
    built: { type: 'string', default: '20000' },
  },
})
const RUNS = 5
const BLAME = { lines: 1_000, versions: 300 }

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(64)} ${value}\n`)
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function measure(name: string, work: (run: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const since = performance.now()
    await work(run)
    times.push(performance.now() - since)
  }
  print(name, `${median(times).toFixed(1)} ms   (${times.map((time) => time.toFixed(0)).join(', ')})`)
}

/** How long an index takes that is built from nothing, and how large it is. */
async function measureBuilding(place: string): Promise<void> {
  const dir = nodePath.join(place, 'built')
  await makeStore(dir, { files: Number(values.built) / 10, commits: Number(values.built), seed: 5 })
  const file = nodePath.join(place, 'index.sqlite')
  await measure(`index of ${values.built} commits`, async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    const chain = new Chain(new Repository(dir))
    const index = new HistoryIndex(chain, file)
    await index.extend((await chain.head()) ?? '', async () => true)
    index.close()
  })
  print('its size', `${(statSync(file).size / 1e6).toFixed(1)} MB`)
}

async function measureQuestions(store: Store, dir: string): Promise<void> {
  const commits = Number(values.commits)
  const newest = git(dir, 'rev-parse', 'HEAD').trim()
  const oldest = git(dir, 'rev-list', '--max-parents=0', 'HEAD').trim()
  const serial = (run: number): number => Math.floor(commits / 3) + run
  await measure('timeline: the newest 200', () => store.history({ limit: 200 }))
  await measure('timeline: the oldest 200', () => store.history({ limit: 200, oldestFirst: true }))
  const day = (at: number): string =>
    new Date(1_700_000_000_000 + (commits / 2) * 60_000 + at * 86_400_000).toISOString()
  await measure('timeline: a day in the middle', (run) =>
    store.history({ limit: 200, from: day(run), to: day(run + 1) }),
  )
  await measure('timeline: a lineage and a verb that no commit has', () =>
    store.history({ limit: 200, lineages: ['agent-untrusted'], verbs: ['undo'] }),
  )
  await measure('timeline: by day, from the first', () => store.overview())
  await measure('find: a number that two commits changed', (run) =>
    store.history({ changed: `changed ${serial(run)}` }),
  )
  await measure('find: a word in nearly every commit', () => store.history({ limit: 200, changed: 'harbour' }))
  await measure('find: a sentence of the first commit', (run) =>
    store.history({ changed: `# Note ${serial(run) % 10_000}` }),
  )
  await measure('find: what was never written', () => store.history({ changed: 'harbour quince' }))
  await measure('find: two characters', () => store.history({ changed: 'zq', within: 60_000 }))
  await measure('a commit between two others', (run) => store.between(oldest, newest, serial(run) * 2))
  await measure('bisect: words, in the whole memory', (run) =>
    store.bisect({ from: oldest, to: newest, words: `changed ${commits - 1 - run}` }),
  )
  await measure('bisect: words, in one file', (run) =>
    store.bisect({ from: oldest, to: newest, words: 'changed 0', path: pathOf(run, {}) }),
  )
}

/** A file of 1,000 lines, each of its versions with a few lines more or less or otherwise. */
async function measureBlame(place: string): Promise<void> {
  const dir = nodePath.join(place, 'blame')
  mkdirSync(dir)
  const pick = random(7)
  await using store = disposable(await openStore({ ...options(place, dir) }))
  let lines = Array.from({ length: BLAME.lines }, (_, at) => `line ${at} of the first version, as it was written`)
  for (let version = 0; version < BLAME.versions; version += 1) {
    const found = await store.look('a.md')
    const text = Buffer.from(`${lines.join('\n')}\n`)
    await store.put(
      [{ path: 'a.md', before: found.kind === 'file' ? found.blob.id : null, bytes: text }],
      byAgent('edit', 'agent'),
    )
    for (let edit = 0; edit < 4; edit += 1) {
      const at = pick(lines.length)
      const line = `line ${at} as version ${version} has it`
      lines = lines.toSpliced(at, edit === 1 ? 0 : 1, ...(edit === 2 ? [] : [line]))
    }
  }
  await store.published()
  await measure(`who wrote each of ${BLAME.lines} lines, ${BLAME.versions} versions`, () => store.blame('a.md'))
}

const options = (place: string, dir: string) => ({
  dir,
  device: nodePath.join(place, 'device'),
  derived: nodePath.join(place, 'derived'),
  gate: () => ({ kind: 'allow' as const }),
  watch: false,
})

const disposable = (store: Store): Store & AsyncDisposable => ({ ...store, [Symbol.asyncDispose]: () => store.close() })

const place = mkdtempSync(nodePath.join(tmpdir(), 'variorum-review-'))
try {
  await measureBlame(place)
  await measureBuilding(place)
  const dir = nodePath.join(place, 'memory')
  await makeStore(dir, { files: Number(values.files), commits: Number(values.commits), seed: 1 })
  await using store = disposable(await openStore(options(place, dir)))
  const since = performance.now()
  await store.reindex()
  print(
    `index of ${values.commits} commits, and of ${values.files} files, once`,
    `${((performance.now() - since) / 1_000).toFixed(1)} s`,
  )
  await measureQuestions(store, dir)
} finally {
  rmSync(place, { recursive: true, force: true })
}
