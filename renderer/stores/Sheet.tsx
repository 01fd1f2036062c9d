import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { showDialog } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'

export const close = (): void => showDialog(null)

/** A dialog about a store, over whichever view is open. */
export function Sheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, .btn.pri')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className="ask-sheet" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

export function Actions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="row sheet-acts">
      <span className="grow" />
      <Button onClick={close} keys="esc">
        <Trans>Cancel</Trans>
      </Button>
      {children}
    </div>
  )
}
