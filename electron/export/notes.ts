import type { LeftOut } from '../../shared/import.ts'
import { shownName } from '../../shared/invisible.ts'
import { INDEX_PATH } from '../../shared/layout.ts'
import { say } from '../../shared/messages/say.ts'
import { isNote } from '../../shared/note-files.ts'
import { decodeText } from '../disk/utf8.ts'
import { TimeSlice } from '../disk/yield.ts'
import { aboutFile } from '../upkeep/checks/index-file.ts'
import { type Note, readNote } from '../upkeep/checks/note.ts'
import { type CopiedFile, LINK } from './copied-files.ts'
import { MARK } from './from-outside.ts'
import type { FilesHooks } from './write-files.ts'

/** A note of the memory that becomes part of one text. */
export interface NoteText {
  readonly path: string
  readonly text: string
  /** Its name is not the user's, and has to say so. */
  readonly isNameMarked: boolean
}

/** The notes among the files, the index first, and what is none. @param isMarked whether a name has to say that it is from outside */
export async function notesOf(
  files: readonly CopiedFile[],
  isMarked: (path: string) => Promise<boolean>,
  { signal, progress }: FilesHooks,
): Promise<{ readonly notes: readonly NoteText[]; readonly leftOut: readonly LeftOut[] }> {
  const notes: NoteText[] = []
  const left: LeftOut[] = []
  const slice = new TimeSlice()
  for (const [at, { path, mode, read }] of files.entries()) {
    signal.throwIfAborted()
    progress(at, files.length)
    const { bytes, leftOut } = await read()
    const text = mode === LINK || !isNote(path) ? null : decodeText(bytes)
    const why = bytes !== null && text === null ? say('export-left-no-note') : leftOut
    if (why !== null) left.push({ what: path, why })
    if (text !== null) notes.push({ path, text, isNameMarked: await isMarked(path) })
    if (slice.isOver) await slice.yield()
  }
  return { notes: notes.toSorted((one, other) => rank(one) - rank(other)), leftOut: left }
}

const rank = ({ path }: NoteText): number => (path === INDEX_PATH ? 0 : 1)

/** Markdown knows no deeper headings. */
const DEEPEST = 6

/**
 * The notes one under the other, each under a heading with its path, its own headings below that. Of properties, only
 * what a note says about itself is text.
 */
export function asSections(notes: readonly NoteText[], level: number): string {
  return notes
    .map(({ path, text, isNameMarked }) => {
      const note = readNote(path, text)
      const heading = `${'#'.repeat(level)} ${shownName(path)}${isNameMarked ? ` ${MARK}` : ''}`
      return [heading, ...ofProperties(path, note), bodyOf(note, level)].filter((part) => part !== '').join('\n\n')
    })
    .join('\n\n')
}

function ofProperties(path: string, note: Note): readonly string[] {
  return note.frontmatter.has('description') ? [aboutFile(path, note).about] : []
}

function bodyOf({ lines, frontmatterEnd }: Note, level: number): string {
  const rows = lines.slice(frontmatterEnd).map(({ text, isHeading }) => {
    const [, marks = '', words = ''] = isHeading ? (/^\s{0,3}(#{1,6})(\s.*)$/.exec(text) ?? []) : []
    return marks === '' ? text : '#'.repeat(Math.min(DEEPEST, level + marks.length)) + words
  })
  return rows.join('\n').replace(/^\n+|\s+$/g, '')
}
