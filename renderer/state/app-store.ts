import { create } from 'zustand'
import type { SettingsChange, StoreSettingsChange } from '../../shared/settings.ts'
import { api } from './api.ts'
import { warnOf } from './attempt.ts'
import { createQuery } from './query.ts'

/** Everything the window starts with, as the contract defines it. */
export type AppState = Awaited<ReturnType<typeof api.app.state.query>>

/** Settings, models and the store's status, as the core last reported them; `null` until it did. */
export const useApp = create<{ readonly app: AppState | null }>(() => ({ app: null }))

/** The store that the window shows; `undefined` until it is known. */
export const shownStore = (): string | undefined => useApp.getState().app?.store.id

/** Changes in flight, and how many were ever started. */
let [pending, started] = [0, 0]
/** The change before, done or not: the core hears of changes in the order in which they were made. */
let previous: Promise<unknown> = Promise.resolve()

/** Resolves once the core has heard of every change made before, done or not. */
export const settingsMade = (): Promise<unknown> => previous

/** Drops an answer that may be older than a change, which it would undo on screen: the change itself asks again. */
export const appQuery = createQuery({
  ask: async () => {
    const [wasQuiet, startedBefore] = [pending === 0, started]
    const app = await api.app.state.query()
    return wasQuiet && startedBefore === started ? app : null
  },
  put: (app) => app !== null && useApp.setState({ app }),
})

/** @returns whether it was done; why not, is said */
async function change(work: () => Promise<unknown>): Promise<boolean> {
  pending += 1
  started += 1
  const done = previous.then(work)
  previous = done.catch(() => undefined)
  const isDone = await done.then(
    () => true,
    (error: unknown) => {
      warnOf(error)
      return false
    },
  )
  pending -= 1
  await appQuery.now()
  return isDone
}

/** The status of another store than the one shown is no news of it: the store was, or is about to be, replaced. */
export const statusQuery = createQuery({
  ask: () => api.store.status.query(),
  put: (store) => {
    const { app } = useApp.getState()
    if (app === null) return
    if (app.store.id === store.id) useApp.setState({ app: { ...app, store } })
    else void appQuery.now()
  },
})

/** Shows the change at once; the core's own answer follows. */
export async function changeSettings(requested: SettingsChange): Promise<boolean> {
  useApp.setState(({ app }) => ({ app: app === null ? null : { ...app, settings: { ...app.settings, ...requested } } }))
  return change(() => api.app.changeSettings.mutate(requested))
}

export async function changeStoreSettings(requested: StoreSettingsChange): Promise<boolean> {
  useApp.setState(({ app }) => ({
    app: app === null ? null : { ...app, storeSettings: { ...app.storeSettings, ...requested } },
  }))
  return change(() => api.store.changeSettings.mutate(requested))
}
