import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type {
  ConversationHit,
  ConversationQuery,
  ConversationSearch,
  ConversationSummary,
} from '../../../shared/conversation.ts'
import { fold, phraseOf } from '../../../shared/phrase.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { type Line, parseLine } from './lines.ts'
import { shownOf } from './replay.ts'
import { MAX_OPENED_BYTES } from './sizes.ts'

const HITS = 20
/** The rest is left out: an answer that comes later is for words that have changed. */
const MAX_MS = 1_500
/** The type is written first; rows of other kinds, which can be long, are not parsed. */
const MESSAGE_ROW = /^\{"type":"(?:turn\.started|model\.replied)"/
const EXCERPT_CHARACTERS = 160
const EXCERPT_LEAD = 40

/**
 * Finds conversations by their titles and messages, as they are on disk: each with the first message that has all
 * words. Holds one line of a file in memory at a time.
 * @param conversations in the order of the answer
 */
export async function searchConversations(
  directory: string,
  conversations: readonly ConversationSummary[],
  { words: typed, limit = HITS }: ConversationQuery,
): Promise<ConversationSearch> {
  const words = phraseOf(typed).split(' ').filter(Boolean)
  if (words.length === 0) return { hits: [], isComplete: true }
  const searching = new Searching(words)
  const hits: ConversationHit[] = []
  for (const { id, title, updatedAt } of conversations) {
    if (hits.length === limit || searching.isLate) return { hits, isComplete: false }
    const isNamed = hasAll(title, words)
    const message = isNamed ? null : await searching.firstMessage(path.join(directory, `${id}.jsonl`))
    if (isNamed || message !== null) hits.push({ id, title, updatedAt, message })
  }
  return { hits, isComplete: searching.isComplete }
}

const hasAll = (text: string, words: readonly string[]): boolean => {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

/** Searches one file after the other, within a time that all of them share. */
class Searching {
  readonly #words: readonly string[]
  /** As they are written in a row, which is searched before it is parsed. */
  readonly #written: readonly string[]
  readonly #deadline = performance.now() + MAX_MS
  readonly #slice = new TimeSlice()
  #hasSkipped = false

  constructor(words: readonly string[]) {
    this.#words = words
    this.#written = words.map((word) => JSON.stringify(word).slice(1, -1))
  }

  /** Whether all of it was searched. */
  get isComplete(): boolean {
    return !this.#hasSkipped && !this.isLate
  }

  get isLate(): boolean {
    return performance.now() > this.#deadline
  }

  async firstMessage(file: string): Promise<ConversationHit['message']> {
    const { size } = (await unlessMissing(stat(file))) ?? { size: 0 }
    this.#hasSkipped ||= size > MAX_OPENED_BYTES
    if (size > MAX_OPENED_BYTES) return null
    const rows = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
    // Removed since it was listed.
    return (await unlessMissing(this.#search(rows).finally(() => rows.close()))) ?? null
  }

  async #search(rows: AsyncIterable<string>): Promise<ConversationHit['message']> {
    for await (const row of rows) {
      const message =
        MESSAGE_ROW.test(row) && hasAll(row, this.#written)
          ? messagesIn(parseLine(row)).find(({ text }) => hasAll(text, this.#words))
          : undefined
      if (message !== undefined) return { ...message, text: excerptOf(message.text, this.#words) }
      if (this.isLate) return null
      if (this.#slice.isOver) await this.#slice.yield()
    }
    return null
  }
}

function messagesIn(line: Line | null): readonly NonNullable<ConversationHit['message']>[] {
  if (line?.type === 'turn.started') return [{ turn: line.turn, by: 'user', text: line.text }]
  if (line?.type !== 'model.replied') return []
  const texts = line.content.flatMap((block) => {
    const shown = shownOf(block)
    return shown?.kind === 'text' ? [shown.text] : []
  })
  return [{ turn: line.turn, by: 'agent', text: texts.join('\n') }]
}

/** One line, around the first of the words in it. */
function excerptOf(text: string, words: readonly string[]): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const folded = line.toLowerCase()
  const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0), line.length)
  const from = line.length <= EXCERPT_CHARACTERS ? 0 : Math.max(0, first - EXCERPT_LEAD)
  const start = from === 0 ? 0 : line.indexOf(' ', from) + 1 || from
  const end = start + EXCERPT_CHARACTERS
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`
}
