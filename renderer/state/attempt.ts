import { sentence } from './api.ts'
import type { Query } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'

/** Says in the status bar why something failed. */
export const warnOf = (error: unknown): void => useStatusBar.getState().fail(sentence(error))

/** Says in the status bar why something could not be had. @returns `null` then */
export async function orWarn<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    warnOf(error)
    return null
  }
}

/**
 * Says in the status bar why something could not be done.
 * @param shown is asked again, also after a failure: the view may have shown it as done
 * @returns whether it was done
 */
export async function attempt(work: () => Promise<unknown>, shown?: Query): Promise<boolean> {
  const isDone = await orWarn(async () => {
    await work()
    return true
  })
  await shown?.now()
  return isDone === true
}
