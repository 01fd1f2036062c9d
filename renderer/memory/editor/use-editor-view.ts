import { openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { EditorState, StateEffect } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Blame } from '../../../shared/memory.ts'
import { beforeUnsavedIsRead, type UnsavedFile, putUnsaved, useUnsaved } from '../../state/unsaved-store.ts'
import { provideSelection } from '../../text/selected-text.ts'
import { extensionsFor } from './extensions.ts'
import { look, type Look, lookOf } from './look.ts'
import type { EditorPlace } from './place.ts'
import { changeInto, lineEndOf, textOf } from './texts.ts'
import { setSaved } from './who-margin.ts'
import badgeStyles from '../../styles/actor-badge.css?inline'
import editorStyles from '../../styles/editor.css?inline'

interface EditorViewOptions {
  readonly path: string
  readonly unsaved: UnsavedFile
  readonly blame: Blame | null
  readonly place: EditorPlace | null
  readonly look: Look
  readonly onTyped: () => void
}

/** What the page shows of an editor beside its text. */
export interface OpenEditor {
  readonly view: EditorView
  /** Counts up whenever its text or selection changes. */
  readonly revision: number
  readonly isFinding: boolean
  /** Counts up whenever the user asks for the fields of find and replace. */
  readonly finds: number
  readonly find: () => void
}

/** Undo steps, cursor and scroll position of texts whose editor is closed for now. */
const left = new Map<string, { readonly state: EditorState; readonly scroll: StateEffect<unknown> }>()

/** Keeps a CodeMirror editor in an element, and its text in the store of unsaved texts. */
export function useEditorView(host: RefObject<HTMLElement | null>, options: EditorViewOptions): OpenEditor | null {
  const { path, unsaved, blame, look } = options
  const [open, setOpen] = useState<OpenEditor | null>(null)
  const copying = useRef(new TextCopying(path))
  const onUpdate = useEffectEvent((update: ViewUpdate) => {
    if (update.docChanged) {
      copying.current.follow(update.state)
      if (isTyped(update)) options.onTyped()
    }
    const isFinding = searchPanelOpen(update.state)
    if (isFinding || searchPanelOpen(update.startState))
      setOpen((now) => now && { ...now, isFinding, revision: now.revision + 1 })
  })
  const startFind = useEffectEvent((view: EditorView) => {
    openSearchPanel(view)
    // At once: the next key belongs to the field.
    flushSync(() => setOpen((now) => now && { ...now, finds: now.finds + 1 }))
  })
  const create = useEffectEvent((element: HTMLElement): EditorView => {
    const saved = { lines: unsaved.base.split(lineEndOf(unsaved.text)), blame }
    const extensions = extensionsFor({ path, text: unsaved.text, saved, look, onUpdate, onFind: startFind })
    const kept = left.get(path)
    const isKept = kept !== undefined && textOf(kept.state) === unsaved.text
    const state = isKept
      ? kept.state.update({ effects: StateEffect.reconfigure.of(extensions) }).state
      : EditorState.create({ doc: unsaved.text, extensions })
    const root = shadowRootOf(element)
    const view = new EditorView({ state, root, parent: root, ...(isKept && { scrollTo: kept.scroll }) })
    if (!isKept && options.place !== null) view.dispatch(beginAt(state, options.place))
    return view
  })
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return
    const writing = copying.current
    const view = create(element)
    // oxlint-disable-next-line react/set-state-in-effect -- the editor is there once its element is
    setOpen({ view, revision: 0, isFinding: searchPanelOpen(view.state), finds: 0, find: () => startFind(view) })
    const stopFlushing = beforeUnsavedIsRead(() => writing.flush())
    const withdraw = provideSelection(element, () => {
      const { from, to } = view.state.selection.main
      return view.state.sliceDoc(from, to)
    })
    view.focus()
    return () => {
      withdraw()
      stopFlushing()
      writing.flush()
      if (useUnsaved.getState().files.get(path) === undefined) left.delete(path)
      else left.set(path, { state: view.state, scroll: view.scrollSnapshot() })
      view.destroy()
    }
  }, [host, path])
  const view = open?.view
  useLook(view, look)
  useUnsavedText(view, copying, unsaved)
  useSaved(view, unsaved.base, blame)
  return open
}

const isTyped = ({ transactions }: ViewUpdate): boolean =>
  transactions.some((each) => each.isUserEvent('input') || each.isUserEvent('delete'))

function useLook(view: EditorView | undefined, { showAs, who, lineNumbers }: Look): void {
  useLayoutEffect(
    () => view?.dispatch({ effects: look.reconfigure(lookOf({ showAs, who, lineNumbers })) }),
    [view, showAs, who, lineNumbers],
  )
}

/** Follows a text that somebody else changes, as when an edit is applied to a newer version. */
function useUnsavedText(view: EditorView | undefined, copying: RefObject<TextCopying>, { text }: UnsavedFile): void {
  useEffect(() => {
    if (view !== undefined && copying.current.isBehind(text)) view.dispatch(changeInto(view.state, text))
  }, [view, copying, text])
}

/** Tells the margin what the edit is based on. */
function useSaved(view: EditorView | undefined, base: string, blame: Blame | null): void {
  const end = view?.state.lineBreak ?? '\n'
  const lines = useMemo(() => base.split(end), [base, end])
  useEffect(() => view?.dispatch({ effects: setSaved.of({ lines, blame }) }), [view, lines, blame])
}

function beginAt({ doc }: EditorState, { line, top, cursor }: EditorPlace) {
  const at = (number: number) => doc.line(Math.min(Math.max(1, number), doc.lines))
  return {
    selection: { anchor: at(cursor).to },
    effects: EditorView.scrollIntoView(at(line).from, { y: 'start', yMargin: top }),
  }
}

/** A larger text is copied to the store of unsaved texts at pauses, not at each key. */
const LARGE_TEXT = 200_000
const PAUSE_MS = 300

/** Copies the text of an editor to the store of unsaved texts. */
class TextCopying {
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

  /** Copies what was typed last. A text that was dropped stays so. */
  flush(): void {
    clearTimeout(this.#timer)
    const unsaved = useUnsaved.getState().files.get(this.#path)
    const state = this.#state
    this.#state = null
    if (state === null || unsaved === undefined) return
    this.#text = textOf(state)
    if (unsaved.text !== this.#text) putUnsaved(this.#path, { ...unsaved, text: this.#text })
  }

  /** Whether the text was changed by somebody else: the editor has another text. */
  isBehind(text: string): boolean {
    if (this.#state !== null || text === this.#text) return false
    this.#text = text
    return true
  }
}

let sheet: CSSStyleSheet | undefined

/**
 * The editor's own root. Its styles are made by code, which the content security policy refuses on the page; a shadow
 * root adopts them.
 */
function shadowRootOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  sheet ??= styleSheet(`${badgeStyles}\n${editorStyles}`)
  root.adoptedStyleSheets = [sheet]
  return root
}

function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
