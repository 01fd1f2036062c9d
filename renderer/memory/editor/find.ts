import type { SearchQuery } from '@codemirror/search'
import type { EditorState } from '@codemirror/state'

/** How many times a text has what is searched for, and which of them is selected (from 1; 0 for none). */
export interface Matches {
  readonly count: number
  readonly at: number
  /** There are more than were counted. */
  readonly more: boolean
}

export const MAX_MATCHES = 1_000

export function matchesOf(state: EditorState, query: SearchQuery): Matches {
  const { from, to } = state.selection.main
  let [count, at] = [0, 0]
  if (!query.valid) return { count, at, more: false }
  const cursor = query.getCursor(state)
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (count === MAX_MATCHES) return { count, at, more: true }
    count += 1
    if (next.value.from === from && next.value.to === to) at = count
  }
  return { count, at, more: false }
}
