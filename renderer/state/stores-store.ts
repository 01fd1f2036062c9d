import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Adding } from '../../shared/stores.ts'
import { type Act, tellAct } from './acts.ts'
import { api, sentence } from './api.ts'
import { appQuery, type AppState, useApp } from './app-store.ts'
import { orWarn } from './attempt.ts'
import { hasUnsavedPolicies } from './policy-store.ts'
import { useStatusBar } from './status-bar-store.ts'
import type { OtherStore } from './undo-flow.ts'
import { useLook } from './use-look.ts'
import { useWindow } from './window-store.ts'

export type KnownStore = AppState['stores']['list'][number]
export type FolderPreview = Awaited<ReturnType<typeof api.stores.inspect.query>>

/** The dialog about stores that is open over the current view. */
export type StoreDialog =
  /** Asks for a folder. */
  | { readonly kind: 'choose' }
  /** Asks whether to add a folder. `isMeant`: it is the one that was meant, also if it is hidden. */
  | { readonly kind: 'add'; readonly preview: FolderPreview; readonly isMeant: boolean }
  | { readonly kind: 'find'; readonly store: KnownStore }
  /** `answering` answers are still being written in the open store. */
  | {
      readonly kind: 'busy'
      readonly store: KnownStore
      readonly answering: number
      readonly trust: boolean
    }
  | { readonly kind: 'forget'; readonly store: KnownStore }

export const useStoreDialog = create<{ readonly dialog: StoreDialog | null }>(() => ({ dialog: null }))

export const showDialog = (dialog: StoreDialog | null): void => useStoreDialog.setState({ dialog })

/**
 * Opens a store in place of the open one; while answers are being written there, asks first.
 * @param trust uses what came with its folder
 */
export async function openStore(
  store: KnownStore,
  answering: 'ask' | 'finish' | 'stop' = 'ask',
  trust = false,
): Promise<void> {
  showDialog(null)
  // The core knows best whether the open one still is.
  if (!(store.isOpen && !trust) && hasUnsavedPolicies())
    return useStatusBar.getState().warn(t`A change to the policies waits for you. Apply or cancel it first.`)
  if (answering === 'finish') useStatusBar.getState().say(t`“${store.name}” will open once the agent is done.`)
  const outcome = await orWarn(() => api.stores.open.mutate({ key: store.key, answering, trust }))
  if (outcome?.kind === 'busy') showDialog({ kind: 'busy', store, answering: outcome.answering, trust })
  if (outcome?.kind === 'opened') {
    await appQuery.now()
    useStatusBar.getState().say(messageAfterOpening(store, trust))
  }
}

/** The stores that are kept besides the open one. */
export function useOtherStores(): readonly KnownStore[] {
  const list = useApp((state) => state.app?.stores.list)
  return useMemo(() => list?.filter(({ isKept, isOpen }) => isKept && !isOpen) ?? [], [list])
}

/** How often something was committed in one of them since the window opened. */
export const useKeptChanges = create(() => 0)
export const noteKeptChange = (): void => useKeptChanges.setState((count) => count + 1, true)

/** Whether what happened is listed for every store that is kept. */
export function useEveryStore(): boolean {
  const isOn = useWindow((state) => state.everyStore)
  return useOtherStores().length > 0 && isOn
}

/** @param key null for the open one */
export function useStoreName(key: string | null): string | null {
  const list = useApp((state) => state.app?.stores.list)
  return list?.find((each) => (key === null ? each.isOpen : each.key === key))?.name ?? null
}

export const storeOf = (key: string): KnownStore | undefined =>
  useApp.getState().app?.stores.list.find((each) => each.key === key)

/**
 * Opens a store and goes on in it, unless it is not opened, as while an answer is being written.
 * @returns whether it is open
 */
export async function openIn(key: string, go: () => unknown): Promise<boolean> {
  const store = storeOf(key)
  if (store === undefined) warnUnlisted()
  else await openStore(store)
  const isOpen = storeOf(key)?.isOpen === true
  if (isOpen) await go()
  return isOpen
}

const warnUnlisted = (): void => useStatusBar.getState().warn(t`This store is no longer on the list.`)

/** Does something in a store that is listed, or says that it is not any more. @param key null for the open one */
export async function inStoreOf(key: string | null, act: (store?: OtherStore) => Promise<void>): Promise<void> {
  const store = key === null ? undefined : storeOf(key)
  if (key === null || store?.isOpen === true) await act()
  else if (store === undefined) warnUnlisted()
  else await act({ key, name: store.name, open: (go) => openIn(key, go) })
}

function messageAfterOpening({ name }: KnownStore, trust: boolean): string {
  if (trust) return t`What came with “${name}” is now in use.`
  return useApp.getState().app?.stores.waiting == null
    ? t`Opened: ${name}`
    : t`Opened: ${name}. Its folder came with settings or data that aren’t in use: see Memory in Settings.`
}

export const onDesktop = (): boolean => useApp.getState().app?.mode === 'desktop'

