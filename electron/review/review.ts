import { createHash } from 'node:crypto'
import type { ObjectId } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { keyOf } from '../../shared/merge/similarity.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import type { ChangesSince, Review, ReviewChange, ReviewLine, UndoDraft } from '../../shared/review.ts'
import type { UndoWhat } from '../../shared/undoing.ts'
import type { Store } from '../memory/store-interface.ts'
import { Looked, type LookedAt } from './looked.ts'
import { contradicts, ranked, reasonsOf, replacedValue } from './rank.ts'
import { addedLines, removedLines } from './rejected-lines.ts'
import { Rejected } from './rejected.ts'
import { UndoDrafts } from './undo-drafts.ts'

/** What the user has not looked at yet, and what waits for a decision. */
export interface Reviewing {
  /** What was there when this device first opened the store is not news: the first look is then. */
  begin(): Promise<void>
  review(): Promise<Review>
  /** Marks lines as seen, and changes nothing else. */
  keep(ids: readonly string[]): Promise<void>
  /** The lines are not seen after all. */
  unkeep(ids: readonly string[]): Promise<void>
  /** Everything up to this state is seen. */
  keepAll(until: ObjectId | null): Promise<void>
  saveDraft(draft: UndoDraft): Promise<void>
  dropDraft(id: string): Promise<void>
  /** Remembers the lines of the agent that an undo removed, and forgets those that a redo brought back. */
  noteUndo(undo: Commit): Promise<void>
  /** The rejected lines that a commit wrote again; they are remembered. */
  noteWrite(commit: Commit): Promise<readonly { readonly text: string; readonly rejectedAt: string }[]>
  /** The commits that wrote a rejected line again. */
  returned(): Promise<readonly { readonly commit: string; readonly rejectedAt: string }[]>
}

export interface ReviewOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  /** Whether lines that the user undid are remembered. */
  readonly remembersRejected: () => boolean
  readonly emit: (event: AppEvent) => void
}

export function createReview({ store, folder, remembersRejected, emit }: ReviewOptions): Reviewing {
  const [looked, drafts, rejected] = [new Looked(folder), new UndoDrafts(folder), new Rejected(folder)]
  const changed = (): void => emit({ type: 'review.changed' })
  const linesSince = async (found: ChangesSince): Promise<readonly ReviewLine[]> => {
    const older = new OlderLines(store)
    const lines: ReviewLine[] = []
    for (const change of found.changes) {
      const texts = change.added.map(({ text }) => text)
      const [returned] = await rejected.find(change.path, texts)
      const known = { rejectedAt: returned?.rejectedAt ?? null, against: await older.against(change) }
      lines.push({
        ...change,
        ...known,
        id: idOf(change),
        reasons: reasonsOf(change, known),
        undo: undoOf(change, found),
      })
    }
    return ranked(lines)
  }
  const begin = async (): Promise<LookedAt> => {
    const known = await looked.read()
    return known ?? looked.upTo((await store.status()).head)
  }
  return {
    begin: async () => void (await begin()),
    async review() {
      const now = await begin()
      const found = await store.changesSince(now.state)
      const kept = new Set(now.kept)
      const lines = (await linesSince(found)).filter(({ id }) => !kept.has(id))
      const { until, isCut } = found
      // Everything is seen: the next look starts here, and what was kept need not be remembered.
      if (lines.length === 0 && until !== null && until !== now.state) await looked.upTo(until)
      return { lookedAt: now.state === null ? null : now.at, until, lines, isCut, drafts: await drafts.list() }
    },
    keep: async (ids) => looked.keep(ids).then(changed),
    unkeep: async (ids) => looked.unkeep(ids).then(changed),
    keepAll: async (until) => looked.upTo(until).then(() => changed()),
    saveDraft: async (draft) => drafts.save(draft).then(changed),
    dropDraft: async (id) => drafts.drop(id).then(changed),
    async noteUndo(undo) {
      if (!remembersRejected()) return
      const [first] = [...(undo.origin.undoes ?? []), ...(undo.origin.undoesPart ?? [])]
      const undone = first === undefined ? null : await store.commit(first)
      if (undone?.origin.actor !== 'agent' && undone?.origin.verb !== 'undo') return
      for (const { change } of undo.changes) {
        if (undone.origin.actor === 'agent')
          await rejected.add(change.path, await removedLines(store, change), undo.time)
        else await rejected.remove(change.path, await addedLines(store, change))
      }
    },
    async noteWrite(commit) {
      if (!remembersRejected() || commit.origin.actor !== 'agent' || (await rejected.isEmpty())) return []
      const found: { readonly text: string; readonly rejectedAt: string }[] = []
      for (const { change } of commit.changes)
        found.push(...(await rejected.find(change.path, await addedLines(store, change))))
      const [first] = found
      if (first !== undefined) {
        await rejected.noteReturned(commit.id, first.rejectedAt)
        changed()
      }
      return found
    },
    returned: () => rejected.returned(),
  }
}

function idOf({ kind, path, removed, added, by }: ReviewChange): string {
  const texts = [removed, added].map((lines) => lines.map(({ text }) => text))
  return createHash('sha1')
    .update(JSON.stringify([kind, path, texts, by.commit]))
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

/** With more files than this a key ("date", "status") does not tell what a line is about. */
const MAX_FILES_OF_KEY = 3
const MAX_SEARCHES = 200

/** Finds the older line that a new one contradicts. */
class OlderLines {
  readonly #store: Store
  readonly #texts = new Map<string, readonly string[]>()
  #searches = 0

  constructor(store: Store) {
    this.#store = store
  }

  async against(change: ReviewChange): Promise<ReviewLine['against']> {
    const replaced = replacedValue(change)
    if (replaced !== null) return { path: change.path, text: replaced }
    if (change.kind !== 'learned') return null
    const own = new Set(change.added.map(({ number }) => number))
    for (const { text } of change.added) {
      if (keyOf(text) === null) continue
      const lines = await this.#linesOf(change.path)
      const here = lines.find((line, at) => !own.has(at + 1) && contradicts(line, text))
      if (here !== undefined) return { path: change.path, text: here }
      const elsewhere = await this.#elsewhere(change.path, text)
      if (elsewhere !== null) return elsewhere
    }
    return null
  }

  async #linesOf(path: string): Promise<readonly string[]> {
    let lines = this.#texts.get(path)
    if (lines === undefined) {
      lines = linesWithEnds((await this.#store.file(path))?.text ?? '').map((line) => line.trimEnd())
      this.#texts.set(path, lines)
    }
    return lines
  }

  async #elsewhere(path: string, text: string): Promise<ReviewLine['against']> {
    const key = keyOf(text)
    if (key === null || this.#searches >= MAX_SEARCHES) return null
    this.#searches += 1
    const { hits } = await this.#store.search({ words: key, limit: 2 * MAX_FILES_OF_KEY })
    const others = hits.filter((hit) => hit.path !== path && hit.line !== null && keyOf(hit.line.text) === key)
    if (others.length > MAX_FILES_OF_KEY) return null
    const found = others.find(({ line }) => contradicts(line?.text ?? '', text))
    return found?.line == null ? null : { path: found.path, text: found.line.text }
  }
}
