import { create } from 'zustand'

interface Shown {
  readonly conversation: string
  readonly turn: number
}

/** The answer of which the chat shows what was known. */
export const useKnowledge = create<{ readonly shown: Shown | null }>(() => ({ shown: null }))

export function toggleKnowledge(answer: Shown): void {
  useKnowledge.setState(({ shown }) => ({
    shown: shown?.conversation === answer.conversation && shown.turn === answer.turn ? null : answer,
  }))
}

export function closeKnowledge(): void {
  useKnowledge.setState({ shown: null })
}

/** The button that opened it gets the focus back. */
export const knowledgeButtonId = (turn: number): string => `knew-${turn}`
