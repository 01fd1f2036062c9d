import { create } from 'zustand'
import type { SettingsChange, StoreSettingsChange } from '../../shared/settings.ts'
import { api, sentence } from './api.ts'
import { useFoot } from './foot-store.ts'

/** What the contract says the window opens with. */
export type AppState = Awaited<ReturnType<typeof api.app.state.query>>

/** Settings, models and the store's standing, as the core last told them; `null` before it did. */
export const useApp = create<{ readonly app: AppState | null }>(() => ({ app: null }))

export async function loadApp(): Promise<void> {
  useApp.setState({ app: await api.app.state.query() })
}

export async function loadStatus(): Promise<void> {
  const store = await api.store.status.query()
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, store } }))
}

/** Shown at once; what the core makes of it follows. */
export async function changeSettings(change: SettingsChange): Promise<void> {
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, settings: { ...app.settings, ...change } } }))
  try {
    await api.app.changeSettings.mutate(change)
  } catch (error) {
    useFoot.getState().warn(sentence(error))
  }
  await loadApp()
}

export async function changeStoreSettings(change: StoreSettingsChange): Promise<void> {
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, storeSettings: { ...app.storeSettings, ...change } } }))
  try {
    await api.store.changeSettings.mutate(change)
  } catch (error) {
    useFoot.getState().warn(sentence(error))
  }
  await loadApp()
}
