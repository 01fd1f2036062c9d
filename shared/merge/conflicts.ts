import type { Choice, UndoConflict } from '../undoing.ts'
import type { MergeConflict, MergePiece } from './merge.ts'
import { joinedLines } from './tokens.ts'

// Conflicts of a merge as a person decides them. Pure.

/** The text that a choice leaves; of both, the proposed text comes first. Without a choice the present text stays. */
export function chosenText(choice: Choice | null, { ours, theirs }: Pick<MergeConflict, 'ours' | 'theirs'>): string {
  if (choice === null || choice === 'mine') return ours
  if (choice === 'theirs') return theirs
  return choice === 'both' ? joinedLines([theirs, ours]) : choice.text
}

/** What tells a conflict from every other one, as text; its hash is the id. */
export function toldApart({ path, kind, line, base, mine, theirs }: Omit<UndoConflict, 'id' | 'choice'>): string {
  return JSON.stringify([path, kind, line, base, mine, theirs])
}

export interface Around {
  readonly before: string
  readonly after: string
  readonly line: number
}

const CONTEXT_LINES = 2

/** The lines around a conflict, and where it is in the present text. @param index its place among the conflicts */
export function around(pieces: readonly MergePiece[], index: number): Around {
  let seen = -1
  const at = pieces.findIndex(({ kind }) => kind === 'conflict' && ++seen === index)
  const mine = (piece: MergePiece | undefined): string =>
    piece === undefined ? '' : piece.kind === 'merged' ? piece.text : piece.ours
  const earlier = pieces.slice(0, at).map(mine).join('')
  return {
    line: earlier.split('\n').length,
    before: earlier.split('\n').slice(0, -1).slice(-CONTEXT_LINES).join('\n'),
    after: mine(pieces[at + 1])
      .split('\n')
      .slice(0, CONTEXT_LINES)
      .join('\n'),
  }
}
