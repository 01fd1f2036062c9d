import type { ImportedTurn } from '../../shared/import.ts'

/** A message of a conversation with another assistant. */
export interface SaidMessage {
  readonly by: 'user' | 'assistant'
  readonly text: string
  readonly time: string | null
  /** '' for the user's, and where the source does not say. */
  readonly model: string
}

/** What stands for a message that there was not: services answer nothing else than a user's message. */
const NO_MESSAGE = '[The assistant began.]'

/** The messages of a conversation as turns. What is blank is no message. */
export function turnsFrom(messages: readonly SaidMessage[]): readonly ImportedTurn[] {
  const turns: ImportedTurn[] = []
  for (const { by, text: said, time, model } of messages) {
    const text = said.trim()
    if (text === '') continue
    const last = turns.at(-1)
    if (by === 'user') turns.push({ text, answer: null, model: '', began: time, ended: time })
    else if (last === undefined) turns.push({ text: NO_MESSAGE, answer: text, model, began: time, ended: time })
    else
      turns[turns.length - 1] = {
        ...last,
        answer: last.answer === null ? text : `${last.answer}\n\n${text}`,
        model: model || last.model,
        ended: time ?? last.ended,
      }
  }
  return turns
}

/** What stands for a part that does not come in. @param what as people call it */
export const leftOutPart = (what: string): string => `[${what.replaceAll(/[[\]\s]+/g, ' ').trim()}: not imported]`
