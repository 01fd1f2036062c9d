import { createHash } from 'node:crypto'
import type { ObjectId } from '../../shared/change.ts'
import { type Commit, type CommitName, nameOf } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { plainLine, tellingLine } from '../../shared/plain-line.ts'
import {
  REVIEW_LINES_SHOWN,
  type ChangesSince,
  type Review,
  type ReviewChange,
  type ReviewLine,
} from '../../shared/review.ts'
import type { Choices, UndoWhat } from '../../shared/undoing.ts'
import {
  type FittedFile,
  type KeptWaiting,
  type Waiting,
  type WaitingUndo,
  type WaitingWrite,
} from '../../shared/waiting.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import type { FilePut, StoreMethods } from '../memory/store-interface.ts'
import { decidingWrites } from './deciding-writes.ts'
import { Looked, type LookedAt } from './looked.ts'
import { OlderLines } from './older-lines.ts'
import { linesGone, ranked, reasonsOf } from './rank.ts'
import { addedLines, linesBetween, removedLines } from './rejected-lines.ts'
import { type FindRejected, Rejected } from './rejected.ts'
import type { WaitingList } from './waiting-list.ts'

export type NewUndo = Pick<WaitingUndo, 'what' | 'isRedo' | 'paths' | 'files'>

/** What the user has not looked at yet, and what waits for a decision. */
export interface Reviewing {
  /** What was there when this device first opened the store is not news: the first look is then. */
  begin(): Promise<void>
  review(): Promise<Review>
  /** Marks lines as seen, and changes nothing else. */
  keep(ids: readonly string[]): Promise<void>
  /** The same for what a commit wrote: the user has just decided about it. */
  keepOf(commit: ObjectId): Promise<void>
  /** The lines are not seen after all. */
  unkeep(ids: readonly string[]): Promise<void>
  /** Everything up to this state is seen. */
  keepAll(until: ObjectId | null): Promise<void>
  /** Lets an undo wait for what only the user can decide. */
  wait(undo: NewUndo): Promise<WaitingUndo>
  /** Keeps what the user has decided of it so far. */
  decide(id: string, choices: Choices): Promise<void>
  /** An entry that this device keeps; null if it waits no more. */
  kept(id: string): Promise<KeptWaiting | null>
  /** It waits no more. */
  drop(id: string): Promise<void>
  /** What a write that waits would do now; null if it waits no more. */
  fitted(id: string): Promise<readonly FittedFile[] | null>
  /**
   * The user does not want what a write would add: it waits no more, and its lines are remembered.
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
  /** Whether lines that the user undid are remembered. */
  readonly remembersRejected: () => boolean
  readonly emit: (event: AppEvent) => void
}

export function createReview({
  store,
  folder,
  waiting,
  inFolder = async () => [],
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
    const lines = (await linesOf(found, older, await rejected.finder())).filter(({ id }) => !kept.has(id))
    const { until, isCut } = found
    const state = await nameIn(store, until)
    // Everything is seen: the next look starts here, and what was kept need not be remembered.
    if (lines.length === 0 && state !== null && state !== now.state) await looked.upTo(state)
    return {
      lookedAt: now.state === null ? null : now.at,
      until,
      lines: lines.slice(0, REVIEW_LINES_SHOWN),
      total: lines.length,
      isCut,
      waiting: [...(await waiting.list()).flatMap(told), ...(await inFolder())],
    }
  }
  const keep = (ids: readonly string[]): Promise<void> => looked.keep(ids).then(changed)
  return {
    begin: async () => void (await begin()),
    review,
    keep,
    async keepOf(commit) {
      const { lines } = await review()
      await keep(lines.filter(({ by }) => by.commit === commit).map(({ id }) => id))
    },
    unkeep: async (ids) => looked.unkeep(ids).then(changed),
    keepAll: async (until) => looked.upTo(await nameIn(store, until)).then(() => changed()),
    async wait(undo) {
      const added = { kind: 'undo', ...undo, id: newUlid(), choices: {}, at: new Date().toISOString() } as const
      await waiting.add(added)
      changed()
      return added
    },
    kept: async (id) => (await waiting.list()).find((each) => each.id === id) ?? null,
    decide: (id, choices) => waiting.decide(id, choices),
    drop: async (id) => waiting.drop(id).then(changed),
    ...decidingWrites({ store, waiting, rejected, remembersRejected, changed }),
    ...notes({ store, rejected, remembersRejected, changed }),
    returned: () => rejected.returned(),
  }
}

/** What the list says of it, if the user is to decide it. */
function told(entry: KeptWaiting): Waiting | readonly [] {
  const { id, at } = entry
  switch (entry.kind) {
    case 'undo':
      return entry
    case 'tidy':
      return { kind: 'tidy', id, at, files: entry.files.length }
    case 'write':
      return {
        kind: 'write',
        id,
        at,
        origin: entry.origin,
        paths: entry.files.map(({ path }) => path),
        says: saysOf(entry),
      }
    case 'refused':
      return []
  }
}

