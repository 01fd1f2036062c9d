import type { FoldedLine, FoundFile, FoundInSource, ImportKind } from '../../shared/import.ts'
import { isNote, stemOf } from '../../shared/note-files.ts'
import { type NoteLine, readNote, wordsOf } from '../upkeep/checks/note.ts'
import { formOf, subjectOf } from '../upkeep/checks/repeated.ts'

// What is said already is not proposed again. Pure.

/** Where each form stands, by the form: in the memory, or in what is proposed before it. */
export type Known = Map<string, string>

/** A file that is proposed, without the lines that are said elsewhere; null if nothing is left of it. */
export interface Folded {
  readonly file: FoundFile | null
  readonly lines: readonly FoldedLine[]
}

/** What is about the user, and not about whom or what a file is named after. */
const OF_THE_USER =
  /^(?:me|myself|about[- ]?me|user|profile|personal|preferences?|memor(?:y|ies)(?:-\d+)?|instructions|facts)$/i

/** Headings under which a memory of the user goes on about them, as Claude writes them. */
const OF_A_TOPIC =
  /^\W*(?:(?:work|personal|earlier) context|work|personal|top of mind|brief history|recent months|long-term background|(?:other )?instructions|preferences|interests|profile|about me|memor(?:y|ies))\W*$/i

/** Of these, every list is about the user. */
const OF_USERS: ReadonlySet<ImportKind> = new Set(['chatgpt', 'mem0'])

/** Whether a file is a list of memories; every other one is the user's own, and stays as it is. */
function isList(kind: ImportKind, path: string): boolean {
  return OF_USERS.has(kind) || kind === 'text' || (kind === 'claude' && OF_THE_USER.test(stemOf(path)))
}

/**
 * What a line says, if that is told without what it stands under: a sentence with its subject, or one about the user.
 * "Likes tea" below "Anna" is said of her, and of nobody else.
 */
function formIn({ text, isPlain, headings }: NoteLine, isOfUser: boolean): string | null {
  if (!isPlain) return null
  const hasSubject = subjectOf(wordsOf(text)) !== null
  return hasSubject || (isOfUser && headings.every((each) => OF_A_TOPIC.test(each))) ? formOf(text) : null
}

/** Adds what a text of the memory says. */
export function know(known: Known, path: string, text: string): void {
  if (!isNote(path)) return
  const isOfUser = OF_THE_USER.test(stemOf(path))
  for (const line of readNote(path, text).lines) {
    const form = formIn(line, isOfUser)
    if (form !== null && !known.has(form)) known.set(form, path)
  }
}

/** Folds one file of a source, and adds what is left of it to what is known. */
export function foldFile(known: Known, { kind }: Pick<FoundInSource, 'kind'>, file: FoundFile): Folded {
  if (!isNote(file.path) || !isList(kind, file.path)) return { file, lines: [] }
  const note = readNote(file.path, file.text)
  const isOfUser = OF_USERS.has(kind) || OF_THE_USER.test(stemOf(file.path))
  const lines: FoldedLine[] = []
  const kept = note.lines.filter((line) => {
    const { text } = line
    const form = formIn(line, isOfUser)
    const there = form === null ? undefined : known.get(form)
    if (form !== null && there === undefined) known.set(form, file.path)
    if (there === undefined) return true
    lines.push({ from: file.from.slice(0, 1_000), text: text.slice(0, 1_000), path: there })
    return false
  })
  if (lines.length === 0) return { file, lines }
  const left = withoutEmptyHeadings(kept)
  const says = left.some(({ text, isPlain }) => isPlain && text.trim() !== '')
  return {
    file: says
      ? {
          ...file,
          text: `${joined(left)}\n`,
        }
      : null,
    lines,
  }
}

const joined = (lines: readonly Row[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()

interface Row {
  readonly text: string
  readonly isHeading: boolean
}

/** A heading goes with the last line under it. */
function withoutEmptyHeadings<Line extends Row>(lines: readonly Line[]): readonly Line[] {
  return lines.filter((line, at) => {
    if (!line.isHeading) return true
    const level = levelOf(line)
    for (const other of lines.slice(at + 1)) {
      if (other.isHeading && levelOf(other) <= level) return false
      if (!other.isHeading && other.text.trim() !== '') return true
    }
    return false
  })
}

const levelOf = ({ text }: Row): number => /^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? 1
