import { createReadStream } from 'node:fs'
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
import { type Line, parseLines } from './lines.ts'
import { shownOf } from './replay.ts'

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
  const deadline = performance.now() + MAX_MS
  const hits: ConversationHit[] = []
  for (const { id, title, updatedAt } of conversations) {
    if (hits.length === limit || performance.now() > deadline) return { hits, isComplete: false }
    const found = hasAll(title, words)
      ? 'title'
      : await firstMessage(path.join(directory, `${id}.jsonl`), words, deadline)
    if (found === 'late') return { hits, isComplete: false }
    if (found !== null) hits.push({ id, title, updatedAt, message: found === 'title' ? null : found })
  }
  return { hits, isComplete: true }
}

const hasAll = (text: string, words: readonly string[]): boolean => {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

async function firstMessage(
  file: string,
  words: readonly string[],
  deadline: number,
): Promise<ConversationHit['message'] | 'late'> {
  const slice = new TimeSlice()
  const rows = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  const search = async (): Promise<ConversationHit['message'] | 'late'> => {
    for await (const row of rows) {
      const message =
        MESSAGE_ROW.test(row) &&
        parseLines(row)
          .flatMap(messagesOf)
          .find(({ text }) => hasAll(text, words))
      if (message) return { ...message, text: excerptOf(message.text, words) }
      if (performance.now() > deadline) return 'late'
      if (slice.isOver) await slice.yield()
    }
    return null
  }
  // Removed since it was listed.
  return (await unlessMissing(search().finally(() => rows.close()))) ?? null
}

function messagesOf(line: Line): readonly NonNullable<ConversationHit['message']>[] {
  if (line.type === 'turn.started') return [{ turn: line.turn, by: 'user', text: line.text }]
  if (line.type !== 'model.replied') return []
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