/** Asks for a folder: in a dialog of the window, or by the system's one where that is all there is to choose from. */
export async function addStore(): Promise<void> {
  const found = onDesktop() ? await orWarn(() => api.stores.agentFolders.query()) : null
  if (onDesktop() && (found === null || found.folders.length === 0)) return pickFolder()
  showDialog({ kind: 'choose' })
}

/** Asks for a folder by the system's dialog. */
export async function pickFolder(): Promise<void> {
  const preview = await orWarn(async () => {
    const folder = await api.stores.pick.mutate()
    return folder === null ? null : api.stores.inspect.query({ folder })
  })
  if (preview !== null) showPreview(preview)
}

/**
 * The memories that other agents keep on this computer.
 * @param isAsked whether the user wants to see them already
 */
export function useAgentFolders(isAsked: boolean) {
  const stores = useApp((state) => state.app?.stores.list.map(({ key }) => key).join(' '))
  return useLook(isAsked, stores, () => api.stores.agentFolders.query())
}

/** Asks about a folder, wherever it was named. @returns why it cannot be added, or `null` */
export async function askAbout(folder: string, isMeant = false): Promise<string | null> {
  try {
    showPreview(await api.stores.inspect.query({ folder }), isMeant)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** Asks about a folder that is to be added. The open store's own has nothing to be asked about. */
function showPreview(preview: FolderPreview, isMeant = false): void {
  const open = useApp.getState().app?.stores.list.find(({ isOpen }) => isOpen)
  if (open?.folder !== preview.shown) return showDialog({ kind: 'add', preview, isMeant })
  showDialog(null)
  useStatusBar.getState().say(t`“${open.name}” is already open.`)
}

export interface AddingFolder extends Adding {
  readonly signal: AbortSignal
  /** Called when the user is asked to confirm the folder in the terminal. */
  readonly onAsked: () => void
}

/** Adds a folder, with what is in it, as a store and opens it. @returns why it was refused, or `null` */
export async function addFolder({ folder }: FolderPreview, adding: AddingFolder): Promise<string | null> {
  try {
    const key = await requestStore(folder, adding)
    if (key === null) return null
    await appQuery.now()
    const store = useApp.getState().app?.stores.list.find((each) => each.key === key)
    if (store !== undefined) await openStore(store)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** @returns the store's key; `null` when the signal was aborted first */
function requestStore(folder: string, { signal, onAsked, ...adding }: AddingFolder): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const subscription = api.stores.add.subscribe(
      { folder, ...adding },
      {
        onData: (event) => (event.kind === 'asked' ? onAsked() : resolve(event.key)),
        onError: reject,
        onComplete: () => resolve(null),
      },
    )
    signal.addEventListener('abort', () => {
      subscription.unsubscribe()
      resolve(null)
    })
  })
}

/** Whether every edit of a store becomes a commit, also while another one is open. */
export async function keepStore(store: KnownStore, isKept: boolean): Promise<void> {
  if (await setKept(store, isKept)) tellAct(keptWords(store, isKept), keeping(store, !isKept))
}

function keeping(store: KnownStore, isKept: boolean): Act {
  return async () => {
    if (!(await setKept(store, isKept))) return null
    useStatusBar.getState().say(keptWords(store, isKept))
    return keeping(store, !isKept)
  }
}

const keptWords = ({ name }: KnownStore, isKept: boolean): string =>
  isKept ? t`Edits in “${name}” are kept from now on` : t`Edits in “${name}” are kept while it’s open`

async function setKept({ key }: KnownStore, isKept: boolean): Promise<boolean> {
  const isSet = await orWarn(() => api.stores.keep.mutate({ key, isKept }).then(() => true))
  await appQuery.now()
  return isSet === true
}

export async function findStore(store: KnownStore): Promise<void> {
  if (!onDesktop()) return showDialog({ kind: 'find', store })
  const folder = await orWarn(() => api.stores.pick.mutate())
  const problem = folder === null ? null : await relocateStore(store, folder)
  if (problem !== null) useStatusBar.getState().warn(problem)
}

/** Tells the core where a store's folder is now. @returns why that is not the folder, or `null` */
export async function relocateStore(store: KnownStore, folder: string): Promise<string | null> {
  try {
    await api.stores.find.mutate({ key: store.key, folder })
    await appQuery.now()
    showDialog(null)
    useStatusBar.getState().say(t`Found: ${store.name}`)
    return null
  } catch (error) {
    return sentence(error)
  }
}

/** Removes a store from the list; the files in its folder are not touched. @returns why it was not, or `null` */
export async function forgetStore(store: KnownStore, history: 'keep' | 'remove'): Promise<string | null> {
  try {
    await api.stores.forget.mutate({ key: store.key, history })
    await appQuery.now()
    showDialog(null)
    useStatusBar
      .getState()
      .say(
        history === 'remove'
          ? t`Forgotten: ${store.name}. Its history was removed; its files stay where they are.`
          : t`Forgotten: ${store.name}. Its folder stays where it is.`,
      )
    return null
  } catch (error) {
    return sentence(error)
  }
}
