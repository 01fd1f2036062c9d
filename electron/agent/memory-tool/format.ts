import { shownName } from '../../../shared/invisible.ts'
import { counted } from '../../../shared/messages/english.ts'
import { toolPath } from '../../memory/paths.ts'
import type { Listed } from '../../memory/store-interface.ts'
import { lineAt, splitLines } from './text.ts'

// How the tool shows files, directories and edits. Pure, and exactly as the tool's specification says.

export const MAX_LINES = 999_999
export const CONTEXT_LINES = 2
/** Of one line of a snippet: it shows where an edit is, not all that is there. */
const MAX_LINE_CHARACTERS = 5_000
const MAX_LINES_NAMED = 100

/** @param range first and last line; the last may be -1 (to the end); lines outside the file are ignored */
export function formatFile(path: string, text: string, range?: readonly number[]): string {
  const lines = splitLines(text)
  const [first = 1, last = -1] = range ?? []
  const from = Math.max(first, 1)
  const to = last === -1 ? lines.length : Math.min(last, lines.length)
  return [`Here's the content of ${path} with line numbers:`, ...numbered(lines, from, to)].join('\n')
}

/**
 * The lines around an edit whose new text is at `start` to `end`. Very long ones are shortened.
 * @param redact gets such a line whole: in half a line it may not know a secret
 */
export function formatSnippet(text: string, start: number, end: number, redact: (line: string) => string): string {
  const first = lineAt(text, start)
  const last = lineAt(text, Math.max(start, end - 1))
  const lines = splitLines(text)
  const from = Math.max(first - CONTEXT_LINES, 1)
  const to = Math.min(last + CONTEXT_LINES, lines.length)
  return numbered(lines, from, to, (line) => shortened(line, redact)).join('\n')
}

function shortened(line: string, redact: (line: string) => string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const text = redact(line)
  // Never half of a character.
  const shown = text.slice(0, MAX_LINE_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
  const more = text.length - shown.length
  return more === 0 ? shown : `${shown} [${counted(more)} more characters in this line]`
}

/** "3, 5, 8": line numbers, the first of them if there are very many. */
export function formatLines(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_LINES_NAMED).join(', ')
  const more = lines.length - MAX_LINES_NAMED
  return more > 0 ? `${named} and ${counted(more)} more` : named
}

function numbered(
  lines: readonly string[],
  from: number,
  to: number,
  shown: (line: string) => string = (line) => line,
): readonly string[] {
  return lines
    .slice(from - 1, Math.max(to, from - 1))
    .map((line, index) => `${String(from + index).padStart(6)}\t${shown(line)}`)
}

/**
 * @param path the directory as requested; the entries are shown below it, each on one line (`lookup.ts` finds them so)
 */
export function formatDirectory(path: string, entries: readonly Listed[]): string {
  const root = entries[0]?.path ?? ''
  const shown = (entry: Listed): string => {
    const below = root === '' ? entry.path : entry.path.slice(root.length + 1)
    return below === '' ? path : `${path}/${below.split('/').map(shownName).join('/')}`
  }
  return [
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`,
    ...entries.map((entry) => `${formatSize(entry.size)}\t${shown(entry)}`),
  ].join('\n')
}

/** What is said below a listing of what could not be looked at; '' of nothing. */
export function formatUnreadable(entries: readonly Listed[]): string {
  const paths = entries.filter(({ isUnreadable }) => isUnreadable).map(({ path }) => toolPath(path))
  return paths.length === 0 ? '' : `\n\n[These cannot be read at present: ${paths.map(shownName).join(', ')}]`
}

const UNITS = ['K', 'M', 'G', 'T', 'P'] as const

/** 512B, 4.0K, 1.5K, 1.2M. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`
  let size = bytes
  let unit = ''
  for (const next of UNITS) {
    size /= 1024
    unit = next
    if (Number(size.toFixed(1)) < 1024) break
  }
  return `${size.toFixed(1)}${unit}`
}
