// What the editing commands do to a text. Pure. A line ends with "\n" or "\r\n" only; a text without line ends is one
// line, the empty text none.

import type { LineRange } from '../../memory/store-interface.ts'

export type Replaced =
  | {
      readonly kind: 'replaced'
      readonly text: string
      /** The range of the new text in `text`. */
      readonly start: number
      readonly end: number
      /** The lines of the old text of which something may be left in the new one, from 1. */
      readonly touched: LineRange
    }
  | { readonly kind: 'absent' }
  /** The line where each occurrence begins, from 1. */
  | { readonly kind: 'several'; readonly lines: readonly number[] }

/** Replaces the one occurrence of `search`; both are taken literally. */
export function replaceOnce(text: string, search: string, replacement: string): Replaced {
  const wanted = inLineEndsOf(text, search)
  const start = text.indexOf(wanted)
  if (start < 0) return { kind: 'absent' }
  const again = text.indexOf(wanted, start + 1)
  if (again >= 0) return { kind: 'several', lines: linesOfOccurrences(text, wanted, [start, again]) }
  const added = inLineEndsOf(text, replacement)
  return {
    kind: 'replaced',
    text: text.slice(0, start) + added + text.slice(start + wanted.length),
    start,
    end: start + added.length,
    touched: touchedLines(text, { start, end: start + wanted.length }, added),
  }
}

/** The line after the replaced text counts when it is joined to what stands before it. */
function touchedLines(text: string, { start, end }: { start: number; end: number }, added: string): LineRange {
  const from = lineAt(text, start)
  const isWhole =
    text[end - 1] === '\n' && (added === '' ? start === 0 || text[start - 1] === '\n' : added.endsWith('\n'))
  return { from, to: lineAt(text, isWhole ? end - 1 : end) }
}

/** The number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  const before = text.slice(0, offset)
  return countLines(before) + (before === '' || before.endsWith('\n') ? 1 : 0)
}

/** Of occurrences that overlap, only the first two are told: there may be as many as characters. */
function linesOfOccurrences(
  text: string,
  search: string,
  [first, second]: readonly [number, number],
): readonly number[] {
  const lines: number[] = []
  let line = 1
  let counted = 0
  for (let at = first; at >= 0; at = at === first ? second : text.indexOf(search, at + search.length)) {
    for (
      let newline = text.indexOf('\n', counted);
      newline >= 0 && newline < at;
      newline = text.indexOf('\n', counted)
    ) {
      line += 1
      counted = newline + 1
    }
    lines.push(line)
  }
  return lines
}

/** It is no part of the first line: elsewhere than at the very beginning it would be a character of the text. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Inserts `addition` after line `line` (0: before the first) as whole lines, keeping the text's final line end or its
 * absence. `null` when there is no such line.
 */
export function insertAfter(text: string, line: number, addition: string): string | null {
  const at = endOfLine(text, line)
  if (at === null) return null
  if (addition === '') return text
  const eol = hasOnlyCrlf(text) ? '\r\n' : '\n'
  const added = inLineEndsOf(text, addition)
  if (text === '' || text === BYTE_ORDER_MARK) return text + added
  const isAfterOpenLine = at === text.length && !text.endsWith('\n')
  if (isAfterOpenLine) return text + eol + added.replace(/\r?\n$/, '')
  return text.slice(0, at) + added + (added.endsWith('\n') ? '' : eol) + text.slice(at)
}

/** The offset after line `line` and its line end; `null` if the text has fewer lines. */
function endOfLine(text: string, line: number): number | null {
  if (!Number.isInteger(line) || line < 0) return null
  if (line === 0) return text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  let at = 0
  for (let passed = 0; passed < line; passed += 1) {
    if (at === text.length) return null
    const newline = text.indexOf('\n', at)
    at = newline < 0 ? text.length : newline + 1
  }
  return at
}

export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function countLines(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; lines += 1) {
    const newline = text.indexOf('\n', at)
    at = newline < 0 ? text.length : newline + 1
  }
  return lines
}

/** Models see lines without their ends and write "\n"; in a file with only "\r\n", convert to that. */
function inLineEndsOf(text: string, piece: string): string {
  return hasOnlyCrlf(text) ? piece.replace(/\r?\n/g, '\r\n') : piece
}

function hasOnlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
}
