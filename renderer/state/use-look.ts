import { useState } from 'react'
import { useQuery } from './use-query.ts'

interface Looked<Found> {
  /** `null` until it was looked for. */
  readonly found: Found | null
  readonly isLooking: boolean
  readonly problem: string | null
  readonly look: () => void
}

/**
 * What is looked for only when the user asks for it, and again whenever they ask.
 * @param isAsked whether the user wants to see it already
 * @param version as in useQuery, once it was asked for
 */
export function useLook<Found>(isAsked: boolean, version: unknown, ask: () => Promise<Found>): Looked<Found> {
  const [round, setRound] = useState(isAsked ? 1 : 0)
  const { answer, problem } = useQuery(round === 0 ? null : `${round}`, version, ask)
  const isLooking = round > 0 && answer === undefined && problem === null
  return { found: answer ?? null, isLooking, problem, look: () => setRound(round + 1) }
}
