import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Turn } from '../../shared/conversation.ts'
import type { Choice, Choices, UndoHow, UndoPreview } from '../../shared/undoing.ts'
import { api } from '../state/api.ts'
import { commitsOf } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { useQuery } from '../state/use-query.ts'

/** Whether the memory is put back to before a message that is asked again, and what that would do. */
export interface PuttingBack {
  /** `null` while it is worked out, or while there is nothing to put back. */
  readonly preview: UndoPreview | null
  /** Why there is no preview; `null` if nothing went wrong. */
  readonly problem: string | null
  /** Whether anything that the turn or a later one wrote is in effect. */
  readonly isOffered: boolean
  /** Unless the user says otherwise. */
  readonly isWanted: boolean
  readonly want: (isWanted: boolean) => void
  readonly choices: Choices
  readonly decide: (id: string, choice: Choice | null) => void
  /** Whether nothing is known that must be decided first. What turns out later is not put back, and nothing is sent. */
  readonly canSend: boolean
  /** `undefined`: the memory stays as it is. */
  readonly how: UndoHow | undefined
}

interface Replacing {
  readonly conversation: string
  readonly turns: readonly Turn[]
  /** The first turn that is replaced; `undefined` for none. */
  readonly from: number | undefined
}

interface Decided {
  readonly of: string
  readonly isWanted: boolean
  readonly choices: Choices
}

const NO_CHOICES: Choices = {}

export function usePutBack({ conversation, turns, from }: Replacing): PuttingBack {
  const key = from === undefined ? null : `${conversation} ${from}`
  const [decided, setDecided] = useState<Decided | null>(null)
  const isOffered = useStanding(turns, from).length > 0
  const mine = decided !== null && decided.of === key ? decided : null
  const isWanted = isOffered && (mine?.isWanted ?? true)
  const choices = mine?.choices ?? NO_CHOICES
  const set = (change: Partial<Decided>): void => setDecided({ of: key ?? '', isWanted, choices, ...change })
  const changes = useMemory((state) => state.changes)
  const { answer: preview, problem } = useQuery(isOffered ? key : null, `${changes} ${JSON.stringify(choices)}`, () =>
    api.timeline.previewUndo.query({ what: { conversation, turn: from, andLater: true }, choices }),
  )
  const isDecided = preview?.conflicts.every(({ id }) => choices[id] !== undefined) ?? true
  return {
    preview: preview ?? null,
    problem,
    isOffered,
    isWanted,
    want: (wanted) => set({ isWanted: wanted }),
    choices,
    decide: (id, choice) => {
      const { [id]: _, ...others } = choices
      set({ choices: choice === null ? others : { ...choices, [id]: choice } })
    },
    canSend: !isWanted || isDecided,
    how: isWanted ? { choices } : undefined,
  }
}

/** The changes of a turn and of those after it that are in effect. */
export function useStanding(turns: readonly Turn[], from: number | undefined): readonly Commit[] {
  const undoes = useUndoes((state) => state.undoes)
  if (from === undefined) return []
  return commitsOf(turns.filter(({ number }) => number >= from)).filter(
    ({ changes, variorumId }) => changes.length > 0 && undoneBy(undoes, variorumId) === null,
  )
}

/** The turn with the message that a turn answers: its own, or that of the turn it retries or continues. */
export function askedIn(turns: readonly Turn[], turn: Pick<Turn, 'number' | 'follows'>): number {
  const { follows, number } = turn
  if (follows === undefined || !['retry', 'continue'].includes(follows.kind) || follows.turn >= number) return number
  const before = turns.find((other) => other.number === follows.turn)
  return before === undefined ? number : askedIn(turns, before)
}
