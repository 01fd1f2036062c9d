import type { CallPiece } from './chunk.ts'

/** A tool call as far as it arrived. */
export interface ArrivingCall {
  /** Its place among the blocks of the answer. */
  readonly block: number
  readonly id: string
  readonly index: number | null
  readonly arguments: string
}

/**
 * The call that a piece continues; `null` when it begins another. Servers differ: every call has its index, or all have
 * the same one or none; an id may come once, with each piece, for several calls, or never; and the same is true of the
 * name. What settles it is that a call whose arguments are a whole object is over.
 */
export function continuedBy(piece: CallPiece, calls: readonly ArrivingCall[]): ArrivingCall | null {
  const id = piece.id || null
  const name = piece.function.name || null
  const index = piece.index ?? null
  const candidate =
    index !== null
      ? calls.findLast((call) => call.index === index)
      : ((id === null ? undefined : calls.findLast((call) => call.id === id)) ??
        (id === null ? calls.at(-1) : undefined))
  if (candidate === undefined) return null
  if (id !== null && candidate.id !== '' && id !== candidate.id) return null
  const isRepetition = id !== null && !piece.function.arguments
  if (name === null || isRepetition) return candidate
  const isOver = isWhole(candidate.arguments) || (index === null && candidate.arguments === '')
  return isOver ? null : candidate
}

function isWhole(json: string): boolean {
  if (!json.trimEnd().endsWith('}')) return false
  try {
    return typeof JSON.parse(json) === 'object'
  } catch {
    return false // more of it is to come
  }
}
