import { t } from '@lingui/core/macro'
import { create } from 'zustand'
import { api, sentence } from './api.ts'
import { type AppState, loadApp, useApp } from './app-store.ts'
import { usePolicies } from './policy-store.ts'
import { useStatusBar } from './status-bar-store.ts'

export type KnownStore = AppState['stores']['list'][number]
export type FolderLook = Awaited<ReturnType<typeof api.stores.look.query>>

/** What is being asked about stores, over whatever view is open. */
export type Asking =
  /** Which folder, and is this it? */
  | { readonly kind: 'add'; readonly look: FolderLook | null }
  | { readonly kind: 'find'; readonly store: KnownStore }
  /** So many answers are still being written in the store that is open. */
  | { readonly kind: 'busy'; readonly store: KnownStore; readonly answering: number }

export const useStores = create<{ readonly asking: Asking | null }>(() => ({ asking: null }))

export const ask = (asking: Asking | null): void => useStores.setState({ asking })

async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return null
  }
}

/** Opens a store in place of the one that is open; asks first while answers are being written there. */
export async function openStore(store: KnownStore, answering: 'ask' | 'finish' | 'stop' = 'ask'): Promise<void> {
  ask(null)
  if (store.isOpen) return
  if (usePolicies.getState().draft !== null)
    return useStatusBar.getState().warn(t`Policies are not saved. Save or discard them, then open the other store.`)
  if (answering === 'finish') useStatusBar.getState().say(t`“${store.name}” opens when the answer is complete.`)
  const outcome = await attempt(() => api.stores.open.mutate({ key: store.key, answering }))
  if (outcome?.kind === 'busy') ask({ kind: 'busy', store, answering: outcome.answering })
  if (outcome?.kind === 'opened') {
    await loadApp()
    useStatusBar.getState().say(t`Opened: ${store.name}`)
  }
}

const onDesktop = (): boolean => useApp.getState().app?.mode === 'desktop'

/** Asks for a folder: on the desktop through the system's own dialog, else in a sheet of the window. */
export async function addStore(): Promise<void> {
  if (!onDesktop()) return ask({ kind: 'add', look: null })
  const look = await attempt(async () => {
    const folder = await api.stores.pick.mutate()
    return folder === null ? null : api.stores.look.query({ folder })
  })
  if (look !== null) ask({ kind: 'add', look })
}

/** Takes in what lies in the folder and opens it as a store. @returns why it was refused; `null` when it is open */
export async function takeIn({ folder }: FolderLook): Promise<string | null> {
  try {
    const key = await api.stores.add.mutate({ folder })
    await loadApp()
    const store = useApp.getState().app?.stores.list.find((each) => each.key === key)
    if (store !== undefined) await openStore(store)
    return null
  } catch (error) {
    return sentence(error)
  }
}

export async function findStore(store: KnownStore): Promise<void> {
  if (!onDesktop()) return ask({ kind: 'find', store })
  const folder = await attempt(() => api.stores.pick.mutate())
  const problem = folder === null ? null : await sayWhere(store, folder)
  if (problem !== null) useStatusBar.getState().warn(problem)
}

/** Says where a store's folder is now. @returns why that is not it */
export async function sayWhere(store: KnownStore, folder: string): Promise<string | null> {
  try {
    await api.stores.find.mutate({ key: store.key, folder })
    await loadApp()
    ask(null)
    useStatusBar.getState().say(t`Found: ${store.name}`)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** Takes a store off the list; its folder is not touched. */
export async function forgetStore(store: KnownStore): Promise<void> {
  const done = await attempt(async () => {
    await api.stores.forget.mutate({ key: store.key })
    await loadApp()
    return true
  })
  if (done === true) useStatusBar.getState().say(t`Forgotten: ${store.name}. Its folder stays where it is.`)
}
