import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk } from 'diff'
import type { Span } from './config-format.ts'

const NO_FILE = '/dev/null'
const ELSE = '…'
const LINE_END = /\r\n|\n|\r/

/** A text, and the pieces of it that the other version of the file does not have. */
export interface Version {
  readonly text: string
  readonly pieces: readonly Span[]
}

/**
 * A change as a unified diff of nothing but our own lines: those around them may hold keys of others, and a diff of both
 * texts could take one of those for changed. Of a line that is ours in part, the rest is "…", except braces and commas.
 * @param before null for a file that is made
 * @param after null for one that is removed
 */
export function shownChange(name: string, before: Version | null, after: Version | null): string {
  const hunks: StructuredPatchHunk[] = []
  let shift = 0
  for (const piece of sorted(before)) {
    const { line, own, rest } = linesOf(before?.text ?? '', piece)
    hunks.push(hunk(line, line + shift, own, rest))
    shift += rest.length - own.length
  }
  for (const piece of sorted(after)) {
    const { line, own, rest } = linesOf(after?.text ?? '', piece)
    hunks.push(hunk(line - shift, line, rest, own))
    shift += own.length - rest.length
  }
  const names = { oldFileName: before === null ? NO_FILE : name, newFileName: after === null ? NO_FILE : name }
  return formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks }, FILE_HEADERS_ONLY)
}

const sorted = (version: Version | null): readonly Span[] =>
  version?.pieces.toSorted((one, other) => one.start - other.start) ?? []

function hunk(
  oldStart: number,
  newStart: number,
  gone: readonly string[],
  come: readonly string[],
): StructuredPatchHunk {
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)]
  return { oldStart, oldLines: gone.length, newStart, newLines: come.length, lines }
}

/** The lines that a piece is on, with it and without it, and the number of the first. */
function linesOf(text: string, { start, end }: Span) {
  const from = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
  const line = text.slice(0, from).split(LINE_END).length
  const own = text.slice(start, end)
  const isWhole = from === start && /[\r\n]$/.test(own)
  const before = shownPart(text.slice(from, start))
  const after = isWhole ? '' : shownPart(text.slice(end).split(LINE_END, 1)[0] ?? '')
  const lines = `${before}${own}${after}`.split(LINE_END)
  if (isWhole || (before === '' && after === '' && from === start))
    return { line, own: lines.filter(isNoEnd), rest: [] }
  return { line, own: lines, rest: [before === ELSE || after === ELSE ? ELSE : before + after] }
}

/** All but what a last line end leaves behind it. */
const isNoEnd = (line: string, at: number, { length }: readonly string[]): boolean => line !== '' || at < length - 1

const shownPart = (text: string): string => (/^[\s{}[\],]*$/.test(text) ? text : ELSE)
