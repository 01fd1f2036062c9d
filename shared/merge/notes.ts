import { isNote } from '../note-files.ts'
import { isIndex, linkTarget } from './entries.ts'
import { mergeFrontmatter, splitFrontmatter } from './frontmatter.ts'
import { alignByteOrderMarks, alignLineEnds } from './line-ends.ts'
import { merge, type MergePiece, type Versions } from './merge.ts'
import { mergeLines } from './note-lines.ts'
import { linesWithEnds } from './tokens.ts'

// The three-way merge of notes, which knows how they are built: properties at the top, entries of lists, logs and indexes,
// blocks that were moved. Pure. Each line of the base is followed on both sides, so that none is lost, doubled or
// brought back; what both wrote about one thing is left to a person.

/** With more lines than this a text is no note, and is merged as any other. */
const MAX_LINES = 20_000

/** Merges two versions of a file by its structure if it is a note. Without a conflict there is at most one piece. */
export function mergeNotes({ path, base, ours, theirs }: Versions & { readonly path: string }): readonly MergePiece[] {
  const isOneSided = ours === theirs || base === theirs || base === ours
  if (isOneSided || !isNote(path)) return merge({ base, ours, theirs })
  const marks = alignByteOrderMarks({ base, ours, theirs })
  return marks.restore(mergeStructure(marks.versions))
}

function mergeStructure({ base, ours, theirs }: Versions): readonly MergePiece[] {
  if (ours === theirs || base === theirs || base === ours) return merge({ base, ours, theirs })
  const { versions, restore } = alignLineEnds({ base, ours, theirs })
  const parts = [versions.base, versions.ours, versions.theirs].map(splitFrontmatter)
  const [was, mine, other] = parts
  if (was === undefined || mine === undefined || other === undefined) return []
  const lines = { base: linesWithEnds(was.body), ours: linesWithEnds(mine.body), theirs: linesWithEnds(other.body) }
  if (Math.max(lines.base.length, lines.ours.length, lines.theirs.length) > MAX_LINES)
    return merge({ base, ours, theirs })
  const properties = mergeFrontmatter({ base: was.properties, ours: mine.properties, theirs: other.properties })
  return restore(joined([...properties, ...mergeLines(lines, nameIn(lines))]))
}

/** What a line is known by: in an index an entry by where it leads, everywhere else a line by itself. */
function nameIn(lines: Readonly<Record<'base' | 'ours' | 'theirs', readonly string[]>>): (line: string) => string {
  const indexes = [lines.ours, lines.theirs].filter(isIndex)
  if (indexes.length === 0) return (line) => line
  return (line) => {
    const target = linkTarget(line)
    return target === null ? line : `](${target})`
  }
}

/** Merged pieces side by side become one, and empty ones go. */
function joined(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const out: MergePiece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (piece.kind === 'conflict') out.push(piece)
    else if (piece.text === '') continue
    else if (last?.kind === 'merged') out[out.length - 1] = { kind: 'merged', text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}
