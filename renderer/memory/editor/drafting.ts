import type { EditorState } from '@codemirror/state'
import { putDraft, useDrafts } from '../../state/drafts-store.ts'
import { textOf } from './texts.ts'

/** A larger text is copied to the drafts at pauses, not at each key. */
const LARGE_TEXT = 200_000
const PAUSE_MS = 300

/** Copies the text of an editor to its draft. */
export class Drafting {
  readonly #path: string
  #state: EditorState | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The text last copied. */
  #text: string | null = null

  constructor(path: string) {
    this.#path = path
  }

  follow(state: EditorState): void {
    this.#state = state
    if (state.doc.length < LARGE_TEXT) return this.flush()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS)
  }

  /** Copies what was typed last. A draft that was dropped stays so. */
  flush(): void {
    clearTimeout(this.#timer)
    const draft = useDrafts.getState().drafts.get(this.#path)
    const state = this.#state
    this.#state = null
    if (state === null || draft === undefined) return
    this.#text = textOf(state)
    if (draft.text !== this.#text) putDraft(this.#path, { ...draft, text: this.#text })
  }

  /** Whether the draft was changed by somebody else: the editor has another text. */
  isBehind(text: string): boolean {
    if (this.#state !== null || text === this.#text) return false
    this.#text = text
    return true
  }
}