/** The first line that it would add, as far as is known without reading the files. */
function saysOf({ files: [first] }: WaitingWrite): string | null {
  const text = first?.after != null && 'text' in first.after ? first.after.text : null
  const line = text === null ? undefined : tellingLine(text.split('\n'))
  return line === undefined ? null : plainLine(line)
}

async function nameIn(store: StoreMethods, commit: ObjectId | null): Promise<CommitName | null> {
  return commit === null ? null : nameOf(await store.commit(commit))
}

async function linesOf(
  found: ChangesSince,
  older: OlderLines,
  findRejected: FindRejected | null,
): Promise<readonly ReviewLine[]> {
  older.refresh()
  const gone = linesGone(found.changes)
  const lines: ReviewLine[] = []
  const same = new Map<string, number>()
  for (const change of found.changes) {
    const texts = change.added.map(({ text }) => text)
    const [returned] = findRejected?.(change.path, texts) ?? []
    const first = idOf(change, 0)
    const earlier = same.get(first) ?? 0
    same.set(first, earlier + 1)
    const id = earlier === 0 ? first : idOf(change, earlier)
    const against = await older.against(id, change)
    const known = { rejectedAt: returned?.rejectedAt ?? null, against, gone: gone(change) }
    lines.push({
      ...change,
      rejectedAt: known.rejectedAt,
      against,
      id,
      reasons: reasonsOf(change, known),
      undo: undoOf(change, found),
    })
  }
  return ranked(lines)
}

/** Of an undo of more commits, the lines of the others are not remembered. */
const MAX_NOTED_COMMITS = 200

interface Noting extends Pick<ReviewOptions, 'store' | 'remembersRejected'> {
  readonly rejected: Rejected
  readonly changed: () => void
}

function notes({
  store,
  rejected,
  remembersRejected,
  changed,
}: Noting): Pick<Reviewing, 'noteUndo' | 'noteWrite' | 'wasRejected'> {
  return {
    async wasRejected(files) {
      const find = remembersRejected() ? await rejected.finder() : null
      if (find === null) return false
      for (const { path, before, bytes } of files) {
        const old = before === null ? '' : ((await store.text(before)) ?? '')
        const now = bytes === null ? '' : (decodeUtf8(bytes) ?? '')
        if (find(path, linesBetween(old, now, 'added')).length > 0) return true
      }
      return false
    },
    async noteUndo(undo) {
      if (!remembersRejected()) return
      const { undoes = [], undoesPart = [] } = undo.origin
      const byAgent = new Set<string>()
      let isRedo = false
      for (const id of [...undoes, ...undoesPart].slice(0, MAX_NOTED_COMMITS)) {
        const undone = await store.commit(id)
        isRedo ||= undone.origin.verb === 'undo'
        if (undone.origin.actor !== 'agent') continue
        for (const { change } of undone.changes) for (const line of await addedLines(store, change)) byAgent.add(line)
      }
      for (const { change } of undo.changes) {
        const gone = (await removedLines(store, change)).filter((line) => byAgent.has(line))
        if (gone.length > 0) await rejected.add(change.path, gone, undo.time)
        if (isRedo) await rejected.remove(change.path, await addedLines(store, change))
      }
    },
    async noteWrite(commit) {
      const find = remembersRejected() && commit.origin.actor === 'agent' ? await rejected.finder() : null
      if (find === null) return []
      const found: { readonly text: string; readonly rejectedAt: string }[] = []
      for (const { change } of commit.changes) found.push(...find(change.path, await addedLines(store, change)))
      const [first] = found
      if (first !== undefined) {
        await rejected.noteReturned(nameOf(commit), first.rejectedAt)
        changed()
      }
      return found
    },
  }
}

/** @param earlier how many changes before it are the same but for their place */
function idOf({ kind, path, removed, added, by }: ReviewChange, earlier: number): string {
  const texts = [removed, added].map((lines) => lines.map(({ text }) => text))
  return createHash('sha1')
    .update(JSON.stringify([kind, path, texts, by.variorumId ?? by.commit, ...(earlier === 0 ? [] : [earlier])]))
    .digest('hex')
}

function undoOf(
  { kind, path, from, wholeFile, removed, added, by }: ReviewChange,
  { since, until }: ChangesSince,
): UndoWhat {
  const commits = [by.variorumId ?? by.commit]
  if (until === null || kind === 'moved' || (wholeFile && kind !== 'forgot')) return { commits }
  const between = { since, until, ...(from === null ? {} : { from }) }
  const numbers = (lines: readonly { readonly number: number }[]): readonly number[] =>
    lines.map(({ number }) => number)
  return { commits, lines: { path, removed: numbers(removed), added: numbers(added), between } }
}
