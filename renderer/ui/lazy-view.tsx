import { type ComponentType, lazy, useState } from 'react'
import { useLink } from '../state/api.ts'

const imports: (() => Promise<unknown>)[] = []

/**
 * A view in a chunk of its own, fetched when it is first shown or when the window is idle. A view that is already
 * loaded renders at once: React shows suspended content a third of a second late.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded = await load())
  imports.push(loadOnce)
  const Suspended: ComponentType<Props> = lazy(async () => ({ default: await importWithRetry(loadOnce) }))
  return function LazyView(props: Props) {
    const [View] = useState(() => loaded ?? Suspended)
    return <View {...props} />
  }
}

const WITHOUT_IDLE_MS = 300

/** Safari cannot tell when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, WITHOUT_IDLE_MS)
}

/** Fetches all lazy views, one after the other, while the window is idle. */
export function prefetchViews(): void {
  const fetchNext = async (): Promise<void> => {
    // After a failure each view is fetched when it is opened.
    await imports
      .shift()?.()
      .catch(() => imports.splice(0))
    if (imports.length > 0) whenIdle(() => void fetchNext())
  }
  whenIdle(() => void fetchNext())
}

const RELOADED_AT_KEY = 'variorum.reloaded'
const RELOAD_COOLDOWN_MS = 10_000

/**
 * Retries an import that failed because Variorum was not running. A failure while it runs means that it restarted as
 * another version, whose files have other names: then the page reloads, once.
 */
async function importWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (useLink.getState().open !== true) {
      await linkOpen()
      return importWithRetry(load)
    }
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < RELOAD_COOLDOWN_MS) throw error
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    location.reload()
    return new Promise(() => undefined)
  }
}

function linkOpen(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = useLink.subscribe(({ open }) => {
      if (open !== true) return
      unsubscribe()
      resolve()
    })
  })
}
