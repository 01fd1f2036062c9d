import { create } from 'zustand'

export interface StatusAction {
  readonly label: string
  /** Printed beside the label, like "mod+z". */
  readonly keys?: string
  readonly run: () => void
  /** For as long as it can be done; by default a moment. */
  readonly lastsMs?: number
}

export interface StatusBarMessage {
  /** What the user did, what they should know, what was not done and why, or what is lost or in danger. */
  readonly kind: 'status' | 'news' | 'refusal' | 'failure'
  readonly text: string
  readonly action?: StatusAction | undefined
}

interface StatusBarState {
  readonly message: (StatusBarMessage & { readonly number: number }) | null
  readonly say: (text: string, action?: StatusAction) => void
  readonly tell: (text: string, action?: StatusAction) => void
  /** The same, once nothing else is shown. */
  readonly tellNext: (text: string, action?: StatusAction) => void
  readonly warn: (text: string, action?: StatusAction) => void
  readonly fail: (text: string, action?: StatusAction) => void
  readonly clear: () => void
}

const DISPLAY_MS = { status: 12_000, news: 12_000, refusal: 30_000, failure: 30_000 }
let lastNumber = 0

/** The status bar shows one message at a time and covers nothing; a newer message replaces the older one. */
export const useStatusBar = create<StatusBarState>((set, get, { subscribe }) => {
  const show = (message: StatusBarMessage): void => {
    lastNumber += 1
    const number = lastNumber
    set({ message: { ...message, number } })
    setTimeout(() => {
      if (get().message?.number === number) set({ message: null })
    }, message.action?.lastsMs ?? DISPLAY_MS[message.kind])
  }
  return {
    message: null,
    say: (text, action) => show({ kind: 'status', text, action }),
    tell: (text, action) => show({ kind: 'news', text, action }),
    tellNext(text, action) {
      if (get().message === null) return get().tell(text, action)
      const stop = subscribe(({ message }) => {
        if (message !== null) return
        stop()
        get().tell(text, action)
      })
    },
    warn: (text, action) => show({ kind: 'refusal', text, action }),
    fail: (text, action) => show({ kind: 'failure', text, action }),
    clear: () => set({ message: null }),
  }
})
