import { create } from 'zustand'
import type { SettingsChange, StoreSettingsChange } from '../../shared/settings.ts'
import { afterBurst } from './after-burst.ts'
import { api, sentence } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

/** What the contract says the window opens with. */
export type AppState = Awaited<ReturnType<typeof api.app.state.query>>

/** Settings, models and the store's standing, as the core last told them; `null` before it did. */
export const useApp = create<{ readonly app: AppState | null }>(() => ({ app: null }))

/** Changes that are on their way, and how many there ever were. */
let [pending, begun] = [0, 0]

/** What was asked before a change, or beside one, would take that change back from the window: the change asks again. */
export async function loadApp(): Promise<void> {
  const mine = begun
  const app = await api.app.state.query()
  if (pending === 0 && mine === begun) useApp.setState({ app })
}

async function change(work: () => Promise<unknown>): Promise<void> {
  pending += 1
  begun += 1
  try {
    await work()
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
  }
  pending -= 1
  await loadApp()
}

export async function loadStatus(): Promise<void> {
  const store = await api.store.status.query()
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, store } }))
}

export const soonLoadStatus = afterBurst(300, loadStatus)

/** Shown at once; what the core makes of it follows. */
export async function changeSettings(wanted: SettingsChange): Promise<void> {
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, settings: { ...app.settings, ...wanted } } }))
  await change(() => api.app.changeSettings.mutate(wanted))
}

export async function changeStoreSettings(wanted: StoreSettingsChange): Promise<void> {
  useApp.setState(({ app }) => ({
    app: app === null ? null : { ...app, storeSettings: { ...app.storeSettings, ...wanted } },
  }))
  await change(() => api.store.changeSettings.mutate(wanted))
}
