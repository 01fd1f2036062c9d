import type { ObjectId, StorePath } from '../../shared/change.ts'
import { type Commit, type CommitName, nameOf } from '../../shared/commit.ts'
import type { Replayed } from '../../shared/devices.ts'
import type { AppEvent } from '../../shared/events.ts'
import { REVIEW_LINES_SHOWN, type Review } from '../../shared/review.ts'
import type { Choices } from '../../shared/undoing.ts'
import type { Expiring, FittedFile, KeptWaiting, NewExpiring, Waiting, WaitingUndo } from '../../shared/waiting.ts'
import type { FilePut, StoreMethods } from '../memory/store-interface.ts'
import { decidingEntries } from './deciding-entries.ts'
import { Looked, type LookedAt } from './looked.ts'
import { notingRejected } from './noting-rejected.ts'
import { OlderLines } from './older-lines.ts'
import { Rejected } from './rejected.ts'
import { againstRules, linesOf } from './review-lines.ts'
import type { Stopped } from './stopped.ts'
import { told } from './told.ts'
import type { WaitingList } from './waiting-list.ts'

export type NewUndo = Pick<WaitingUndo, 'what' | 'isRedo' | 'paths' | 'files'>

/** What the user has not looked at yet, and what waits for a decision. */
export interface Reviewing {
  /** What was there when this device first opened the store is not news: the first look is then. */
  begin(): Promise<void>
  review(): Promise<Review>
  /** Marks lines as seen, and changes nothing else. */
  keep(ids: readonly string[]): Promise<void>
  /** The same for what commits wrote: the user has just decided about it. */
  keepOf(commits: readonly CommitName[]): Promise<void>
  /** Undoes a change once a day is over. @returns the id of what waits for that day */
  keepUntil(expiring: NewExpiring): Promise<string>
  /** Undoes what was kept until a day before this one. What only the user can decide waits for them. */
  expire(today: string): Promise<void>
  /** The lines are not seen after all. */
  unkeep(ids: readonly string[]): Promise<void>
  /** Everything up to this state is seen. */
  keepAll(until: ObjectId | null): Promise<void>
  /** Other changes came in below these ones: the next look starts at `base`, and of these, what was seen stays seen. */
  lookAgain(replayed: Replayed): Promise<void>
  /** Lets an undo wait for what only the user can decide. */
  wait(undo: NewUndo): Promise<WaitingUndo>
  /** Keeps what the user has decided of it so far. */
  decide(id: string, choices: Choices): Promise<void>
  /** An entry that this device keeps; null if it waits no more. */
  kept(id: string): Promise<KeptWaiting | null>
  /** It waits no more. */
  drop(id: string): Promise<void>
  /** Who was stopped may go on. */
  release(stopped: Stopped): Promise<void>
  stopped(id: string): Promise<Stopped | null>
  /** What a write that waits would do now; null if it waits no more. */
  fitted(id: string): Promise<readonly FittedFile[] | null>
  /**
   * The user does not want what a write would add: it waits no more, and its lines are remembered. Of who was stopped, all
   * that waits is refused, and they may go on.
   * @param reason what the agent is told, in the user's words
   */
  refuse(id: string, reason?: string): Promise<void>
  /** Remembers the lines of the agent that an undo removed, and forgets those that a redo brought back. */
  noteUndo(undo: Commit): Promise<void>
  /** The rejected lines that a commit wrote again; they are remembered. */
  noteWrite(commit: Commit): Promise<readonly { readonly text: string; readonly rejectedAt: string }[]>
  /** Whether files that are about to be written have a rejected line that they had not. */
  wasRejected(files: readonly FilePut[]): Promise<boolean>
  /** The commits that wrote a rejected line again. */
  returned(): Promise<readonly { readonly commit: string; readonly rejectedAt: string }[]>
}

export interface ReviewOptions {
  readonly store: StoreMethods
  /** The device's folder of the store. */
  readonly folder: string
  readonly waiting: WaitingList
  /** What waits in the folder itself (default: nothing). */
  readonly inFolder?: () => Promise<readonly Waiting[]>
  /** The paths at which a commit of another program did what a rule is against (default: none). */
  readonly pathsAgainstRules?: (commit: ObjectId) => Promise<ReadonlySet<StorePath>>
  /** Whether lines that the user undid are remembered. */
  readonly remembersRejected: () => boolean
  readonly emit: (event: AppEvent) => void
}

