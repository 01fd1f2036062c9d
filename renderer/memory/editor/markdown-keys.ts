import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { EditorSelection, type StateCommand } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/
const INDENT = '  '

/** Puts a mark around the selection, or takes it away if it is there. */
function around(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const { length } = mark
    const change = state.changeByRange(({ from, to }) => {
      const isMarked =
        state.sliceDoc(from - length, from) === mark &&
        state.sliceDoc(to, to + length) === mark &&
        // "**bold**" is no emphasis.
        !(length === 1 && state.sliceDoc(from - 2, from) === mark + mark)
      if (isMarked)
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + length, to + length),
      }
    })
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

/** Indents the list items of the selection by a step, or less. Elsewhere Tab moves the focus, as on every page. */
function indentItems(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
    const changes = []
    for (let number = first; number <= last; number += 1) {
      const line = state.doc.line(number)
      if (!ITEM.test(line.text)) return false
      const indented = /^(?:\t| {1,2})/.exec(line.text)?.[0].length ?? 0
      if (step === 1) changes.push({ from: line.from, insert: INDENT })
      else if (indented > 0) changes.push({ from: line.from, to: line.from + indented })
    }
    if (changes.length === 0) return false
    dispatch(state.update({ changes, userEvent: step === 1 ? 'input.indent' : 'delete.dedent', scrollIntoView: true }))
    return true
  }
}

/** Enter goes on with a list or a quote; an empty item ends it. */
export const MARKDOWN_KEYS: readonly KeyBinding[] = [
  { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: 'Backspace', run: deleteMarkupBackward },
  { key: 'Tab', run: indentItems(1), shift: indentItems(-1) },
  { key: 'Mod-b', run: around('**') },
  { key: 'Mod-i', run: around('*') },
]
