import type { StorePath } from '../../shared/change.ts'
import { type Commit, type CommitName, nameOf } from '../../shared/commit.ts'
import type { HistoryQuery } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import type { Origin } from '../../shared/origin.ts'
import { isStoppedBy, MAX_STOPPED_COMMITS, type StoppedWriter, stoppedSource } from '../../shared/waiting.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { MoveOutcome, RemoveOutcome, Store } from '../memory/store-interface.ts'
import { type Losses, lossesAfter, lostIn, measured, type Touched, touchedBy, written } from './losses.ts'
import type { WaitingList } from './waiting-list.ts'

/** Of a small memory, every change is a large share: about twenty lines go unasked. In bytes. */
const ALWAYS_FREE = 1_000
/** What counts of a program's changes. Of a conversation, those of one turn count. */
const WINDOW_MS = 60 * 60_000
/** The time of a commit is not told more finely. */
const A_SECOND = 1_000
const MAX_COMMITS = 5_000
const PAGE = 500

interface Tally {
  readonly began: number
  /** How large the memory was before all of it. */
  readonly bytes: number
  readonly losses: Losses
  readonly commits: readonly CommitName[]
}

interface BrakeOptions {
  readonly store: Pick<Store, 'history' | 'commitsOfTurn' | 'changesOf' | 'text' | 'bytes' | 'status' | 'tree'>
  readonly waiting: WaitingList
  /** The share of the memory that one source may remove or rewrite; null for any. */
  readonly share: () => number | null
  readonly changed: () => void
}

type Write<Outcome> = (asks: boolean) => Promise<Outcome>

/**
 * Stops who removes or rewrites more than a share of the memory, in one turn or, as a program, within about an hour: an
 * agent's next writes wait for the user, with what it did before. What another program did is on the disk already, so the
 * user is asked about that alone.
 */
export class Brake {
  readonly #options: BrakeOptions
  readonly #tallies = new Map<string, Tally>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(options: BrakeOptions) {
    this.#options = options
  }

  /** Writes, unless its source is stopped by now or by this: then `write` is told to ask. */
  async carryOut<Outcome extends RemoveOutcome | MoveOutcome>(
    origin: Origin,
    touched: () => Promise<readonly Touched[]>,
    write: Write<Outcome>,
  ): Promise<Outcome> {
    if (this.#options.share() === null) return write(false)
    return this.#oneByOne(origin, async () => {
      if ((await this.#stopped(origin)) !== undefined) return stopping(await write(true))
      const tally = await this.#tally(origin)
      const touches = await touched()
      // Of a version that history has not yet, it is counted once it has.
      const losses = await measured(this.#options.store, lossesAfter(tally.losses, touches)).catch(() => null)
      const share = losses === null ? 0 : shareOf({ ...tally, losses })
      if (share > (this.#options.share() ?? 1)) {
        const at = new Date().toISOString()
        const outcome = stopping(await write(true))
        // What cannot wait is refused instead: there is nothing to decide.
        if (outcome.kind === 'held') await this.#stop({ origin, at, commits: tally.commits, share })
        return outcome
      }
      const outcome = await write(false)
      // The command is done, and must not fail because of what is counted.
      if (outcome.kind === 'committed')
        await this.#count(tally, outcome.commit, touches.length === 0 ? null : losses).catch(() => undefined)
      return outcome
    })
  }

  /** Counts what another program did. What the user does, or undoes, begins the count anew. */
  async follow(commit: Commit): Promise<void> {
    const { origin, variorumId } = commit
    if (this.#options.share() === null || origin.actor === 'agent') return
    if (origin.actor !== 'outside') return this.#tallies.clear()
    // What git did, as a pull, is a decision of whoever runs it.
    if (variorumId === null) return
    await this.#oneByOne(origin, async () => {
      const tally = await this.#count(await this.#tally(origin), commit)
      const share = shareOf(tally)
      const stopped = await this.#stopped(origin)
      if (stopped !== undefined) await this.#options.waiting.replace(withMore(stopped, tally.commits, share))
      else if (share > (this.#options.share() ?? 1))
        await this.#stop({ origin, at: new Date().toISOString(), commits: tally.commits, share })
    })
  }

  async #stopped(origin: Origin): Promise<StoppedWriter | undefined> {
    const entries = await this.#options.waiting.list()
    return entries.find((each): each is StoppedWriter => each.kind === 'stopped' && isStoppedBy(each, origin))
  }

  async #stop(stopped: Omit<StoppedWriter, 'kind' | 'id' | 'releasedAt'>): Promise<void> {
    const { waiting, changed } = this.#options
    await waiting.add({ kind: 'stopped', id: newUlid(), ...stopped, releasedAt: null })
    changed()
  }

  /** @param planned what the commit was expected to lose, if that is known */
  async #count(tally: Tally, commit: Commit, planned: Losses | null = null): Promise<Tally> {
    const name = nameOf(commit)
    if (tally.commits.includes(name)) return tally
    const { store } = this.#options
    const touches = await touchedBy(store, commit)
    const losses =
      planned === null ? await measured(store, lossesAfter(tally.losses, touches)) : written(planned, touches)
    const counted = { ...tally, losses, commits: [...tally.commits, name] }
    this.#tallies.set(stoppedSource(commit.origin), counted)
    return counted
  }

  /** As counted so far, or as the history says. */
  async #tally(origin: Origin): Promise<Tally> {
    const source = stoppedSource(origin)
    const released = (await this.#options.waiting.list()).flatMap((each) =>
      each.kind === 'stopped' && each.releasedAt !== null && stoppedSource(each.origin) === source
        ? [Date.parse(each.releasedAt)]
        : [],
    )
    const [now, decided] = [Date.now(), Math.max(0, ...released)]
    const known = this.#tallies.get(source)
    const isInTurn = origin.conversation !== undefined
    if (known !== undefined && known.began >= decided)
      if (isInTurn || (known.began > now - WINDOW_MS && (await this.#hasAll(known, origin)))) return known
    const from = isInTurn ? decided : Math.max(decided, now - WINDOW_MS)
    const made = await this.#madeSince(origin, from)
    const { store } = this.#options
    let losses: Losses = []
    for (const commit of made) losses = lossesAfter(losses, await touchedBy(store, commit))
    const tally = {
      began: now,
      bytes: await this.#bytesBefore(made[0]),
      losses: await measured(store, losses),
      commits: made.map(nameOf),
    }
    this.#tallies.set(source, tally)
    return tally
  }

  /** False once another process did more for the same agent. */
  async #hasAll({ commits, began }: Tally, { client, actor }: Origin): Promise<boolean> {
    const { store } = this.#options
    const query = { ...(client !== undefined && { client }), actors: [actor], limit: 1 }
    const [last] = (await store.history(query)).commits
    return last === undefined || commits.includes(nameOf(last)) || Date.parse(last.time) < began - A_SECOND
  }

  async #bytesBefore(first: Commit | undefined): Promise<number> {
    const { store } = this.#options
    if (first === undefined) return (await store.status()).bytes
    return first.parent === null ? 0 : (await store.tree(first.parent)).bytes
  }

  /** What the same source wrote, oldest first, and nobody undid. */
  async #madeSince(origin: Origin, from: number): Promise<readonly Commit[]> {
    const { store } = this.#options
    const { conversation, turn, client, actor } = origin
    const query = { ...(client !== undefined && { client }), actors: [actor], from: new Date(from).toISOString() }
    const commits =
      conversation !== undefined ? await store.commitsOfTurn(conversation, turn ?? 0) : await newest(store, query)
    const source = stoppedSource(origin)
    return commits.filter(
      (commit) =>
        stoppedSource(commit.origin) === source && commit.undoneBy === null && Date.parse(commit.time) >= from,
    )
  }

  /** What one source does is counted in its order. */
  #oneByOne<Answer>(origin: Origin, act: () => Promise<Answer>): Promise<Answer> {
    const source = stoppedSource(origin)
    const before = this.#underWay.get(source) ?? Promise.resolve()
    const answer = before.then(act, act)
    this.#underWay.set(source, answer)
    const end = (): void => {
      if (this.#underWay.get(source) === answer) this.#underWay.delete(source)
    }
    answer.then(end, end)
    return answer
  }
}