export function createReview({
  store,
  folder,
  waiting,
  inFolder = async () => [],
  pathsAgainstRules = async () => new Set(),
  remembersRejected,
  emit,
}: ReviewOptions): Reviewing {
  const [looked, rejected] = [new Looked(folder), new Rejected(folder)]
  const older = new OlderLines(store)
  const changed = (): void => emit({ type: 'review.changed' })
  const begin = async (): Promise<LookedAt> => {
    const known = await looked.read()
    return known ?? looked.upTo(await nameIn(store, (await store.status()).head))
  }
  const review = async (): Promise<Review> => {
    const now = await begin()
    const found = await store.changesSince(now.state)
    const kept = new Set(now.kept)
    const against = await againstRules(found, pathsAgainstRules)
    const lines = (
      await linesOf(found, older, { findRejected: await rejected.finder(), isAgainstRule: against })
    ).filter(({ id }) => !kept.has(id))
    const { until, isCut } = found
    const state = await nameIn(store, until)
    const entries = await waiting.list()
    // Everything is seen: the next look starts here, and what was kept need not be remembered.
    if (lines.length === 0 && state !== null && state !== now.state) await looked.upTo(state)
    return {
      lookedAt: now.state === null ? null : now.at,
      until,
      lines: lines.slice(0, REVIEW_LINES_SHOWN),
      total: lines.length,
      isCut,
      expiring: expiringIn(entries),
      waiting: [...entries.flatMap((entry) => told(entry, entries)), ...(await inFolder())],
    }
  }
  return {
    begin: async () => void (await begin()),
    review,
    ...keeping({ store, looked, review, changed }),
    ...decidingEntries({ store, waiting, rejected, remembersRejected, changed }),
    ...notingRejected({ store, rejected, remembersRejected, changed }),
    returned: () => rejected.returned(),
  }
}

interface Keeping extends Pick<Reviewing, 'review'> {
  readonly store: StoreMethods
  readonly looked: Looked
  readonly changed: () => void
}

/** What the user has seen. */
function keeping({
  store,
  looked,
  review,
  changed,
}: Keeping): Pick<Reviewing, 'keep' | 'keepOf' | 'unkeep' | 'keepAll' | 'lookAgain'> {
  const keep = async (ids: readonly string[]): Promise<void> => {
    await looked.keep(ids)
    // If that was everything, the next look starts here, before anything else is written.
    await review()
    changed()
  }
  const keepOf = async (commits: readonly CommitName[]): Promise<void> => {
    if (commits.length === 0) return
    const { lines } = await review()
    await keep(lines.filter(({ by }) => commits.includes(by.variorumId ?? by.commit)).map(({ id }) => id))
  }
  return {
    keep,
    keepOf,
    lookAgain: async ({ base, commits }) => keepOf(await lookFrom(looked, base, commits)),
    unkeep: async (ids) => looked.unkeep(ids).then(changed),
    keepAll: async (until) => looked.upTo(await nameIn(store, until)).then(() => changed()),
  }
}

/** If the user has looked up to one of these, the next look starts at `base`. @returns those that they have seen */
async function lookFrom(
  looked: Looked,
  base: CommitName | null,
  commits: readonly CommitName[],
): Promise<readonly CommitName[]> {
  const seen = commits.indexOf((await looked.read())?.state ?? '')
  if (seen >= 0) await looked.upTo(base)
  return commits.slice(0, seen + 1)
}

/** Soonest first. */
const expiringIn = (entries: readonly KeptWaiting[]): readonly Expiring[] =>
  entries.filter((each) => each.kind === 'expiring').toSorted((one, other) => one.until.localeCompare(other.until))

async function nameIn(store: StoreMethods, commit: ObjectId | null): Promise<CommitName | null> {
  return commit === null ? null : nameOf(await store.commit(commit))
}
