import type { LineCount } from '../../../shared/change.ts'
import type { Excerpt } from '../../../shared/commit.ts'
import type { ChangedLine } from '../../../shared/memory.ts'
import { fold, hasPhrase } from '../../../shared/phrase.ts'
import { plainLine, tellingLine } from '../../../shared/plain-line.ts'
import { compareLines, linesOf } from './text.ts'

// The lines that a change adds and removes, as one text: "-the old line\n+the new line". Pure.

const MAX_EXCERPT_LENGTH = 160
/** Characters of a line that is shown; of these, how many precede what was searched for. */
const MAX_SHOWN_LENGTH = 240
const SHOWN_LEAD_LENGTH = 60

/** What the comparison of two versions of a file yields. */
export interface ComparedTexts {
  /** Null if the texts are too different to compare in time: then every line of them counts as changed. */
  readonly lines: LineCount | null
  readonly excerpt: Excerpt
  /** The changed lines, each with its sign; '' for none. */
  readonly text: string
}

/** Compares two versions of a file, or parts of them; a missing one has no lines. */
export function compareTexts(before: string, after: string): ComparedTexts {
  const versions = [linesOf(before), linesOf(after)] as const
  const runs = compareLines(...versions)
  const changed = (kind: 'added' | 'removed'): readonly string[] =>
    runs?.flatMap((run) => (run.kind === kind ? run.lines : [])) ?? versions[kind === 'added' ? 1 : 0]
  const [removed, added] = [changed('removed'), changed('added')]
  return {
    lines: runs === null ? null : { added: added.length, removed: removed.length },
    excerpt: { removed: excerptOf(removed), added: excerptOf(added) },
    text: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n'),
  }
}

/** The line that tells what was changed, without Markdown's marks. */
function excerptOf(lines: readonly string[]): string | null {
  const first = tellingLine(lines)
  if (first === undefined) return null
  const line = plainLine(first)
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH).toWellFormed()}…` : line
}

/** The changed lines with a phrase. */
export function linesWith(text: string, phrase: string): readonly Omit<ChangedLine, 'path'>[] {
  if (!fold(text).includes(phrase)) return []
  return text
    .split('\n')
    .filter((line) => hasPhrase(line.slice(1), phrase))
    .map((line) => ({ kind: line.startsWith('+') ? 'added' : 'removed', text: line.slice(1) }))
}

/** A line as it is shown: a long one is shortened around the phrase. */
export function shownLine(line: string, phrase: string): string {
  if (line.length <= MAX_SHOWN_LENGTH) return line
  const from = Math.max(0, line.toLowerCase().indexOf(phrase.slice(0, 20)) - SHOWN_LEAD_LENGTH)
  const end = from + MAX_SHOWN_LENGTH
  return `${from > 0 ? '…' : ''}${line.slice(from, end).toWellFormed()}${end < line.length ? '…' : ''}`
}
