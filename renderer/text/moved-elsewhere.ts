import { type Moved, piecesOfMoved, type Row } from './diff-rows.ts'
import { findEditedMoves } from './edited-moves.ts'
import type { TextLine } from './text-lines.ts'

/** The blocks of one file that came from other files of the commit, or went there, by line number. */
export interface Elsewhere {
  readonly out: ReadonlyMap<number, Moved>
  readonly in: ReadonlyMap<number, { readonly moved: Moved; readonly before: string }>
}

export interface FileRows {
  readonly path: string
  readonly rows: readonly Row[]
}

/** A removed or added line of one of the files; `null` stands between two of them. */
type Placed = { readonly path: string; readonly line: TextLine } | null

/** Two lines that stand between what was removed, or added, in different places. */
const [BREAK_BEFORE, BREAK_AFTER] = ['\u0000<', '\u0000>']

/** What moved between the files of one commit; files without such a block are left out. */
export function movesBetween(files: readonly FileRows[]): ReadonlyMap<string, Elsewhere> {
  const [removed, added] = [leftOver(files, 'removed'), leftOver(files, 'added')]
  const found = new Map<string, { out: Map<number, Moved>; in: Map<number, { moved: Moved; before: string }> }>()
  const of = (path: string) => {
    const known = found.get(path) ?? { out: new Map(), in: new Map() }
    found.set(path, known)
    return known
  }
  const blocks = findEditedMoves(
    removed.map((place) => place?.line.text ?? BREAK_BEFORE),
    added.map((place) => place?.line.text ?? BREAK_AFTER),
  )
  for (const { from, to, length } of blocks) {
    for (let at = 0; at < length; at++) {
      const [old, now] = [removed[from + at] ?? null, added[to + at] ?? null]
      if (old === null || now === null || old.path === now.path) continue
      of(old.path).out.set(old.line.number, { line: now.line.number, path: now.path, length, at })
      const moved = { line: old.line.number, path: old.path, length, at }
      of(now.path).in.set(now.line.number, { moved, before: old.line.text })
    }
  }
  return found
}

/** The removed or added lines of all files that did not move within their own. */
function leftOver(files: readonly FileRows[], kind: 'removed' | 'added'): readonly Placed[] {
  return files.flatMap(({ path, rows }) => {
    const lines: Placed[] = []
    for (const row of rows) {
      const line = row.kind === 'removed' ? row.old : row.kind === 'added' ? row.now : null
      // Kept lines break a block; those of the other side do not.
      if (row.kind === kind && row.moved === undefined && line !== null) lines.push({ path, line })
      else if ((row.kind === 'same' || row.kind === 'changed' || row.kind === kind) && lines.at(-1) !== null)
        lines.push(null)
    }
    return [...lines, null]
  })
}

/** The rows of a file with what moved elsewhere marked. */
export function markElsewhere(rows: readonly Row[], { out, in: into }: Elsewhere): readonly Row[] {
  return rows.map((row) => {
    if (row.kind === 'removed' && row.moved === undefined) {
      const moved = out.get(row.old.number)
      return moved === undefined ? row : { ...row, moved }
    }
    if (row.kind === 'added' && row.moved === undefined) {
      const from = into.get(row.now.number)
      return from === undefined ? row : { ...row, moved: from.moved, ...piecesOfMoved(from.before, row.now.text) }
    }
    return row
  })
}
