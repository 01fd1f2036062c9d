import type { Note } from './notes.ts'

// How far one turn may go. At its limit the agent writes down where it is, so that the work can go on. Pure.

/** Requests of one turn. */
export const MAX_ROUNDS = 200

/** How many of them are left for writing down where it is. */
const LAST_ROUNDS = 10

/** @param round from 0 */
export function limitNote(round: number): Note | null {
  if (round !== MAX_ROUNDS - LAST_ROUNDS) return null
  return {
    about: 'limit',
    value: String(round),
    text: `You have used your tools ${round} times in this turn, and ${LAST_ROUNDS} more are possible. Write down in your memory where you are: what is done, what is not, and what comes next. Then end your answer with a short summary.`,
  }
}

/** Whether the agent has been asked to end. */
export function isAtLimit(round: number): boolean {
  return round >= MAX_ROUNDS - LAST_ROUNDS
}
