import type { ReactNode } from 'react'
import { showDialog } from '../state/stores-store.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { SheetActions } from '../ui/SheetActions.tsx'

export const close = (): void => showDialog(null)

/** A dialog about a store, over whichever view is open. */
export function Sheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <AskSheet title={title} onClose={close}>
      {children}
    </AskSheet>
  )
}

export function Actions({ children }: { readonly children: ReactNode }) {
  return <SheetActions onCancel={close}>{children}</SheetActions>
}