/** What they did before stays part of it, however long ago it was. */
function withMore(stopped: StoppedWriter, commits: readonly CommitName[], share: number): StoppedWriter {
  const all = [...new Set([...stopped.commits, ...commits])].slice(0, MAX_STOPPED_COMMITS)
  return { ...stopped, commits: all, share: Math.max(stopped.share, share) }
}

/** Oldest first. */
async function newest(store: Pick<Store, 'history'>, query: HistoryQuery): Promise<readonly Commit[]> {
  const found: Commit[] = []
  let after: string | undefined
  do {
    const page = await store.history({ ...query, limit: PAGE, ...(after !== undefined && { after }) })
    found.push(...page.commits)
    after = page.next ?? undefined
  } while (after !== undefined && found.length < MAX_COMMITS)
  return found.toReversed()
}

/** What is lost, of the memory as it was before; 0 for so little that it goes unasked in any memory. */
function shareOf({ bytes, losses }: Pick<Tally, 'bytes' | 'losses'>): number {
  const lost = lostIn(losses)
  return lost <= ALWAYS_FREE ? 0 : Math.min(1, lost / Math.max(1, bytes))
}

/** The agent is told why it waits. */
function stopping<Outcome extends RemoveOutcome | MoveOutcome>(outcome: Outcome): Outcome {
  return outcome.kind === 'held' ? { ...outcome, reason: say('brake-asks') } : outcome
}

/** The store as agents use it, with the brake. */
export function brakingWrites(store: Store, brake: Brake): Store {
  const below = async (path: StorePath): Promise<readonly Touched[]> =>
    (await store.tree()).files.flatMap((file) =>
      file.path === path || file.path.startsWith(`${path}/`)
        ? [{ path: file.path, before: file.blob.id, after: null }]
        : [],
    )
  return {
    ...store,
    put(files, origin, how = {}) {
      const touched = async (): Promise<readonly Touched[]> =>
        files.map(({ path, before, bytes }) => ({ path, before, after: bytes }))
      return brake.carryOut(origin, touched, (asks) => store.put(files, origin, { ...how, asks: asks || how.asks }))
    },
    remove(paths, origin, only, how = {}) {
      const touched = async (): Promise<readonly Touched[]> => (await Promise.all(paths.map(below))).flat()
      return brake.carryOut(origin, touched, (asks) =>
        store.remove(paths, origin, only, { ...how, asks: asks || how.asks }),
      )
    },
    move: (moves, origin, how = {}) =>
      brake.carryOut(
        origin,
        async () => [],
        (asks) => store.move(moves, origin, { ...how, asks: asks || how.asks }),
      ),
  }
}
