import { ANY_BUT_SLASH, matchesPieces, type PathPiece } from './path-pieces.ts'

/** A compiled path pattern. */
export type PathMatcher = (path: string) => boolean

const MOST_ALTERNATIVES = 64

/**
 * Whether any of the patterns matches; an empty list matches nothing. policy.ts describes the patterns. A pattern always
 * matches the path that is written like it, braces included: who names a file means that file.
 */
export function pathMatcher(patterns: readonly string[]): PathMatcher {
  const expanded = new Set(patterns.flatMap((pattern) => [pattern, ...alternatives(pattern)]))
  const compiled = [...expanded].map((pattern) => piecesOf(anchored(pattern)))
  return (path) =>
    compiled.some(
      (pieces) =>
        matchesPieces(pieces, path) || matchesPieces([...pieces, { kind: 'text', text: '/' }, { kind: 'rest' }], path),
    )
}

/** Expands `{a,b}`; unclosed braces, and implausibly many alternatives, are plain text. */
function alternatives(pattern: string): readonly string[] {
  const found: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = found.length + open.length < MOST_ALTERNATIVES ? /\{([^{}]*)\}/.exec(next) : null
    if (braces === null) found.push(next)
    else
      for (const choice of (braces[1] ?? '').split(','))
        open.push(next.slice(0, braces.index) + choice + next.slice(braces.index + braces[0].length))
  }
  return found
}

function anchored(pattern: string): string {
  const plain = pattern.replace(/^\.?\/+/, '').replace(/\/+$/, '')
  return plain.includes('/') || pattern.startsWith('/') ? plain : `**/${plain}`
}

function piecesOf(pattern: string): readonly PathPiece[] {
  return (pattern.match(/\*\*\/|\*\*+|\*|\?|[^*?]+/g) ?? []).map((part): PathPiece => {
    if (part === '**/') return { kind: 'folders' }
    if (part === '*') return { kind: 'star' }
    if (part === '?') return ANY_BUT_SLASH
    return part.startsWith('*') ? { kind: 'rest' } : { kind: 'text', text: part }
  })
}
