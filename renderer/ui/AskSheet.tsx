import { type ReactNode, useEffect, useId, useRef } from 'react'

interface AskSheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A question, over whichever view is open. */
export function AskSheet({ title, onClose, children }: AskSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, .btn.pri')?.focus()
    return () => {
      // Removed, a dialog gives the focus to nothing.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className="ask-sheet" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
