import { AppError } from '../../shared/errors.ts'
import type { FoundFile, ImportedConversation } from '../../shared/import.ts'
import { shownName } from '../../shared/invisible.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { Accounted } from './accounted.ts'
import { type JsonItem, jsonItems, type JsonItemsOptions, jsonLines } from './json-items.ts'
import type { SourceFile } from './source.ts'
import { asText } from './words.ts'

/** One memory of a list: a line or a section. */
export interface Entry {
  readonly text: string
  readonly time: string | null
  /** How many items of the source it is; one where it isn't said. */
  readonly items?: number
}

/** Longer lists become several files: people read them, and models have to. */
const MAX_LIST_CHARACTERS = 40_000

/** What a kind finds, file by file. Whatever it reads through this and cannot use is left out with its reason. */
export class Gathered extends Accounted {
  /** The items of a JSON file that can be read, with what each is called in a reason. */
  items(file: SourceFile, options?: JsonItemsOptions): AsyncGenerator<ReadItem> {
    return this.#good(file, jsonItems(this.#told(file.stream()), options))
  }

  /** The same of a file of which each line is an item. @param bytes those of the file, if it is packed */
  lines(file: SourceFile, bytes: AsyncIterable<Uint8Array> = file.stream()): AsyncGenerator<ReadItem> {
    return this.#good(file, jsonLines(this.#told(bytes)))
  }

  /** The items of a file of conversations: what is no item is left out of these, where they are taken. */
  conversations(file: SourceFile): AsyncGenerator<ReadItem> {
    return this.#good(file, jsonItems(this.#told(file.stream())), (what, why) => this.leaveOutConversation(what, why))
  }

  /**
   * A conversation: taken, where they are.
   * @param why it is left out where they are not
   * @param read what it is, or why it is none
   */
  async conversation(what: string, why: Message, read: () => ImportedConversation | Message): Promise<void> {
    const { conversations } = this.how
    if (conversations === undefined) return this.leaveOut(what, why)
    const found = read()
    if ('turns' in found) await conversations.take(shownName(what), found)
    else this.leaveOutConversation(what, found)
  }

  /** What should be a conversation. */
  leaveOutConversation(what: string, why: Message): void {
    if (this.how.conversations === undefined) this.leaveOut(what, why)
    else this.how.conversations.leaveOut(shownName(what), why)
  }

  async *#told(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.how.signal.throwIfAborted()
      yield piece
      this.tell(piece.length)
    }
  }

  async *#good(
    file: SourceFile,
    items: AsyncIterable<JsonItem>,
    leaveOut = (what: string, why: Message): void => this.leaveOut(what, why),
  ): AsyncGenerator<ReadItem> {
    let isAny = false
    try {
      for await (const item of items) {
        isAny = true
        const what = `${file.name}${item.of === '' ? '' : `, ${item.of}`}, ${item.number}`
        if (item.why === undefined) yield { of: item.of, value: item.value, what }
        else leaveOut(what, item.why)
      }
      if (!isAny) this.leaveOut(file.name, say('import-no-memory', { count: 1 }))
    } catch (error) {
      // What was read of a damaged file before the damage is kept.
      if (this.how.signal.aborted || !(error instanceof AppError)) throw error
      this.leaveOut(file.name, error.said)
    }
  }

  override add(file: FoundFile): string {
    return super.add({ ...file, text: asText(file.text) })
  }

  /** A list of memories, in as many files as it takes to keep each readable. */
  addList(path: string, title: string, from: string, entries: readonly Entry[]): void {
    let part: Entry[] = []
    let length = 0
    const write = (): void => {
      if (part.length === 0) return
      const text = `# ${title}\n\n${part.map((entry) => entry.text).join('\n')}`
      this.add({
        path,
        text,
        time: latest(part.map(({ time }) => time)),
        from,
        items: part.reduce((sum, { items = 1 }) => sum + items, 0),
      })
      ;[part, length] = [[], 0]
    }
    for (const entry of entries) {
      if (length + entry.text.length > MAX_LIST_CHARACTERS) write()
      part.push(entry)
      length += entry.text.length
    }
    write()
  }
}

export interface ReadItem {
  readonly of: string
  readonly value: unknown
  readonly what: string
}

/** The latest of some times; null without any. */
export function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
}

/** The first items of a file, for telling what it is. What cannot be read is no sign of anything. */
export async function firstItems(
  file: SourceFile,
  { most = 20, ...options }: JsonItemsOptions & { readonly most?: number; readonly lines?: boolean } = {},
): Promise<readonly unknown[]> {
  const values: unknown[] = []
  try {
    const items =
      options.lines === true ? jsonLines(file.stream()) : jsonItems(file.stream(), { lists: options.lists ?? [] })
    for await (const item of items) {
      if (item.why === undefined) values.push(item.value)
      if (values.length === most) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return values
}
