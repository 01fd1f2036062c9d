import { createHash } from 'node:crypto'
import { english } from '../../../shared/messages/english.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Finding, FindingKind, Fix, LinesEdit, PlacedLine } from '../../../shared/upkeep.ts'
import type { Examined } from './examine.ts'

/** A finding without what follows from its content. */
export interface Found {
  readonly kind: FindingKind
  readonly file: Examined
  /** From 1; `null` for the whole file. */
  readonly line: number | null
  readonly what: Message
  readonly other?: PlacedLine
  readonly fixes: readonly Fix[]
}

export function toFinding({ kind, file, line, what, other, fixes }: Found): Finding {
  const text = line === null ? '' : textAt(file, line)
  const words = english(what)
  // What it is about, without line numbers: those change with every line above.
  const about = [
    kind,
    file.path,
    line === null ? file.blob : text,
    words.includes('“') ? words : '',
    other?.path,
    other?.text,
  ]
  const id = createHash('sha1').update(JSON.stringify(about)).digest('hex')
  return { id, kind, path: file.path, line, text, what, other: other ?? null, fixes }
}

export function textAt({ note }: Examined, line: number): string {
  return note.lines[line - 1]?.text ?? ''
}

export function placed(file: Examined, line: number): PlacedLine {
  return { path: file.path, line, text: textAt(file, line) }
}

export function withoutLine(file: Examined, line: number): LinesEdit {
  return { path: file.path, before: file.blob, at: line, removed: [textAt(file, line)], added: [] }
}

export function withLine(file: Examined, line: number, text: string): LinesEdit {
  return { path: file.path, before: file.blob, at: line, removed: [textAt(file, line)], added: [text] }
}
