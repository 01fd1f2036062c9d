import { Buffer } from 'node:buffer'
import type { Change, ObjectId } from '../../../shared/change.ts'
import { Deciding } from '../../../shared/merge/conflicts.ts'
import { withoutLines } from '../../../shared/merge/lines.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { ChangedLines, Choices, Conflict, Content, FilePlace } from '../../../shared/undoing.ts'
import { objectId } from '../git/objects.ts'

// Undoing changes one after the other, newest first: each by a three-way merge of its inverse into the present file, so
// that everything written since is kept. Pure but for reading texts.

/** One change to undo, and where its file is now. */
export interface UndoStep {
  readonly change: Change
  readonly place: FilePlace
  /** Only these lines of it. */
  readonly lines?: ChangedLines
}

export interface UndoneFiles {
  /** Each path that was considered: what is there now, and what will be. */
  readonly files: ReadonlyMap<string, { readonly now: Content | null; readonly after: Content | null }>
  /** The present path of files that go back to another one, by that one. */
  readonly moved: ReadonlyMap<string, string>
  readonly conflicts: readonly Conflict[]
  readonly keeps: ReadonlySet<string>
}

export interface Reading {
  readonly now: (path: string) => Content | null
  /** Null for bytes that are not text, or too large to be merged. */
  readonly textOf: (id: ObjectId) => string | null
}

/** @param steps newest first */
export function undoSteps(steps: readonly UndoStep[], reading: Reading, choices: Choices): UndoneFiles {
  const undoing = new Undoing(reading, choices)
  for (const step of steps) undoing.undo(step)
  return undoing.result()
}

class Undoing {
  readonly #reading: Reading
  readonly #deciding: Deciding
  readonly #now = new Map<string, Content | null>()
  readonly #after = new Map<string, Content | null>()
  /** Where a file is by now that was at this place at first, or came back; by `keyOf` the place. */
  readonly #relocated = new Map<string, string>()
  readonly #moved = new Map<string, string>()
  readonly #keeps = new Set<string>()

  constructor(reading: Reading, choices: Choices) {
    this.#reading = reading
    this.#deciding = new Deciding(choices, (text) => objectId('blob', Buffer.from(text)))
  }

  result(): UndoneFiles {
    const files = new Map(
      [...this.#after].map(([path, after]) => [path, { now: this.#now.get(path) ?? null, after }] as const),
    )
    return { files, moved: this.#moved, conflicts: this.#deciding.conflicts, keeps: this.#keeps }
  }

  #at(path: string): Content | null {
    if (!this.#after.has(path)) {
      const now = this.#reading.now(path)
      this.#now.set(path, now)
      this.#after.set(path, now)
    }
    return this.#after.get(path) ?? null
  }

  undo({ change, place: placeAtFirst, lines }: UndoStep): void {
    const key = keyOf(placeAtFirst)
    const { before, after, from } = change
    // What it changed is gone since, and stays so; only what it deleted comes back.
    if (placeAtFirst.isGone && after !== null && !this.#relocated.has(key)) return
    const place = this.#relocated.get(key) ?? placeAtFirst.path
    const current = this.#at(place)
    const theirs = lines === undefined ? before : this.#withoutLines(change, lines)
    if (current === null) {
      if (after === null) this.#after.set(place, theirs)
      this.#relocated.set(key, place)
      return
    }
    this.#after.set(place, this.#merged(place, { base: after, ours: current, theirs }))
    if (after === null) this.#relocated.set(key, place)
    if (from !== undefined && lines === undefined && place !== from && placeAtFirst.path === change.path)
      this.#moveBack(placeAtFirst, place, from)
  }

  #withoutLines({ before, after }: Change, lines: ChangedLines): Content | null {
    const [old, now] = [this.#text(before), this.#text(after)]
    const kept = after ?? before
    if (old === null || now === null || kept === null) return before
    const text = withoutLines(old, now, lines)
    // All lines of a deleted file bring it back as it was, even when it had none.
    if (after === null && text === old) return before
    return (before === null || after === null) && text === '' ? null : { text, mode: kept.mode }
  }

  #moveBack(placeAtFirst: FilePlace, place: string, from: string): void {
    const content = this.#at(place)
    if (content === null) return
    if (this.#at(from) !== null) {
      this.#deciding.whole(place, 'name', { base: null, mine: null, theirs: null })
      return
    }
    this.#after.set(place, null)
    this.#after.set(from, content)
    this.#relocated.set(keyOf(placeAtFirst), from)
    // A file that only came back by this undo was nowhere.
    if (placeAtFirst.isGone) return
    this.#moved.set(from, this.#moved.get(place) ?? place)
    this.#moved.delete(place)
  }

  #merged(path: string, { base, ours, theirs }: ThreeContents): Content | null {
    if (theirs !== null && this.#isSame(ours, theirs)) return ours
    if (base !== null && this.#isSame(base, ours)) return theirs
    // Nothing but its name changed.
    if (base !== null && theirs !== null && this.#isSame(base, theirs)) return ours
    const mode = base !== null && theirs !== null && ours.mode === base.mode ? theirs.mode : ours.mode
    const [old, mine, other] = [this.#text(base), this.#text(ours), this.#text(theirs)]
    const isLink = [base, ours, theirs].some((each) => each?.mode === '120000')
    if (base === null || old === null || mine === null || other === null || isLink || isPolicyPath(path))
      return this.#deciding.whole(path, 'file', { base: old, mine, theirs: other }) === 'theirs' ? theirs : ours
    this.#keeps.add(path)
    const text = this.#deciding.text(path, { base: old, mine, theirs: other })
    return theirs === null && text.trim() === '' ? null : { text, mode }
  }

  #isSame(a: Content, b: Content): boolean {
    return a.mode === b.mode && idOf(a) === idOf(b)
  }

  #text(content: Content | null): string | null {
    if (content === null) return ''
    return 'text' in content ? content.text : this.#reading.textOf(content.id)
  }
}

interface ThreeContents {
  readonly base: Content | null
  readonly ours: Content
  readonly theirs: Content | null
}

/** Tells a file that is gone from another one that is at its path now. */
const keyOf = ({ path, isGone }: FilePlace): string => (isGone ? `${path}\0` : path)

/** The id that git gives a content. */
export function idOf(content: { readonly id: ObjectId } | { readonly text: string }): ObjectId {
  return 'id' in content ? content.id : objectId('blob', Buffer.from(content.text, 'utf8'))
}
