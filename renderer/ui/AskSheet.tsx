import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isFocusLost } from './focus.ts'

interface AskSheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** For a question about something that cannot be taken back: Cancel has the focus. */
  readonly isAlert?: boolean
}

/** A question, over whichever view is open. It gives the focus back to what had it, or to its pane if that is gone. */
export function AskSheet({ title, onClose, children, isAlert = false }: AskSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    const pane = before?.closest('[data-pane]')
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>(isAlert ? '.sheet-acts .btn' : 'input, .btn.pri')?.focus()
    return () => {
      // Removed, a dialog gives the focus to nothing.
      if (!isFocusLost()) return
      const target = [before, pane].find((element) => element?.isConnected === true && element !== document.body)
      if (target instanceof HTMLElement) target.focus()
      else document.querySelector('main')?.focus()
    }
  }, [isAlert])
  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      className="ask-sheet"
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
