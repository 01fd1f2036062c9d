import type { FoldedLine, FoundFile, FoundInSource, ImportKind } from '../../shared/import.ts'
import { isNote } from '../../shared/note-files.ts'
import { readNote } from '../upkeep/checks/note.ts'
import { formOf } from '../upkeep/checks/repeated.ts'

// What is said already is not proposed again. Pure.

/** Where each form stands, by the form: in the memory, or in what is proposed before it. */
export type Known = Map<string, string>

/** A file that is proposed, without the lines that are said elsewhere; null if nothing is left of it. */
export interface Folded {
  readonly file: FoundFile | null
  readonly lines: readonly FoldedLine[]
}

/** Of a kind that is a list of memories; the files of every other kind are the user's own, and stay as they are. */
const LISTS: ReadonlySet<ImportKind> = new Set(['chatgpt', 'claude', 'mem0', 'server-memory', 'text'])

/** Adds what a text of the memory says. */
export function know(known: Known, path: string, text: string): void {
  if (!isNote(path)) return
  for (const { text: line, isPlain } of readNote(path, text).lines) {
    const form = isPlain ? formOf(line) : null
    if (form !== null && !known.has(form)) known.set(form, path)
  }
}

/** Folds one file of a source, and adds what is left of it to what is known. */
export function foldFile(known: Known, { kind }: Pick<FoundInSource, 'kind'>, file: FoundFile): Folded {
  if (!LISTS.has(kind) || !isNote(file.path)) return { file, lines: [] }
  const note = readNote(file.path, file.text)
  const lines: FoldedLine[] = []
  const kept = note.lines.filter(({ text, isPlain }) => {
    const form = isPlain ? formOf(text) : null
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
