import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Text that replaces a selection is inserted by the editor, not by the browser: to keep the look of what was selected,
 * Chromium would write styles into the text, which the content security policy refuses. Input methods are left alone.
 */
export const TYPED_OVER: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event
    const isTyped = inputType === 'insertText' && data !== null && !isComposing && !view.composing
    if (!isTyped) return false
    // A program that selects and types at once, as assistive software may, is faster than the browser's own event.
    view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
    if (view.state.selection.main.empty && !data.includes('\n')) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(view.state.toText(data.replaceAll('\n', view.state.lineBreak))), {
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    return true
  },
})
