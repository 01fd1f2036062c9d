import { create } from 'zustand'

export interface StatusAction {
  readonly label: string
  /** Printed beside the label, like "mod+z". */
  readonly keys?: string
  readonly run: () => void
}

export interface StatusBarMessage {
  readonly kind: 'status' | 'alert'
  readonly text: string
  readonly act?: StatusAction | undefined
}

interface Foot {
  readonly message: (StatusBarMessage & { readonly number: number }) | null
  readonly say: (text: string, act?: StatusAction) => void
  readonly warn: (text: string, act?: StatusAction) => void
  readonly clear: () => void
}

const SHOWN_MS = { status: 12_000, alert: 30_000 }
let number = 0

/** The foot says one thing at a time, over nothing; a newer message takes the older one's place. */
export const useStatusBar = create<Foot>((set, get) => {
  const show = (message: StatusBarMessage): void => {
    number += 1
    const mine = number
    set({ message: { ...message, number } })
    setTimeout(() => {
      if (get().message?.number === mine) set({ message: null })
    }, SHOWN_MS[message.kind])
  }
  return {
    message: null,
    say: (text, act) => show({ kind: 'status', text, act }),
    warn: (text, act) => show({ kind: 'alert', text, act }),
    clear: () => set({ message: null }),
  }
})
