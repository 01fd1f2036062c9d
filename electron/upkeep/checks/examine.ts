import type { ObjectId } from '../../../shared/change.ts'
import { type Link, linksIn } from './links.ts'
import { type Note, readNote } from './note.ts'
import { type PastLine, pastLinesIn } from './past.ts'
import { namesIn, type Said, saidIn } from './repeated.ts'
import { type Statement, statementsIn } from './statements.ts'

/** What the checks read of one version of one file, each file by itself. */
export interface Examined {
  readonly path: string
  readonly blob: ObjectId
  readonly bytes: number
  readonly note: Note
  readonly links: readonly Link[]
  readonly statements: readonly Statement[]
  readonly said: readonly Said[]
  readonly past: readonly PastLine[]
  /** See namesIn. */
  readonly names: ReadonlySet<string>
}

export interface ExamineWhen {
  /** "2026-11-20" */
  readonly today: string
  /** When the file was last changed. */
  readonly changed: string | null
}

export function examine(
  { path, blob, text }: { readonly path: string; readonly blob: ObjectId; readonly text: string },
  when: ExamineWhen,
): Examined {
  const note = readNote(path, text)
  return {
    path,
    blob,
    bytes: Buffer.byteLength(text),
    note,
    links: linksIn(path, note),
    statements: statementsIn(path, note),
    said: saidIn(path, note),
    past: pastLinesIn(path, note, when),
    names: namesIn(path, note),
  }
}
