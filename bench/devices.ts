import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../electron/memory/open-store.ts'
import type { Store } from '../electron/memory/store-interface.ts'
import { openStoreInThread } from '../electron/store-thread/open-in-thread.ts'
import type { SyncOutcome } from '../shared/devices.ts'
import { byAgent } from '../shared/origin.ts'
import { git, importCommits } from '../testing/git.ts'

// One memory on several devices, through a bare repository on the same disk, each beside native git in the same run: a
// push of many commits, a sync of nothing new, a first clone, and how long a write waits while what two devices wrote is
// brought together. The stores run in their threads, as behind a window.
// node bench/devices.ts [--push 1000 --clone 100000 --diverged 1000 --pause 250]

const { values } = parseArgs({
  options: {
    push: { type: 'string', default: '1000' },
    clone: { type: 'string', default: '100000' },
    diverged: { type: 'string', default: '1000' },
    /** Between two writes beside a sync, in ms. */
    pause: { type: 'string', default: '250' },
  },
})
const [toPush, toClone, diverged] = [Number(values.push), Number(values.clone), Number(values.diverged)]
const QUIET_RUNS = 5
const PAUSE_MS = Number(values.pause)

const place = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-bench-'))
const at = (name: string): string => nodePath.join(place, name)
const origin = byAgent('create', 'agent')

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

function tell(name: string, ms: number, native?: number): void {
  const beside = native === undefined ? '' : `   git ${native.toFixed(0)} ms, ratio ${(ms / native).toFixed(1)}`
  process.stdout.write(`${name.padEnd(60)} ${ms.toFixed(0).padStart(7)} ms${beside}\n`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

async function bare(name: string): Promise<string> {
  await git(place, 'init', '-q', '--bare', '-b', 'main', name)
  return at(name)
}

/** A device with its store in a folder, in a thread of its own. */
function device(name: string): Promise<Store> {
  const [dir, home] = [at(name), at(`${name}.stores`)]
  return openStoreInThread({ dir, device: home, derived: home, watch: false, onCrash: () => process.exit(1) })
}

async function synced(store: Store): Promise<SyncOutcome> {
  const outcome = await store.sync()
  if (outcome.problem !== null) throw new Error(JSON.stringify(outcome.problem))
  return outcome
}

/** Appends a line to one file after another, as an agent does. */
async function write(dir: string, count: number, words: string): Promise<void> {
  // In this thread: a command is quicker than the message that asks for it.
  const store = await openStore({ dir, gate: () => ({ kind: 'allow' }), device: `${dir}.stores`, watch: false })
  for (let number = 0; number < count; number += 1)
    await append(store, `d/note-${number % 50}.md`, `${words} ${number}`)
  await store.close()
}

async function append(store: Store, path: string, line: string): Promise<void> {
  const file = await store.file(path)
  const bytes = Buffer.from(`${file?.text ?? ''}${line}\n`)
  const outcome = await store.put([{ path, before: file?.blob.id ?? null, bytes }], origin)
  if (outcome.kind !== 'committed') throw new Error(JSON.stringify(outcome))
}

/** A store whose remote has all of it but what is written next. */
async function share(name: string, address: string): Promise<void> {
  const store = await device(name)
  await store.share({ address, name })
  await synced(store)
  await store.close()
}

async function pushAndNothing(): Promise<void> {
  const remote = await bare('push.git')
  await importCommits(at('pusher'), 100)
  await share('pusher', remote)
  await git(place, 'clone', '-q', '--bare', remote, 'native-push.git')
  await write(at('pusher'), toPush, 'written before the push')
  const native = await timed(() => git(at('pusher'), 'push', '-q', at('native-push.git'), 'main'))
  const store = await device('pusher')
  const push = await timed(() => synced(store))
  tell(`push of ${toPush} commits`, push, native)
  const [quiet, asked]: readonly number[][] = [[], []]
  for (let run = 0; run < QUIET_RUNS; run += 1) {
    quiet?.push(await timed(() => synced(store)))
    asked?.push(await timed(() => git(at('pusher'), 'fetch', '-q', remote, 'main')))
  }
  tell('sync of nothing new', median(quiet ?? []), median(asked ?? []))
  await store.close()
}

async function firstClone(): Promise<void> {
  await importCommits(at('long'), toClone)
  const remote = await bare('long.git')
  await git(at('long'), 'push', '-q', remote, 'main')
  await git(remote, 'gc', '-q')
  const native = await timed(() => git(place, 'clone', '-q', '--no-local', remote, 'native-clone'))
  const store = await device('cloned')
  await store.share({ address: remote, name: 'cloned' })
  const clone = await timed(() => synced(store))
  tell(`first clone of ${toClone} commits`, clone, native)
  await store.close()
}

async function mergeBesideWrites(): Promise<void> {
  const remote = await bare('merge.git')
  await importCommits(at('one'), 100)
  await share('one', remote)
  await share('other', remote)
  await share('third', remote)
  await write(at('one'), diverged, 'written on one')
  for (const name of ['other', 'third']) await write(at(name), diverged, `written on the ${name}`)
  const [one, other] = [await device('one'), await device('other')]
  await synced(one)
  const third = await device('third')
  // Its own copy of the remote: it merges the same as the other one does.
  const copy = at('copy.git')
  await git(place, 'clone', '-q', '--bare', remote, copy)
  await third.share({ address: copy })
  const quiet = await timed(() => synced(third))
  await third.close()
  const alone: number[] = []
  for (let run = 0; run < 20; run += 1) alone.push(await timed(() => append(other, 'beside.md', `alone ${run}`)))
  const over = new AbortController()
  const syncing = timed(() => synced(other)).finally(() => over.abort())
  const waits: number[] = []
  // Every write makes a round begin again: they end after the time that a round needs.
  for (const until = performance.now() + quiet; performance.now() < until && !over.signal.aborted;) {
    waits.push(await timed(() => append(other, 'beside.md', `meanwhile ${waits.length}`)))
    await delay(PAUSE_MS)
  }
  tell(`sync of ${diverged} commits beside ${diverged} others`, quiet)
  tell('  the same with writes meanwhile', await syncing)
  tell('  a write alone: median', median(alone))
  tell(`  a write meanwhile: median of ${waits.length}`, median(waits))
  tell('  a write meanwhile: longest', Math.max(0, ...waits))
  await one.close()
  await other.close()
}

try {
  await pushAndNothing()
  await mergeBesideWrites()
  await firstClone()
} finally {
  await fs.rm(place, { recursive: true, force: true, maxRetries: 3 })
}
process.exit(0)
