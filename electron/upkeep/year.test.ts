import { expect, test } from 'vitest'
import { INDEX_MAX_BYTES, INDEX_MAX_LINES } from '../../shared/layout.ts'
import type { Finding, FindingKind } from '../../shared/upkeep.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { random } from '../../testing/random.ts'
import { createMemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { openStore } from '../memory/open-store.ts'
import type { Store } from '../memory/store-interface.ts'
import { allow } from '../memory/tests/store-fixture.ts'
import { makeIndex } from './make-index.ts'
import { Crash, GuidedAgent, type Interruption } from './testing/guided-agent.ts'
import { type Life, lifeOf, lineOf, type Saying } from './testing/life.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'

// A simulated year of a memory that is laid out as index and topics: sessions of an agent that follows the guidance, a
// crash or a cleared context in every third one, and a user who applies the fixes now and then. `npm run long -- year`
// makes 120 sessions with 600 facts.

const SESSIONS = Number(process.env.VARIORUM_LONG ?? 24)
const SEED = Number(process.env.VARIORUM_SEED ?? 3)
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 7_200_000
/** The user looks under Upkeep after so many sessions: after each interrupted one. */
const UPKEEP_EVERY = 3
/** The fixes that the page applies to all findings of a kind at once, and the index that is too large. */
const APPLIED: readonly FindingKind[] = ['not-in-index', 'gone-from-memory', 'same-line', 'index-too-large']
const MIN_REACHABLE = 0.99

const dayOf = (session: number): string =>
  new Date(Date.UTC(2026, 0, 1) + Math.floor((session * 365) / SESSIONS) * 86_400_000).toISOString().slice(0, 10)

/** A store that crashes are survived by: it is opened again each time. */
class Place {
  readonly dir: string
  store: Store

  constructor(dir: string, store: Store) {
    this.dir = dir
    this.store = store
  }

  static async open(): Promise<Place> {
    const dir = await newFolder()
    const place = new Place(dir, await openAt(dir))
    await place.store.changeSettings({ layout: 'index' })
    await makeIndex(place.store)
    return place
  }

  async reopen(): Promise<void> {
    await this.store.close()
    this.store = await openAt(this.dir)
  }
}

const openAt = (dir: string): Promise<Store> => openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })

interface Year {
  readonly commands: number
  readonly crashes: number
  readonly cleared: number
  readonly fixed: number
}

/** One session. @returns what the user has to say again in the next one, because the process was gone */
async function session(
  place: Place,
  { at, sayings }: { readonly at: number; readonly sayings: readonly Saying[] },
  interruption: Interruption | null,
): Promise<{ readonly commands: number; readonly unheard: readonly Saying[] }> {
  const tool = createMemoryTool(place.store, { conversation: `session-${at}` })
  const agent = new GuidedAgent(tool, dayOf(at), interruption)
  try {
    await agent.hear(sayings)
    return { commands: agent.commands, unheard: [] }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    await place.reopen()
    return { commands: agent.commands, unheard: sayings }
  }
}

async function findingsIn({
  store,
  dir,
}: Place): Promise<{ readonly upkeep: Upkeep; readonly list: readonly Finding[] }> {
  const upkeep = createUpkeep({ store, folder: `${dir}-upkeep`, isPinned: () => false, emit: () => undefined })
  for await (const step of upkeep.findings()) if (step.kind === 'done') return { upkeep, list: step.findings.list }
  return { upkeep, list: [] }
}

async function applyFixes(place: Place): Promise<number> {
  const { upkeep, list } = await findingsIn(place)
  const ids = list.flatMap(({ id, kind, fixes }) => (APPLIED.includes(kind) && fixes.length > 0 ? id : []))
  if (ids.length > 0) await upkeep.fix(ids.map((id) => ({ id, fix: 0 })))
  return ids.length
}

async function live(place: Place, life: Life): Promise<Year> {
  const pick = random(SEED + 1)
  const year = { commands: 0, crashes: 0, cleared: 0, fixed: 0 }
  let unheard: readonly Saying[] = []
  for (let at = 0; at < SESSIONS || unheard.length > 0; at += 1) {
    const sayings = [...unheard, ...(life.sessions[at] ?? [])]
    const kind = pick(2) === 0 ? 'crash' : 'cleared'
    const interruption =
      at % 3 === 2 && at < SESSIONS ? ({ before: 1 + pick(4 * sayings.length), kind } as const) : null
    if (interruption !== null) year[kind === 'crash' ? 'crashes' : 'cleared'] += 1
    const done = await session(place, { at, sayings }, interruption)
    year.commands += done.commands
    unheard = done.unheard
    if ((at + 1) % UPKEEP_EVERY === 0) year.fixed += await applyFixes(place)
  }
  year.fixed += await applyFixes(place)
  return year
}

/** What somebody finds who knows nothing: the index, then the one topic that it names for a subject. */
async function reachable({ store }: Place, life: Life): Promise<number> {
  const tool = createMemoryTool(store)
  const view = async (path: string): Promise<string> => (await tool.run({ command: 'view', path })).content
  const index = (await view('/memories/MEMORY.md')).split('\n')
  const topics = new Map<string, string>()
  let count = 0
  for (const [fact, value] of life.truth) {
    const line = index.find((each) => each.includes(`[${fact.subject}]`))
    const path = /\]\(([^)]*)\)/.exec(line ?? '')?.[1]
    if (path === undefined) continue
    const topic = topics.get(path) ?? (await view(`/memories/${path}`))
    topics.set(path, topic)
    if (topic.includes(lineOf(fact, value))) count += 1
  }
  return count
}

async function statedUntruths({ store }: Place, life: Life): Promise<readonly string[]> {
  const texts: string[] = []
  for (const { blob } of (await store.tree()).files) texts.push((await store.text(blob.id)) ?? '')
  const all = texts.join('\n')
  return life.untrue.map(({ fact, value }) => lineOf(fact, value)).filter((line) => all.includes(line))
}

test(
  `after a year of ${SESSIONS} sessions what is true is found in two views, and nothing else is stated (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const facts = SESSIONS * 5
    const part = Math.round(facts / 6)
    const life = lifeOf({ sessions: SESSIONS, facts, changes: part, retractions: part, seed: SEED })
    expect([life.truth.size, life.untrue.length]).toEqual([facts - part, 2 * part])
    const place = await Place.open()
    const year = await live(place, life)
    const found = await reachable(place, life)
    const index = (await place.store.file('MEMORY.md'))?.text ?? ''
    const [lines, bytes] = [index.split('\n').length - 1, Buffer.byteLength(index)]
    const untruths = await statedUntruths(place, life)
    process.stdout.write(
      `year: ${year.commands} commands, ${year.crashes} crashes, ${year.cleared} cleared, ${year.fixed} fixes; ` +
        `${found} of ${life.truth.size} reachable, ${untruths.length} untrue stated, index ${lines} lines and ${bytes} bytes, ` +
        `${(await place.store.tree()).files.length} files\n`,
    )
    expect(found / life.truth.size).toBeGreaterThanOrEqual(MIN_REACHABLE)
    expect(untruths).toEqual([])
    expect(lines).toBeLessThanOrEqual(INDEX_MAX_LINES)
    expect(bytes).toBeLessThanOrEqual(INDEX_MAX_BYTES)
    // The checks find nothing that is not so.
    expect((await findingsIn(place)).list).toEqual([])
    await place.store.close()
  },
)
