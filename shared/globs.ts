/** A compiled path pattern; matching walks a set of states along the path, so no pattern can be slow. */
export type PathMatcher = (path: string) => boolean

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' | 'some' | 'all' | 'folders' }

const MOST_ALTERNATIVES = 64

/** Whether any of the patterns matches; an empty list matches nothing. policy.ts describes the patterns. */
export function pathMatcher(patterns: readonly string[]): PathMatcher {
  const compiled = patterns.flatMap((pattern) => alternatives(pattern)).map((pattern) => piecesOf(anchored(pattern)))
  return (path) =>
    compiled.some(
      (pieces) => fits(pieces, path) || fits([...pieces, { kind: 'text', text: '/' }, { kind: 'all' }], path),
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

function piecesOf(pattern: string): readonly Piece[] {
  return (pattern.match(/\*\*\/|\*\*+|\*|\?|[^*?]+/g) ?? []).map((part): Piece => {
    if (part === '**/') return { kind: 'folders' }
    if (part === '*') return { kind: 'some' }
    if (part === '?') return { kind: 'one' }
    return part.startsWith('*') ? { kind: 'all' } : { kind: 'text', text: part }
  })
}

/** All offsets of the path where the pieces so far can end. */
function fits(pieces: readonly Piece[], path: string): boolean {
  let ends = new Uint8Array(path.length + 1)
  ends[0] = 1
  for (const piece of pieces) ends = step(piece, ends, path)
  return ends[path.length] === 1
}

function step(piece: Piece, from: Uint8Array<ArrayBuffer>, path: string): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(path.length + 1)
  let reach = false
  for (let at = 0; at <= path.length; at += 1) {
    const here = from[at] === 1
    if (piece.kind === 'text') {
      if (here && path.startsWith(piece.text, at)) to[at + piece.text.length] = 1
    } else if (piece.kind === 'one') {
      if (here && at < path.length && path[at] !== '/') to[at + 1] = 1
    } else {
      reach = here || (reach && (piece.kind !== 'some' || path[at - 1] !== '/'))
      if (here || (reach && (piece.kind !== 'folders' || path[at - 1] === '/'))) to[at] = 1
    }
  }
  return to
}
