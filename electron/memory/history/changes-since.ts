import type { Change, ObjectId } from '../../../shared/change.ts'
import { append } from '../../../shared/merge/hunks.ts'
import { pairLines } from '../../../shared/merge/pairs.ts'
import { isUntrusted, unverified } from '../../../shared/origin.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { NumberedLine, ReviewChange } from '../../../shared/review.ts'
import { compareLines, linesOf, type Run } from '../repo/text.ts'
import type { ChainEntry } from './chain.ts'
import { RemovedLines } from './removed-lines.ts'

/** A commit with all that it changed. */
export interface WrittenCommit {
  readonly entry: ChainEntry
  readonly changes: readonly Change[]
}

/** The text of a version; null for bytes that are not text, or too large to be compared. */
export type TextOf = (id: ObjectId) => string | null

/**
 * What commits changed together, line by line, each with the commit that did it. What they undid among themselves, and
 * what the user wrote on this device, is left out; what they imported is not.
 */
export class ChangesReplay {
  readonly #textOf: TextOf
  readonly #files = new Map<string, FileSince>()

  constructor(textOf: TextOf) {
    this.#textOf = textOf
  }

  /** Adds the next commit. */
  apply({ entry, changes }: WrittenCommit): void {
    for (const change of changes) {
      if (isPolicyPath(change.path)) continue
      const file = this.#files.get(change.from ?? change.path) ?? new FileSince(change, this.#textOf)
      if (change.from !== undefined) this.#files.delete(change.from)
      this.#files.set(change.path, file)
      file.apply(entry, change)
    }
  }

  /** @param isOwn whether this device wrote a commit */
  changes(isOwn: (commit: ObjectId) => boolean): readonly ReviewChange[] {
    return [...this.#files]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([path, file]) => file.changes(path))
      .map((change) =>
        isOwn(change.by.commit) ? change : { ...change, by: { ...unverified(change.by), client: null } },
      )
      .filter(({ by }) => by.actor !== 'user' || isUntrusted(by.lineage))
  }
}

/** A line as it is by now. */
interface Line {
  readonly text: string
  /** Null for a line that was there before. */
  readonly writer: ChainEntry | null
  /** The line of the first version that it is, or is a version of, from 0. */
  readonly first: number | null
  /** Other lines of the first version that it took the place of. */
  readonly replaced: readonly number[]
}

/** Lines that took the place of others. */
interface Replacement {
  readonly removed: readonly Line[]
  readonly added: readonly string[]
  /** The last line of the first version that is before them, from 0; -1 for none. */
  readonly after: number
}

/** A file while the commits are replayed. */
class FileSince {
  readonly #textOf: TextOf
  readonly #path: string
  readonly #first: Change['before']
  readonly #firstLines: readonly string[]
  #lines: readonly Line[]
  #current: Change['after']
  readonly #removed: RemovedLines
  #last: ChainEntry | null = null
  #mover: ChainEntry | null = null
  #isText: boolean

  constructor({ path, from, before }: Change, textOf: TextOf) {
    this.#textOf = textOf
    this.#path = from ?? path
    this.#first = before
    this.#current = before
    const text = before === null ? '' : textOf(before.id)
    this.#isText = text !== null
    this.#firstLines = linesOf(text ?? '')
    this.#removed = new RemovedLines(this.#firstLines)
    this.#lines = this.#firstLines.map((line, first) => ({ text: line, writer: null, first, replaced: [] }))
  }

  apply(entry: ChainEntry, { after, from }: Change): void {
    if (from !== undefined) this.#mover = entry
    const isSame = after?.id === this.#current?.id
    this.#current = after
    if (isSame) return
    this.#last = entry
    const text = after === null ? '' : this.#textOf(after.id)
    if (text === null) this.#isText = false
    else this.#lines = this.#next(entry, linesOf(text))
  }

  #next(entry: ChainEntry, now: readonly string[]): readonly Line[] {
    const old = this.#lines
    const runs = compareLines(
      old.map(({ text }) => text),
      now,
    ) ?? [
      { kind: 'removed' as const, lines: old.map(({ text }) => text) },
      { kind: 'added' as const, lines: now },
    ]
    const out: Line[] = []
    const present = newTexts(old, runs)
    let at = 0
    let removed: Line[] = []
    let added: string[] = []
    let after = -1
    const put = (lines: readonly Line[]): void => {
      append(out, lines)
      after = lines.findLast(({ first }) => first !== null)?.first ?? after
    }
    const flush = (): void => {
      this.#settleReplaced(entry, removed, present)
      put(this.#replaced(entry, { removed, added, after }))
      removed = []
      added = []
    }
    for (const { kind, lines } of runs) {
      if (kind === 'added') added = [...added, ...lines]
      else {
        const here = old.slice(at, at + lines.length)
        at += lines.length
        if (kind === 'removed') removed = [...removed, ...here]
        else {
          flush()
          put(here)
        }
      }
    }
    flush()
    return out
  }

