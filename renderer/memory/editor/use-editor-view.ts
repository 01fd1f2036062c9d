import { openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { EditorState, StateEffect } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Blame } from '../../../shared/memory.ts'
import { beforeDraftsAreRead, type FileDraft, putDraft, useDrafts } from '../../state/drafts-store.ts'
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
  readonly draft: FileDraft
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

/** Undo steps, cursor and scroll position of drafts whose editor is closed for now. */
const left = new Map<string, { readonly state: EditorState; readonly scroll: StateEffect<unknown> }>()

/** Keeps a CodeMirror editor in an element, and its text in the drafts. */
export function useEditorView(host: RefObject<HTMLElement | null>, options: EditorViewOptions): OpenEditor | null {
  const { path, draft, blame } = options
  const [open, setOpen] = useState<OpenEditor | null>(null)
  const drafting = useRef(new Drafting(path))
  const onUpdate = useEffectEvent((update: ViewUpdate) => {
    if (update.docChanged) {
      drafting.current.follow(update.state)
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
    const saved = { lines: draft.base.split(lineEndOf(draft.text)), blame }
    const extensions = extensionsFor({ path, text: draft.text, saved, look: options.look, onUpdate, onFind: startFind })
    const kept = left.get(path)
    const isKept = kept !== undefined && textOf(kept.state) === draft.text
    const state = isKept
      ? kept.state.update({ effects: StateEffect.reconfigure.of(extensions) }).state
      : EditorState.create({ doc: draft.text, extensions })
    const root = shadowRootOf(element)
    const view = new EditorView({ state, root, parent: root, ...(isKept && { scrollTo: kept.scroll }) })
    if (!isKept && options.place !== null) view.dispatch(beginAt(state, options.place))
    return view
  })
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return
    const writing = drafting.current
    const view = create(element)
    // oxlint-disable-next-line react/set-state-in-effect -- the editor is there once its element is
    setOpen({ view, revision: 0, isFinding: searchPanelOpen(view.state), finds: 0, find: () => startFind(view) })
    const stopFlushing = beforeDraftsAreRead(() => writing.flush())
    const withdraw = provideSelection(element, () => {
      const { from, to } = view.state.selection.main
      return view.state.sliceDoc(from, to)
    })
    view.focus()
    return () => {
      withdraw()
      stopFlushing()
      writing.flush()
      if (useDrafts.getState().drafts.get(path) === undefined) left.delete(path)
      else left.set(path, { state: view.state, scroll: view.scrollSnapshot() })
      view.destroy()
    }
  }, [host, path])
  const view = open?.view
  useLook(view, options.look)
  useDraft(view, drafting, draft)
  useSaved(view, draft.base, blame)
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

/** Follows a draft that somebody else changes, as when an edit is applied to a newer version. */
function useDraft(view: EditorView | undefined, drafting: RefObject<Drafting>, { text }: FileDraft): void {
  useEffect(() => {
    if (view !== undefined && drafting.current.isBehind(text)) view.dispatch(changeInto(view.state, text))
  }, [view, drafting, text])
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

/** A larger text is copied to the drafts at pauses, not at each key. */
const LARGE_TEXT = 200_000
const PAUSE_MS = 300

/** Copies the text of an editor to its draft. */
class Drafting {
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
