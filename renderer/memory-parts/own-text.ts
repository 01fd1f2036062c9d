import { useEffect } from 'react'
import type { Choice, Conflict } from '../../shared/undoing.ts'

/** What the user wrote for a conflict, by its id. It outlives another choice, and a look elsewhere. */
const written = new Map<string, string>()

export const isOwn = (choice: Choice | null | undefined): choice is { readonly text: string } =>
  typeof choice === 'object' && choice !== null

export function useOwnText(conflict: string, choice: Choice | null): void {
  useEffect(() => {
    if (isOwn(choice)) written.set(conflict, choice.text)
  }, [conflict, choice])
}

/** The choice of a text of the user's own: what they wrote before, or else the present text to begin with. */
export function ownText({ id, mine }: Pick<Conflict, 'id' | 'mine'>): Choice {
  return { text: written.get(id) ?? mine ?? '' }
}
