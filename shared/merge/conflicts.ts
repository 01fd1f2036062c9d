import type { StorePath } from '../change.ts'
import type { Choice, Choices, Conflict } from '../undoing.ts'
import { merge, type MergeConflict, type MergePiece, settled } from './merge.ts'
import { joinedLines } from './tokens.ts'

// Three versions of some files become texts, and conflicts for a person to decide: of an undo, of what Tidy proposes, of an
// edit whose file changed meanwhile. Pure.

/** The text that a choice leaves; of both, the proposed text comes first. Without a choice the present text stays. */
export function chosenText(choice: Choice | null, { ours, theirs }: Pick<MergeConflict, 'ours' | 'theirs'>): string {
  if (choice === null || choice === 'mine') return ours
  if (choice === 'theirs') return theirs
  return choice === 'both' ? joinedLines([theirs, ours]) : choice.text
}

/** Three versions of a file; null for none, or for one that cannot be shown. */
export interface Versions {
  readonly base: string | null
  readonly mine: string | null
  readonly theirs: string | null
}

/** The merges of several files, with what a person chose, and all that they can choose. */
export class Deciding {
  readonly conflicts: Conflict[] = []
  readonly #choices: Choices
  readonly #hash: (text: string) => string

  /** @param hash makes an id from what tells a conflict from every other one */
  constructor(choices: Choices, hash: (text: string) => string) {
    this.#choices = choices
    this.#hash = hash
  }

  get isOpen(): boolean {
    return this.conflicts.some(({ choice }) => choice === null)
  }

  /** The text of a file. Where nothing is chosen yet, the present text stays. */
  text(path: StorePath, { base, mine, theirs }: { readonly [Version in keyof Versions]: string }): string {
    const pieces = merge({ base, ours: mine, theirs })
    return settled(pieces, (piece, index) => {
      const { line, ...context } = around(pieces, index)
      const versions = { base: piece.base, mine: piece.ours, theirs: piece.theirs }
      return chosenText(this.#decide({ path, kind: 'lines', line, ...versions, context }), piece)
    })
  }

  /** What was chosen for a file that cannot be merged, or for its name; null for nothing yet. */
  whole(path: StorePath, kind: 'file' | 'name', versions: Versions): 'mine' | 'theirs' | null {
    const choice = this.#decide({ path, kind, line: 1, ...versions, context: { before: '', after: '' } })
    return choice === 'mine' || choice === 'theirs' ? choice : null
  }

  #decide(conflict: Omit<Conflict, 'id' | 'choice'>): Choice | null {
    const { path, kind, line, base, mine, theirs } = conflict
    const id = this.#hash(JSON.stringify([path, kind, line, base, mine, theirs]))
    const chosen = this.#choices[id] ?? null
    const choice = kind === 'lines' || chosen === 'mine' || chosen === 'theirs' ? chosen : null
    this.conflicts.push({ id, ...conflict, choice })
    return choice
  }
}

interface Around {
  readonly before: string
  readonly after: string
  readonly line: number
}

const CONTEXT_LINES = 2

/** The lines around a conflict, and where it is in the present text. @param index its place among the conflicts */
function around(pieces: readonly MergePiece[], index: number): Around {
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
