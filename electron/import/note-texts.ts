import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { isNamedNoText } from '../../shared/not-text.ts'
import { decodeText } from '../disk/utf8.ts'
import { whyNameIsRefused } from '../memory/paths.ts'
import { Accounted } from './accounted.ts'
import type { SourceFile } from './source.ts'

/** A note is read as a whole, and no memory holds a larger one. */
const MOST_BYTES = 10_000_000

/** What a kind makes of the notes of a source: each file of it is in a file of the memory, or is left out with a reason. */
export class NoteTexts extends Accounted {
  /** The text of a file; null for one that has none to keep, which is then left out. */
  async text(file: SourceFile): Promise<string | null> {
    this.how.signal.throwIfAborted()
    const read = await textOf(file)
    this.tell(file.size)
    if (typeof read === 'string') return read
    this.leaveOut(file.name, read)
    return null
  }

  /** Keeps a file as it is, under its own name as far as a memory can have it. */
  async keep(file: SourceFile, path = file.name): Promise<void> {
    const text = await this.text(file)
    if (text !== null) this.addText(file, path, text)
  }

  /** @param file what the text is from, as one item */
  addText(file: Pick<SourceFile, 'name' | 'time'>, path: string, text: string, time = file.time): void {
    const possible = possiblePath(path)
    if (possible === null) this.leaveOut(file.name, say('notes-name'))
    else this.add({ path: possible, text, time, from: file.name, items: 1 })
  }
}

/** The text of a file, or why there is none. */
export async function textOf(file: SourceFile): Promise<string | Message> {
  if (isNamedNoText(file.name)) return say('notes-no-text')
  try {
    const bytes = await file.bytes(MOST_BYTES)
    const text = decoded(bytes)
    if (text === null) return say(bytes.includes(0) ? 'notes-no-text' : 'notes-no-utf8')
    return text.trim() === '' ? say('notes-empty') : text
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.said
  }
}

/** UTF-8; and UTF-16 with its mark, which Windows calls Unicode. */
function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes).toWellFormed()
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes).toWellFormed()
  return decodeText(bytes)?.replace(/^\ufeff/, '') ?? null
}

/** A path that a new file of a memory may have, as near to this one as can be; null if there is none. */
function possiblePath(path: string): string | null {
  const names = path.split('/').map(possibleName)
  return names.includes(null) ? null : names.join('/')
}

function possibleName(name: string): string | null {
  if (whyNameIsRefused(name) === null) return name
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._()&'!,;=+-]+/gu, '-')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  if (whyNameIsRefused(plain) === null) return plain
  return whyNameIsRefused(`note-${plain}`) === null ? `note-${plain}` : null
}

/** The name of a file without its folders. */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** The folder that a file is in, with its "/"; '' for the source itself. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
