import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { openStoreInThread } from '../electron/store-thread/open-in-thread.ts'
import { createUpkeep } from '../electron/upkeep/upkeep.ts'
import { byUser } from '../shared/origin.ts'
import { makeStore, pathOf } from '../testing/large-store.ts'

// Looking through a large memory for what needs attention: the first look, one after a change, and the longest time
// that nothing else could run meanwhile. Median of five. The store runs in its thread, as behind a window.
// node bench/upkeep.ts [--files 10000]

const { values } = parseArgs({ options: { files: { type: 'string', default: '10000' } } })
const RUNS = 5
const files = Number(values.files)
const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const place = mkdtempSync(nodePath.join(tmpdir(), 'variorum-bench-'))
const dir = nodePath.join(place, 'memory')
await makeStore(dir, { files, commits: 2, seed: 7 })
const device = nodePath.join(place, 'stores')
const store = await openStoreInThread({ dir, device, derived: device, watch: false, onCrash: () => process.exit(1) })
const times: Record<'first' | 'again' | 'blocked', number[]> = { first: [], again: [], blocked: [] }
let found = 0
for (let run = 0; run < RUNS; run += 1) {
  const upkeep = createUpkeep({
    store,
    folder: nodePath.join(place, 'device'),
    isPinned: () => false,
    emit: () => undefined,
  })
  const look = async (): Promise<number> => {
    const since = performance.now()
    for await (const step of upkeep.findings()) if (step.kind === 'done') found = step.findings.total
    return performance.now() - since
  }
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  times.first.push(await look())
  clearInterval(timer)
  times.blocked.push(longest)
  const path = pathOf(run, {})
  const before = (await store.file(path))?.blob.id ?? null
  await store.put([{ path, before, bytes: Buffer.from(`See [[gone ${run}]].\n`) }], byUser('edit'))
  times.again.push(await look())
}
for (const [name, all] of Object.entries(times))
  process.stdout.write(
    `${name.padEnd(10)} ${median(all).toFixed(0)} ms   (${all.map((each) => each.toFixed(0)).join(', ')})\n`,
  )
process.stdout.write(`findings   ${found}\n`)
await store.close()
rmSync(place, { recursive: true })
