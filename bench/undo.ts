import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../electron/memory/open-store.ts'
import type { Store } from '../electron/memory/store-interface.ts'
import { createReview } from '../electron/review/review.ts'
import { WaitingList } from '../electron/review/waiting-list.ts'
import { type Origin, byUser, byAgent } from '../shared/origin.ts'
import { makeStore, pathOf } from '../testing/large-store.ts'

// Undo and review in a large store: the preview of undoing a conversation, and what is new since the last look. Every
// figure is the median of five.
// node bench/undo.ts [--files 10000 --commits 100000 --changes 50]

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '100000' },
    /** The commits of the conversation. */
    changes: { type: 'string', default: '50' },
  },
})
const RUNS = 5
const CONVERSATION = 'undone'

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const since = performance.now()
    await work()
    times.push(performance.now() - since)
  }
  const all = times.map((time) => time.toFixed(0)).join(', ')
  process.stdout.write(`${name.padEnd(64)} ${median(times).toFixed(1)} ms   (${all})\n`)
}

/** A conversation's changes, each followed by one of the user's in the same file. */
async function converse(store: Store): Promise<void> {
  for (let turn = 1; turn <= Number(values.changes); turn += 1) {
    const path = pathOf(turn % 20, {})
    const write = async (line: string, origin: Origin): Promise<void> => {
      const file = await store.file(path)
      const text = `${file?.text ?? ''}${line}\n`
      await store.put([{ path, before: file?.blob.id ?? null, bytes: Buffer.from(text) }], origin)
    }
    await write(`- the agent learned ${turn}`, byAgent('insert', 'agent', { conversation: CONVERSATION, turn }))
    await write(`- the user added ${turn}`, byUser('edit'))
  }
}

const place = mkdtempSync(nodePath.join(tmpdir(), 'variorum-bench-'))
const dir = nodePath.join(place, 'store')
await makeStore(dir, { files: Number(values.files), commits: Number(values.commits), seed: 5 })
const device = nodePath.join(place, 'home', 'stores')
const store = await openStore({ dir, gate: () => ({ kind: 'allow' }), device, derived: device, watch: false })
await store.reindex({ resume: true })
const folder = nodePath.join(device, (await store.status()).id)
const review = createReview({
  store,
  folder,
  waiting: new WaitingList(folder),
  remembersRejected: () => true,
  emit: () => undefined,
})
await review.begin()
await converse(store)
await store.published()
process.stdout.write(`${values.files} files, ${values.commits} commits, Node ${process.version}\n`)
await measure(`preview of undoing a conversation of ${values.changes} commits`, () =>
  store.previewUndo({ conversation: CONVERSATION }),
)
await measure(`since you last looked, after ${Number(values.changes) * 2} commits`, () => review.review())
await measure('undo and redo of the whole conversation', async () => {
  const origin = byUser('undo')
  await store.undo({ conversation: CONVERSATION }, origin)
  await store.undo({ next: 'redo' }, origin)
})
await store.close()
rmSync(place, { recursive: true, force: true })
