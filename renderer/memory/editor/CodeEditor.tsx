import { type Ref, useImperativeHandle, useRef } from 'react'
import type { Blame } from '../../../shared/memory.ts'
import type { UnsavedFile } from '../../state/unsaved-store.ts'
import { useWindow } from '../../state/window-store.ts'
import { FindBar } from './FindBar.tsx'
import type { EditorPlace } from './place.ts'
import { useEditorView } from './use-editor-view.ts'

export interface EditorActions {
  readonly find: () => void
}

interface CodeEditorProps {
  readonly path: string
  readonly unsaved: UnsavedFile
  readonly blame: Blame | null
  readonly place: EditorPlace | null
  readonly onTyped: () => void
  /** What the buttons above the text do. */
  readonly ref: Ref<EditorActions>
}

/** An unsaved text, with find and replace above it. */
export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const { showAs, who, lineNumbers } = useWindow()
  const open = useEditorView(host, { ...props, look: { showAs, who, lineNumbers } })
  useImperativeHandle(ref, () => ({ find: () => open?.find() }), [open])
  return (
    <>
      {open?.isFinding === true && <FindBar open={open} />}
      <div ref={host} className="code-editor" />
    </>
  )
}
