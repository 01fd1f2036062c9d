import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { pasteURLAsLink } from '@codemirror/lang-markdown'
import { search } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, type ViewUpdate } from '@codemirror/view'
import { t } from '@lingui/core/macro'
import { LIVE_MARKDOWN } from './live-markdown.ts'
import { look, type Look, lookOf } from './look.ts'
import { MARKDOWN_KEYS } from './markdown-keys.ts'
import { OWN_KEYS } from './own-keys.ts'
import { canBeMarkdown, lineEndOf } from './texts.ts'
import { type Saved, whoMargin } from './who-margin.ts'

interface EditorSetup {
  readonly path: string
  readonly text: string
  readonly saved: Saved
  readonly look: Look
  readonly onUpdate: (update: ViewUpdate) => void
  readonly onFind: (view: EditorView) => void
}

/** Everything the editor does. It draws no cursor or selection of its own: those of the system are accessible. */
export function extensionsFor({ path, text, saved, look: shown, onUpdate, onFind }: EditorSetup): Extension {
  return [
    EditorState.lineSeparator.of(lineEndOf(text)),
    EditorState.phrases.of(phrases()),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      'aria-label': t`Text of ${path}`,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
    highlightSpecialChars(),
    placeholder(t`What should be remembered?`),
    TYPED_OVER,
    whoMargin(saved),
    lineNumbers(),
    look.of(lookOf(shown)),
    history(),
    canBeMarkdown(text) ? [LIVE_MARKDOWN, pasteURLAsLink, Prec.high(keymap.of(MARKDOWN_KEYS))] : [],
    // The page draws the fields; see FindBar.
    search({ top: true, createPanel: () => ({ dom: document.createElement('span') }) }),
    keymap.of([
      {
        key: 'Mod-f',
        run(view) {
          onFind(view)
          return true
        },
      },
      ...OWN_KEYS,
      ...historyKeymap,
      ...standardKeymap,
    ]),
    EditorView.updateListener.of(onUpdate),
  ]
}

/** What the editor says to screen readers, and of characters that cannot be seen. */
function phrases(): Readonly<Record<string, string>> {
  return {
    'Control character': t`Control character`,
    'current match': t`current match`,
    'on line': t`on line`,
    'replaced match on line $': t`match replaced on line $`,
    'replaced $ matches': t`replacements: $`,
    'Selection deleted': t`Selection deleted`,
  }
}

/**
 * Text that replaces a selection is inserted by the editor, not by the browser: to keep the look of what was selected,
 * Chromium would write styles into the text, which the content security policy refuses. Input methods are left alone.
 */
const TYPED_OVER: Extension = EditorView.domEventHandlers({
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
