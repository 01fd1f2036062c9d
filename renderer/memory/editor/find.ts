import type { SearchQuery } from '@codemirror/search'
import type { EditorState } from '@codemirror/state'
import { type Matches, MAX_MATCHES } from '../../format/matches.ts'

/** How many times a text has what is searched for, and which of them is selected. */
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
