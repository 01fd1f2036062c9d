import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { MARKDOWN_BLOCKS } from './live-markdown.ts'

/** How the text is shown, by the user's choices. */
export interface Look {
  readonly showAs: 'rendered' | 'source'
  readonly who: boolean
  readonly lineNumbers: boolean
}

export const look = new Compartment()

const themes = new Map<string, Extension>()

/** The theme has no rules: a change of it tells the editor that its lines have other heights. They are in editor.css. */
export function lookOf({ showAs, who, lineNumbers }: Look): Extension {
  const names = ['look', showAs, !who && 'bare', !lineNumbers && 'no-numbers'].filter(Boolean).join(' ')
  const theme = themes.get(names) ?? EditorView.theme({})
  themes.set(names, theme)
  return [theme, EditorView.editorAttributes.of({ class: names }), showAs === 'source' ? [] : MARKDOWN_BLOCKS]
}
