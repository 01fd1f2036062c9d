import { ANY_BUT_SLASH, type PathPiece } from './path-pieces.ts'

// One line of a .gitignore file. Pure. Source: git's gitignore documentation, dir.c and wildmatch.c. Like git it
// compares bytes: names and patterns are Latin-1 strings of their UTF-8.

export interface IgnorePattern {
  /** "!pattern": what matches is not ignored after all. */
  readonly isNegated: boolean
  readonly onlyFolders: boolean
  /** Compared with the path from the file's folder; otherwise with the name alone. */
  readonly isAnchored: boolean
  readonly pieces: readonly PathPiece[]
}

/** The pattern of a line (as bytes); null for an empty line, a comment, and a pattern that matches nothing. */
export function parseIgnoreLine(line: string, foldsCase: boolean): IgnorePattern | null {
  let text = withoutTrailingSpaces(line.endsWith('\r') ? line.slice(0, -1) : line)
  if (text === '' || text.startsWith('#')) return null
  const isNegated = text.startsWith('!')
  if (isNegated) text = text.slice(1)
  const onlyFolders = text.endsWith('/')
  if (onlyFolders) text = text.slice(0, -1)
  const isAnchored = text.includes('/')
  if (text.startsWith('/')) text = text.slice(1)
  const pieces = piecesOf(foldsCase ? foldAscii(text) : text, isAnchored)
  return pieces === null || pieces.length === 0 ? null : { isNegated, onlyFolders, isAnchored, pieces }
}

/** Spaces at the end do not count, unless a backslash precedes them. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ') end -= 1
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}

export function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** @returns null when the pattern is malformed, and so matches nothing */
function piecesOf(pattern: string, hasFolders: boolean): readonly PathPiece[] | null {
  const pieces: PathPiece[] = []
  // Git compares the part without wildcards first, and matches the rest as a pattern of its own.
  const firstWildcard = pattern.search(/[*?[\\]/)
  const addText = (text: string): void => {
    const last = pieces.at(-1)
    if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + text }
    else pieces.push({ kind: 'text', text })
  }
  for (let at = 0; at < pattern.length;) {
    const sign = pattern[at] ?? ''
    if (sign === '\\') {
      if (at + 1 === pattern.length) return null
      addText(pattern[at + 1] ?? '')
      at += 2
    } else if (sign === '?') {
      pieces.push(ANY_BUT_SLASH)
      at += 1
    } else if (sign === '*') {
      const stars = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1
      const next = /^(?:\\?\/|$)/.exec(pattern.slice(at + stars))?.[0] ?? null
      const crossesFolders = stars > 1 && hasFolders && (at === firstWildcard || pattern[at - 1] === '/')
      const kind = !crossesFolders || next === null ? 'star' : next === '/' ? 'folders' : 'rest'
      pieces.push({ kind })
      at += stars + (kind === 'folders' ? 1 : 0)
    } else if (sign === '[') {
      const set = readSet(pattern, at)
      if (set === null) return null
      pieces.push({ kind: 'set', has: set.has })
      at = set.end
    } else {
      addText(sign)
      at += 1
    }
  }
  return pieces
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // oxlint-disable-next-line no-control-regex
  cntrl: /[\u0000-\u001f\u007f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
}

/** Reads `[a-z]`, `[!x]` or `[[:digit:]]`. @returns null when it has no end, or an unknown class */
function readSet(
  pattern: string,
  start: number,
): { readonly has: (code: number) => boolean; readonly end: number } | null {
  let at = start + 1
  const isNegated = pattern[at] === '!' || pattern[at] === '^'
  if (isNegated) at += 1
  const members: ((code: number) => boolean)[] = []
  for (const first = at; at === first || pattern[at] !== ']';) {
    const named = /^\[:([^\]]*?):\]/.exec(pattern.slice(at, at + 12))
    if (named !== null) {
      const known = CLASSES[named[1] ?? '']
      if (known === undefined) return null
      members.push((code) => known.test(String.fromCharCode(code)))
      at += named[0].length
      continue
    }
    const low = readCode(pattern, at)
    if (low === null) return null
    at = low.end
    const high = pattern[at] === '-' && pattern[at + 1] !== ']' ? readCode(pattern, at + 1) : null
    if (high !== null) at = high.end
    const [from, to] = [low.code, (high ?? low).code]
    members.push((code) => code >= from && code <= to)
  }
  return { has: (code) => members.some((has) => has(code)) !== isNegated, end: at + 1 }
}

/** One character of a set, which a backslash may precede. */
function readCode(pattern: string, at: number): { readonly code: number; readonly end: number } | null {
  const from = pattern[at] === '\\' ? at + 1 : at
  return from < pattern.length ? { code: pattern.charCodeAt(from), end: from + 1 } : null
}
