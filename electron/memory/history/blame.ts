import type { ObjectId } from '../../../shared/change.ts'
import type { BlameLine } from '../../../shared/memory.ts'
import { pairLines } from '../../../shared/merge/pairs.ts'
import { compareLines } from '../repo/text.ts'

/** One version of a file and the commit that made it. */
export interface FileVersion {
  /** Identifies the content: versions with the same id have the same text. */
  readonly id: ObjectId
  readonly lines: readonly string[]
  readonly commit: ObjectId
  /** Made by an undo, redo or restore: the lines that it brings back keep their author. */
  readonly isBroughtBack: boolean
}

/**
 * The blame of a file: every line of the newest version, with all its earlier readings. When a run of lines is
 * replaced, each added line inherits the readings of the most similar removed one, in order.
 * @param versions oldest first
 */
export function blameOf(versions: readonly FileVersion[]): readonly BlameLine[] {
  let lines: readonly BlameLine[] = []
  let text: readonly string[] = []
  const known = new Authors()
  for (const version of versions) {
    lines = known.authored(version, next(lines, text, version, known))
    text = version.lines
    known.note(version.id, lines)
  }
  return lines
}

/** Remembers who first wrote the lines of earlier versions. */
class Authors {
  readonly #versions = new Map<ObjectId, readonly BlameLine[]>()
  readonly #texts = new Map<string, BlameLine>()

  note(id: ObjectId, lines: readonly BlameLine[]): void {
    this.#versions.set(id, lines)
  }

  noteLines(lines: readonly BlameLine[]): void {
    for (const line of lines) if (line.readings[0] !== undefined) this.#texts.set(line.readings[0].text, line)
  }

  /** A line as a version adds it. If the version only brings the line back, its author and its readings stay. */
  lineOf({ id, commit, isBroughtBack }: FileVersion, text: string, line: number): BlameLine {
    const known = isBroughtBack ? (this.#versions.get(id)?.[line] ?? this.#texts.get(text)) : undefined
    const [before, ...older] = known?.readings ?? []
    return before === undefined
      ? { readings: [{ text, commit, broughtBack: null }] }
      : { readings: [{ ...before, broughtBack: commit }, ...older] }
  }

  /**
   * The lines of a version that is brought back whole, each with the author that it had then. The texts alone do not
   * show which of several equal lines stayed.
   */
  authored({ id, isBroughtBack }: FileVersion, lines: readonly BlameLine[]): readonly BlameLine[] {
    const before = isBroughtBack ? this.#versions.get(id) : undefined
    if (before === undefined) return lines
    return lines.map((line, at) => {
      const [now, then] = [line.readings[0], before[at]?.readings[0]]
      return now === undefined || then === undefined || now.commit === then.commit ? line : (before[at] ?? line)
    })
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
      for (const line of lines.slice(at, at + run.lines.length)) result.push(line)
      at += run.lines.length
      continue
    }
    // A replacement is a removed and an added run side by side, in either order.
    const pair = [run, runs[i + 1]].filter((candidate) => candidate !== undefined && candidate.kind !== 'same')
    const removed = pair.find((candidate) => candidate?.kind === 'removed')?.lines.length ?? 0
    const added = pair.find((candidate) => candidate?.kind === 'added')?.lines ?? []
    const first = result.length
    const lineOf = (line: string, i: number): BlameLine => known.lineOf(version, line, first + i)
    const replaced = replace(lines.slice(at, at + removed), added.map(lineOf))
    known.noteLines(replaced)
    for (const line of replaced) result.push(line)
    at += removed
    i += pair.length - 1
  }
  return result
}

/** A line that replaces another has its readings, too; one that replaces none keeps those it had. */
function replace(old: readonly BlameLine[], added: readonly BlameLine[]): readonly BlameLine[] {
  const matches = pairLines(old.map(newestText), added.map(newestText))
  return added.map((line, i) => {
    const before = old[matches.get(i) ?? -1]
    return before === undefined ? line : { readings: [...line.readings.slice(0, 1), ...before.readings] }
  })
}

const newestText = ({ readings }: BlameLine): string => readings[0]?.text ?? ''