  #replaced(entry: ChainEntry, { removed, added, after }: Replacement): readonly Line[] {
    const pairs = pairLines(
      removed.map(({ text }) => text),
      added,
    )
    const kept = new Set(pairs.values())
    const gone = removed.flatMap(({ first }, index) => (kept.has(index) || first === null ? [] : [first]))
    // What takes the place of lines that it is no version of is shown with them, as one change.
    const inPlace = added.findIndex((text, index) => !pairs.has(index) && text.trim() !== '')
    if (inPlace === -1) for (const first of gone) this.#removed.add(first, entry)
    return added.map((text, index) => {
      const old = removed[pairs.get(index) ?? -1]
      if (old !== undefined) return { text, writer: entry, first: old.first, replaced: [] }
      return {
        text,
        writer: entry,
        first: this.#removed.takeBack(text, after),
        replaced: index === inPlace ? gone : [],
      }
    })
  }

  /** What a line had taken the place of stays the loss of whoever wrote that line, whatever becomes of the line. */
  #settleReplaced(entry: ChainEntry, removed: readonly Line[], present: ReadonlySet<string>): void {
    for (const { replaced, writer } of removed)
      for (const first of replaced)
        if (!present.has(this.#firstLines[first] ?? '')) this.#removed.add(first, writer ?? entry)
  }

  changes(path: string): readonly ReviewChange[] {
    const [first, current] = [this.#first, this.#current]
    const from = path === this.#path ? null : this.#path
    const whole = { path, from, wholeFile: true, removed: [], added: [], lost: 0, linesThen: this.#firstLines.length }
    const moved =
      from === null || first === null || this.#mover === null
        ? []
        : [{ kind: 'moved' as const, ...whole, by: writerOf(this.#mover) }]
    if (first?.id === current?.id || this.#last === null) return moved
    const by = writerOf(this.#last)
    if (current === null) {
      const removed = this.#firstLines.map((text, index) => ({ number: index + 1, text }))
      return [{ kind: 'forgot', ...whole, removed, lost: removed.length, by }]
    }
    if (!this.#isText) return [{ kind: first === null ? 'learned' : 'changed', ...whole, by }]
    const lines = [...this.#written(), ...this.#gone()].filter(hasText)
    return [...moved, ...lines.map((change) => ({ ...whole, wholeFile: false, ...change }))]
  }

  /** Lines that are there now, those of one commit that stand together as one change. */
  #written(): readonly LineChange[] {
    const groups: Writing[] = []
    // One that was there before is itself, not an equal one that is gone.
    const present = new Set(this.#lines.flatMap(({ text, first }) => (first === null ? [text] : [])))
    this.#lines.forEach(({ text, writer, first, replaced }, index) => {
      const old = first === null ? undefined : this.#firstLines[first]
      // A line that was only moved is not gone.
      const gone = replaced.filter((at) => !present.has(this.#firstLines[at] ?? ''))
      if (writer === null || (old === text && gone.length === 0)) return
      const places = [...(first === null ? [] : [first]), ...gone].toSorted((a, b) => a - b)
      const kind = places.length === 0 ? 'learned' : 'changed'
      const added = { number: index + 1, text }
      const removed = places.map((at) => ({ number: at + 1, text: this.#firstLines[at] ?? '' }))
      const last = groups.at(-1)
      if (last?.writer === writer && last.kind === kind && last.added.at(-1)?.number === index) {
        last.added.push(added)
        append(last.removed, removed)
        last.lost += gone.length
      } else groups.push({ kind, writer, removed, lost: gone.length, added: [added] })
    })
    return groups.map(({ writer, ...group }) => ({ ...group, by: writerOf(writer) }))
  }

  /** Lines that are gone, those that one commit removed together as one change. */
  #gone(): readonly LineChange[] {
    const groups: { remover: ChainEntry; removed: NumberedLine[] }[] = []
    for (const [first, remover] of this.#removed.inOrder()) {
      const line = { number: first + 1, text: this.#firstLines[first] ?? '' }
      const last = groups.at(-1)
      if (last?.remover === remover && last.removed.at(-1)?.number === first) last.removed.push(line)
      else groups.push({ remover, removed: [line] })
    }
    return groups.map(({ remover, removed }) => ({
      kind: 'forgot',
      removed,
      lost: removed.length,
      added: [],
      by: writerOf(remover),
    }))
  }
}

/** The texts of what is new by now. A line that was there before is itself, not an equal one that is gone. */
function newTexts(old: readonly Line[], runs: readonly Run[]): ReadonlySet<string> {
  const texts = new Set<string>()
  let at = 0
  for (const { kind, lines } of runs) {
    if (kind === 'added') for (const text of lines) texts.add(text)
    else at += lines.length
    if (kind === 'same')
      for (const { text, first } of old.slice(at - lines.length, at)) if (first === null) texts.add(text)
  }
  return texts
}

type LineChange = Pick<ReviewChange, 'kind' | 'removed' | 'lost' | 'added' | 'by'>

interface Writing {
  readonly kind: LineChange['kind']
  readonly writer: ChainEntry
  readonly removed: NumberedLine[]
  lost: number
  readonly added: NumberedLine[]
}

/** Empty lines come and go with the lines around them. */
function hasText({ added, removed }: LineChange): boolean {
  return [...added, ...removed].some(({ text }) => text.trim() !== '')
}

function writerOf({ commit, id, origin, author, time }: ChainEntry): ReviewChange['by'] {
  const { actor, client, lineage, conversation, turn, message } = origin
  return {
    commit,
    variorumId: id,
    actor,
    author,
    client: client ?? null,
    lineage,
    conversation: conversation ?? null,
    turn: turn ?? null,
    message: message ?? null,
    time,
  }
}
