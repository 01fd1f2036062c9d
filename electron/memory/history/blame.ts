import type { ObjectId } from '../../../shared/change.ts'
import type { BlameLine, Reading } from '../../../shared/memory.ts'
import { compareLines } from './text.ts'

/** One version of a file, and who made it. */
export interface FileVersion {
  /** What names the content: versions with the same id are the same text. */
  readonly id: ObjectId
  readonly lines: readonly string[]
  readonly by: Omit<Reading, 'text' | 'broughtBack'>
  /** An undo, redo or restore: what comes back keeps its author. */
  readonly isBroughtBack: boolean
}

/**
 * The blame of a file: every line as it stands in the newest version, with all its earlier readings. A run of
 * removed lines that is replaced by added ones hands its readings on: to the most similar added line, in order.
 * @param versions oldest first
 */
export function blameOf(versions: readonly FileVersion[]): readonly BlameLine[] {
  let lines: readonly BlameLine[] = []
  let text: readonly string[] = []
  const known = new Authors()
  for (const version of versions) {
    lines = next(lines, text, version, known)
    text = version.lines
    known.note(version.id, lines)
  }
  return lines
}

/** Who first wrote the lines of earlier versions. */
class Authors {
  readonly #versions = new Map<ObjectId, readonly BlameLine[]>()
  readonly #texts = new Map<string, Reading>()

  note(id: ObjectId, lines: readonly BlameLine[]): void {
    this.#versions.set(id, lines)
    for (const { readings } of lines) if (readings[0] !== undefined) this.#texts.set(readings[0].text, readings[0])
  }

  /** The reading that a version adds at a line: somebody else's where the version only brings it back. */
  readingOf({ id, by, isBroughtBack }: FileVersion, text: string, line: number): Reading {
    const before = isBroughtBack ? (this.#versions.get(id)?.[line]?.readings[0] ?? this.#texts.get(text)) : undefined
    if (before === undefined) return { text, ...by, broughtBack: null }
    const { commit, actor, time } = by
    return { ...before, broughtBack: { commit, actor, time } }
  }
}

function next(
  lines: readonly BlameLine[],
  text: readonly string[],
  version: FileVersion,
  known: Authors,
): readonly BlameLine[] {
  const runs = compareLines(text, version.lines) ?? [
    { kind: 'removed' as const, lines: text },
    { kind: 'added' as const, lines: version.lines },
  ]
  const result: BlameLine[] = []
  let at = 0
  for (let i = 0; i < runs.length; i += 1) {
    const run = runs[i]
    if (run === undefined) break
    if (run.kind === 'same') {
      result.push(...lines.slice(at, at + run.lines.length))
      at += run.lines.length
      continue
    }
    // A replacement is a removed and an added run side by side, in either order.
    const pair = [run, runs[i + 1]].filter((candidate) => candidate !== undefined && candidate.kind !== 'same')
    const removed = pair.find((candidate) => candidate?.kind === 'removed')?.lines.length ?? 0
    const added = pair.find((candidate) => candidate?.kind === 'added')?.lines ?? []
    const first = result.length
    const readings = added.map((line, i) => known.readingOf(version, line, first + i))
    result.push(...replace(lines.slice(at, at + removed), readings))
    at += removed
    i += pair.length - 1
  }
  return result
}

function replace(old: readonly BlameLine[], added: readonly Reading[]): readonly BlameLine[] {
  const heirs = matchInOrder(
    old.map((line) => line.readings[0]?.text ?? ''),
    added.map(({ text }) => text),
  )
  return added.map((reading, i) => ({ readings: [reading, ...(old[heirs.get(i) ?? -1]?.readings ?? [])] }))
}

/** Past this many pairs a replacement is a rewrite, and line follows line. */
const MOST_PAIRS = 10_000
const ALIKE = 0.3

/** Which old line each new one continues: the pairing, in order, of the greatest likeness. */
function matchInOrder(old: readonly string[], added: readonly string[]): ReadonlyMap<number, number> {
  if (old.length === added.length || old.length * added.length > MOST_PAIRS)
    return new Map(added.slice(0, old.length).map((_, i) => [i, i]))
  const wordsOfOld = old.map(words)
  const likeness = added.map((text) => wordsOfOld.map((other) => likenessOf(words(text), other)))
  const best = Array.from({ length: added.length + 1 }, () => new Float64Array(old.length + 1))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  const like = (i: number, j: number): number => likeness[i]?.[j] ?? 0
  for (let i = added.length - 1; i >= 0; i -= 1) {
    for (let j = old.length - 1; j >= 0; j -= 1) {
      const row = best[i]
      if (row !== undefined)
        row[j] = Math.max(at(i + 1, j), at(i, j + 1), like(i, j) >= ALIKE ? like(i, j) + at(i + 1, j + 1) : 0)
    }
  }
  const heirs = new Map<number, number>()
  for (let i = 0, j = 0; i < added.length && j < old.length;) {
    if (like(i, j) >= ALIKE && at(i, j) === like(i, j) + at(i + 1, j + 1)) heirs.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return heirs
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Shared words over all words: 0 to 1. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
