import { createHash } from 'node:crypto'
import type { ImportedConversation, ImportedTurn } from '../../../shared/import.ts'
import { shownName } from '../../../shared/invisible.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { Redactor } from '../redactor.ts'
import type { Line } from './lines.ts'
import { renamedTo } from './title.ts'

// A conversation with another assistant as the lines of one of ours: its words, and nothing that was done.

/** One of which all texts are as the policies let them be kept. */
export interface ComingIn extends ImportedConversation {
  /** Of what is kept. */
  readonly hash: string
}

export function redacted(
  { kind, id, began, changed, ...said }: ImportedConversation,
  redactor: Pick<Redactor, 'redact'>,
): ComingIn {
  const redact = (text: string): string => redactor.redact(text)
  const title = shownName(redact(said.title))
  const turns = said.turns.map((turn) => ({
    ...turn,
    text: redact(turn.text),
    answer: turn.answer === null ? null : redact(turn.answer),
    model: redact(turn.model),
  }))
  const hash = createHash('sha256')
    .update(JSON.stringify([title, turns]))
    .digest('hex')
  return { kind, id, title, began, changed, turns, hash }
}

interface Where {
  readonly conversation: string
  readonly store: string
}

export function linesOf({ turns, title, ...made }: ComingIn, { conversation, store }: Where): readonly Line[] {
  const { kind, id, changed, hash } = made
  const imported = { kind, id, changed, hash, turns: turns.length }
  // What has no time of its own was said when the last before it was.
  let time = made.began ?? turns.find(({ began }) => began !== null)?.began ?? changed ?? new Date().toISOString()
  return [
    { type: 'conversation.began', version: 1, conversation, store, imported, time },
    ...(title.trim() === '' ? [] : [{ ...renamedTo(title), time }]),
    ...turns.flatMap((turn, at) => {
      const began = turn.began ?? time
      time = turn.ended ?? began
      return linesOfTurn(turn, { conversation, turn: at + 1, provider: kind, began, ended: time })
    }),
  ]
}

interface TurnOf {
  readonly conversation: string
  readonly turn: number
  readonly provider: string
  readonly began: string
  readonly ended: string
}

function linesOfTurn(
  { text, answer, model }: ImportedTurn,
  { conversation, turn, provider, began, ended }: TurnOf,
): readonly Line[] {
  const replied: Line = {
    type: 'model.replied',
    turn,
    content: [{ type: 'text', text: answer ?? '' }],
    calls: [],
    stopReason: 'end_turn',
    isWhole: true,
    time: ended,
  }
  return [
    { type: 'turn.started', conversation, turn, message: newUlid(), text, provider, model, time: began },
    ...(answer === null ? [] : [replied]),
    { type: 'turn.ended', conversation, turn, kind: 'done', reason: null, next: [], time: ended },
  ]
}
