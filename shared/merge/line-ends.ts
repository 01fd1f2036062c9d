import type { Versions } from './merge.ts'

type LineEnds = 'lf' | 'crlf'

/** How a text ends its lines; null if it mixes them, or has none. */
function lineEndsOf(text: string): LineEnds | null {
  const all = text.split('\n').length - 1
  const crlf = text.split('\r\n').length - 1
  if (all === 0 || (crlf !== 0 && crlf !== all)) return null
  return crlf === 0 ? 'lf' : 'crlf'
}

interface Joined {
  readonly versions: Versions
  /** Gives a piece of the result its line ends back. */
  readonly restore: (text: string) => string
}

/** A side that changed every line end changed no line: such versions are compared with one kind of line end. */
export function joinLineEnds(versions: Versions): Joined {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(lineEndsOf)
  if (base == null || ours == null || theirs == null || (base === ours && base === theirs))
    return { versions, restore: (text) => text }
  const wanted = ours === base ? theirs : ours
  const withLf = (text: string): string => text.replaceAll('\r\n', '\n')
  return {
    versions: { base: withLf(versions.base), ours: withLf(versions.ours), theirs: withLf(versions.theirs) },
    restore: (text) => (wanted === 'crlf' ? text.replaceAll('\n', '\r\n') : text),
  }
}
