import { assertNever } from './assert-never.ts'
import type { Turn, TurnPart } from './conversation.ts'
import type { TurnEvent } from './events.ts'

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>

/**
 * Applies one event to a conversation's turns. Page and core share this function, so what is shown live is what is read
 * back from disk. An event of an unknown turn is ignored.
 */
export function applyTurnEvent(turns: readonly Turn[], event: TurnEvent): readonly Turn[] {
  switch (event.type) {
    case 'turn.started':
      return [
        ...replacedBy(
          event,
          turns.filter((turn) => turn.number !== event.turn),
        ),
        begun(event),
      ]
    case 'text.streamed':
      return inTurn(turns, event.turn, (turn) => ({ ...turn, parts: appendText(turn.parts, 'text', event.text) }))
    case 'thought.streamed':
      return inTurn(turns, event.turn, (turn) => ({ ...turn, parts: appendText(turn.parts, 'thought', event.text) }))
    case 'answer.redacted':
      return inTurn(turns, event.turn, (turn) => ({ ...turn, parts: replaceLast(turn.parts, event) }))
    case 'request.counted':
      return inTurn(turns, event.turn, (turn) => ({ ...turn, requests: [...turn.requests, event.usage] }))
    case 'turn.waiting':
      return inTurn(turns, event.turn, (turn) => ({ ...turn, waiting: event.waiting ?? undefined }))
    case 'tool.called':
    case 'tool.returned':
      return inTurn(turns, event.turn, (turn) => ({
        ...turn,
        parts: putCall(turn.parts, { kind: 'call', call: event.call }),
      }))
    case 'context.edited':
      return inTurn(turns, event.turn, (turn) => ({
        ...turn,
        parts: [...turn.parts, { kind: 'edit', edit: event.edit }],
      }))
    case 'limit.told': {
      const { limit, state, used, most } = event
      return inTurn(turns, event.turn, (turn) => ({
        ...turn,
        parts: [...turn.parts, { kind: 'limit', told: { limit, state, used, most } }],
      }))
    }
    case 'turn.ended':
      return inTurn(turns, event.turn, (turn) => ({
        ...turn,
        waiting: undefined,
        end: { kind: event.kind, reason: event.reason, next: event.next, at: event.time },
      }))
    default:
      return assertNever(event)
  }
}

function begun(event: EventOf<'turn.started'>): Turn {
  return {
    number: event.turn,
    message: event.message,
    text: event.text,
    ...(event.pictures === undefined ? {} : { pictures: event.pictures }),
    ...(event.remember === undefined ? {} : { remember: event.remember }),
    startedAt: event.time,
    provider: event.provider,
    model: event.model,
    parts: [],
    requests: [],
    end: null,
    ...(event.follows === undefined ? {} : { follows: event.follows }),
  }
}

function inTurn(turns: readonly Turn[], number: number, update: (turn: Turn) => Turn): readonly Turn[] {
  return turns.map((turn) => (turn.number === number ? update(turn) : turn))
}

/** An edited message, or a regenerated answer, replaces its turn and all after it. */
function replacedBy({ turn: number, follows }: EventOf<'turn.started'>, turns: readonly Turn[]): readonly Turn[] {
  if (follows?.kind !== 'edit' && follows?.kind !== 'regenerate') return turns
  return turns.map((turn) =>
    turn.number >= follows.turn && turn.number < number ? { ...turn, replacedBy: turn.replacedBy ?? number } : turn,
  )
}

function appendText(parts: readonly TurnPart[], kind: 'text' | 'thought', text: string): readonly TurnPart[] {
  const last = parts.at(-1)
  return last?.kind === kind ? [...parts.slice(0, -1), { kind, text: last.text + text }] : [...parts, { kind, text }]
}

function replaceLast(
  parts: readonly TurnPart[],
  { replaced, pieces }: EventOf<'answer.redacted'>,
): readonly TurnPart[] {
  return pieces.reduce((kept, { kind, text }) => appendText(kept, kind, text), withoutLast(parts, replaced))
}

/** The parts without the last characters of text and thoughts. */
function withoutLast(parts: readonly TurnPart[], characters: number): readonly TurnPart[] {
  const last = parts.at(-1)
  if (characters === 0 || (last?.kind !== 'text' && last?.kind !== 'thought')) return parts
  const rest = parts.slice(0, -1)
  if (last.text.length > characters) return [...rest, { ...last, text: last.text.slice(0, -characters) }]
  return withoutLast(rest, characters - last.text.length)
}

function putCall(parts: readonly TurnPart[], part: Extract<TurnPart, { kind: 'call' }>): readonly TurnPart[] {
  const at = parts.findIndex((other) => other.kind === 'call' && other.call.call === part.call.call)
  return at < 0 ? [...parts, part] : parts.map((other, index) => (index === at ? part : other))
}
