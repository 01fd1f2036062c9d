import { type ComponentType, lazy, useState } from 'react'
import { useLink } from '../state/api.ts'

/** A view that comes when it is asked for, or when the window has nothing else to do. One that has come is drawn at once: what React waits for, it shows a third of a second later. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let come: ComponentType<Props> | null = null
  const fetchIt = async (): Promise<ComponentType<Props>> => (come = await load())
  loads.push(fetchIt)
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await patiently(fetchIt) }))
  return function Later(props: Props) {
    const [View] = useState(() => come ?? Awaited)
    return <View {...props} />
  }
}

const loads: (() => Promise<unknown>)[] = []

export const MemoryView = later(async () => (await import('../memory/MemoryView.tsx')).MemoryView)
export const ThenView = later(async () => (await import('../memory/ThenView.tsx')).ThenView)
export const TimelineView = later(async () => (await import('../timeline/TimelineView.tsx')).TimelineView)
export const PoliciesView = later(async () => (await import('../policies/PoliciesView.tsx')).PoliciesView)
export const SettingsView = later(async () => (await import('../settings/SettingsView.tsx')).SettingsView)
export const StoreSheets = later(async () => (await import('../stores/StoreSheets.tsx')).StoreSheets)
export const AllKeys = later(async () => (await import('./AllKeys.tsx')).AllKeys)
export const TurnView = later(async () => (await import('../chat/TurnView.tsx')).TurnView)

/** Fetches every view, one after the other and out of the way. */
export function fetchViews(): void {
  const fetchNext = async (): Promise<void> => {
    // When one cannot be had now, each is fetched when it is opened.
    await loads
      .shift()?.()
      .catch(() => loads.splice(0))
    if (loads.length > 0) requestIdleCallback(() => void fetchNext())
  }
  requestIdleCallback(() => void fetchNext())
}

const KEY = 'variorum.reloaded'
const LATELY_MS = 10_000

/** Variorum may be away for a moment, or may have come back as a later version, which has other files: then the page is loaded anew, once. */
async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (useLink.getState().open !== true) {
      await new Promise<void>((resolve) => {
        const forget = useLink.subscribe(({ open }) => {
          if (open !== true) return
          forget()
          resolve()
        })
      })
      return patiently(load)
    }
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < LATELY_MS) throw error
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
    return new Promise(() => undefined)
  }
}
