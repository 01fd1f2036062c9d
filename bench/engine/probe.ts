import { performance } from 'node:perf_hooks'
import { openStore } from '../../electron/memory/open-store.ts'
import { openStoreInThread } from '../../electron/store-thread/open-in-thread.ts'
import { noteText, pathOf } from '../../testing/large-store.ts'
import { random } from '../../testing/random.ts'

// One measurement in a process of its own: node probe.ts WHAT DIR DERIVED [...]. Prints JSON.

const [what = '', dir = '', derived = '', ...more] = process.argv.slice(2)
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now()
  const value = await work()
  return { ms: performance.now() - from, value }
}

const origin = { actor: 'agent', verb: 'create', lineage: 'agent' } as const
/** Long enough for idle work, such as merging packs. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5_000))

if (what === 'main-thread') {
  const store = await openStoreInThread({ dir, device: derived, watch: false, derived })
  const pick = random(7)
  const busy: number[] = []
  for (let at = 0; at < Number(more[0]); at += 1) {
    const path = pathOf(pick(10_000), {})
    const found = await store.look(path)
    const text = Buffer.from(noteText(at, at, pick))
    // This thread's CPU time: what else runs on the machine does not count.
    const before = process.threadCpuUsage()
    await store.put([{ path, before: found.kind === 'file' ? found.blob.id : null, bytes: text }], origin)
    const { user, system } = process.threadCpuUsage(before)
    busy.push((user + system) / 1_000)
  }
  await store.close()
  const sorted = busy.toSorted((a, b) => a - b)
  print({ p95: sorted[Math.floor(sorted.length * 0.95)], max: sorted.at(-1) })
} else {
  const rss = (): number => process.memoryUsage().rss / 1e6
  const before = rss()
  const store = await openStore({
    dir,
    device: derived,
    gate: () => ({ kind: 'allow' }),
    watch: what === 'watching',
    derived,
  })
  if (what === 'newest') print(await timed(async () => (await store.history({ limit: 50 })).commits.length))
  if (what === 'file') {
    const ask = (): Promise<{ readonly ms: number }> => timed(() => store.history({ limit: 50, path: more[0] ?? '' }))
    const first = await ask()
    // Other files first, so that the code is warm but the answer is not cached.
    for (const path of more.slice(1)) await store.history({ limit: 50, path })
    print({ ms: first.ms, again: (await timed(() => store.history({ limit: 50, path: more.at(-1) ?? '' }))).ms })
  }
  if (what === 'reindex') print(await timed(() => store.reindex()))
  if (what === 'search') {
    const samples: number[] = []
    for (let at = 0; at < 40; at += 1)
      samples.push(
        (await timed(() => store.history({ limit: 50, words: (more[0] ?? '').replace('#', String(70_000 + at * 13)) })))
          .ms,
      )
    print({ p95: samples.toSorted((a, b) => a - b)[37] })
  }
  if (what === 'search-files') {
    const samples: number[] = []
    for (let at = 0; at < 40; at += 1)
      samples.push(
        (await timed(() => store.search({ words: (more[0] ?? '').replace('#', String(7_000 + at * 13)) }))).ms,
      )
    print({ p95: samples.toSorted((a, b) => a - b)[37] })
  }
  if (what === 'restore')
    print(await timed(async () => (await store.restore(more[0] ?? '', [''], { ...origin, verb: 'restore' })).kind))
  if (what === 'put') {
    const pick = random(13)
    const samples: number[] = []
    for (let at = 0; at < 1_000; at += 1) {
      if (at === 200) await settled()
      const path = pathOf(pick(Number(more[0])), {})
      const from = performance.now()
      const found = await store.look(path)
      const text = found.kind === 'file' ? Buffer.from(found.bytes).toString('utf8') : ''
      const before = found.kind === 'file' ? found.blob.id : null
      await store.put([{ path, before, bytes: Buffer.from(`${text}- one line more, number ${at}\n`) }], origin)
      if (at >= 200) samples.push(performance.now() - from)
    }
    const sorted = samples.toSorted((a, b) => a - b)
    print({ ms: sorted[400], p95: sorted[760] })
  }
  if (what === 'commands') {
    const pick = random(11)
    for (let at = 0; at < Number(more[0]); at += 1) {
      const path = pathOf(pick(10_000), {})
      const found = await store.look(path)
      const text = found.kind === 'file' ? Buffer.from(found.bytes).toString('utf8') : ''
      const before = found.kind === 'file' ? found.blob.id : null
      await store.put([{ path, before, bytes: Buffer.from(`${text}- one line more, number ${at}\n`) }], origin)
      if (at % 5 === 0) await store.published()
    }
    await settled()
  }
  if (what === 'memory' || what === 'watching') {
    await store.history({ limit: 50 })
    await store.tree()
    for (let at = 0; at < 50; at += 1)
      await store.put([{ path: `probe/${at}.md`, before: null, bytes: Buffer.from('x\n') }], origin)
    await settled()
    print({ rss: rss() - before })
  }
  await store.close()
}
