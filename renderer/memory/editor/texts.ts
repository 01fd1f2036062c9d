import { type EditorState, Text, type TransactionSpec } from '@codemirror/state'

/**
 * How lines end: as in the file, so that a save changes only what the user changed. Where both ends occur, a return
 * counts as a character of its line.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n'
}

/** The text as it is saved. */
export const textOf = (state: EditorState): string => state.sliceDoc()

/** Turns the text of the editor into another one by changing only what differs: cursor and undo steps stay. */
export function changeInto(state: EditorState, text: string): TransactionSpec {
  const [now, next] = [state.doc.toString(), state.toText(text).toString()]
  const shorter = Math.min(now.length, next.length)
  let head = 0
  while (head < shorter && now[head] === next[head]) head += 1
  let tail = 0
  while (tail < shorter - head && now.at(-1 - tail) === next.at(-1 - tail)) tail += 1
  return {
    changes: { from: head, to: now.length - tail, insert: Text.of(next.slice(head, next.length - tail).split('\n')) },
  }
}

/** A longer paragraph would be parsed again, as a whole, on every key. */
const MAX_PARAGRAPH = 50_000
/** Where a paragraph ends: at an empty line, or where another block begins. */
const BLOCK_START = /^\s*(?:$|[-*+#>|`~=_]|\d{1,9}[.)])/

/** Whether the text can be parsed as Markdown while it is edited. */
export function canBeMarkdown(text: string): boolean {
  let paragraph = 0
  for (const line of text.split('\n')) {
    paragraph = (BLOCK_START.test(line) ? 0 : paragraph) + line.length
    if (paragraph > MAX_PARAGRAPH) return false
  }
  return true
}
