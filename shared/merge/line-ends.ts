import type { MergePiece, Versions } from './merge.ts'

// Line ends are merged apart from the lines: a side that changed every line end changed no line, and a final newline
// that comes or goes does not change the last line.

type LineEnds = 'lf' | 'crlf'

/** How a text ends its lines; null if it mixes them, or has none. */
function lineEndsOf(text: string): LineEnds | null {
  const all = text.split('\n').length - 1
  const crlf = text.split('\r\n').length - 1
  if (all === 0 || (crlf !== 0 && crlf !== all)) return null
  return crlf === 0 ? 'lf' : 'crlf'
}

interface Aligned {
  readonly versions: Versions
  /** Gives the pieces of the merge their line ends back. */
  readonly restore: (pieces: readonly MergePiece[]) => readonly MergePiece[]
}

/** The same versions with one kind of line end, and a newline at the end of each. */
export function alignLineEnds(versions: Versions): Aligned {
  const kinds = alignKinds(versions)
  const ends = alignFinalNewlines(kinds.versions)
  return { versions: ends.versions, restore: (pieces) => kinds.restore(ends.restore(pieces)) }
}

function alignKinds(versions: Versions): Aligned {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(lineEndsOf)
  if (base == null || ours == null || theirs == null || (base === ours && base === theirs))
    return { versions, restore: (pieces) => pieces }
  const wanted = ours === base ? theirs : ours
  const withWanted = (text: string): string => (wanted === 'crlf' ? text.replaceAll('\n', '\r\n') : text)
  return {
    versions: mapVersions(versions, (text) => text.replaceAll('\r\n', '\n')),
    restore: (pieces) =>
      pieces.map((piece) =>
        piece.kind === 'merged'
          ? { kind: 'merged', text: withWanted(piece.text) }
          : { kind: 'conflict', ...mapVersions(piece, withWanted) },
      ),
  }
}

function alignFinalNewlines(versions: Versions): Aligned {
  const isEnded = (text: string): boolean => text === '' || text.endsWith('\n')
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(isEnded)
  if (base === true && ours === true && theirs === true) return { versions, restore: (pieces) => pieces }
  const newline = lineEndsOf(versions.ours) === 'crlf' ? '\r\n' : '\n'
  const unended = (text: string): string => (text.endsWith(newline) ? text.slice(0, -newline.length) : text)
  const lastOfOurs = newline + versions.ours.slice(versions.ours.lastIndexOf('\n') + 1) + newline
  const restored = (piece: MergePiece): MergePiece => {
    if (piece.kind === 'merged') {
      // A side without any text says nothing about how it ends: the last line of the other one stays as it is.
      const isLastOfOurs = versions.theirs === '' && (newline + piece.text).endsWith(lastOfOurs)
      const isWanted = ours === base && !isLastOfOurs ? theirs : ours
      return { kind: 'merged', text: isWanted === true ? piece.text : unended(piece.text) }
    }
    return {
      kind: 'conflict',
      base: base === true ? piece.base : unended(piece.base),
      ours: ours === true ? piece.ours : unended(piece.ours),
      theirs: theirs === true ? piece.theirs : unended(piece.theirs),
    }
  }
  return {
    versions: mapVersions(versions, (text) => (isEnded(text) ? text : text + newline)),
    restore: (pieces) => pieces.map((piece, at) => (at === pieces.length - 1 ? restored(piece) : piece)),
  }
}

const MARK = '\ufeff'

/** The same versions without a byte order mark: it belongs to the file, not to its first line. */
export function alignByteOrderMarks(versions: Versions): Aligned {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((text) => text.startsWith(MARK))
  if (base !== true && ours !== true && theirs !== true) return { versions, restore: (pieces) => pieces }
  const isWanted = ours === base ? theirs : ours
  const marked = (text: string): string => MARK + text
  const restored = (piece: MergePiece): MergePiece =>
    piece.kind === 'merged'
      ? { kind: 'merged', text: marked(piece.text) }
      : { kind: 'conflict', ...mapVersions(piece, marked) }
  const nothing: MergePiece = { kind: 'merged', text: '' }
  return {
    versions: mapVersions(versions, (text) => (text.startsWith(MARK) ? text.slice(MARK.length) : text)),
    restore: (pieces) => (isWanted === true ? [restored(pieces[0] ?? nothing), ...pieces.slice(1)] : pieces),
  }
}

function mapVersions({ base, ours, theirs }: Versions, map: (text: string) => string): Versions {
  return { base: map(base), ours: map(ours), theirs: map(theirs) }
}
