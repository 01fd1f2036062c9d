import { sentence } from './api.ts'
import { useStatusBar } from './status-bar-store.ts'

/** Says in the status bar why something failed. */
export const warnOf = (error: unknown): void => useStatusBar.getState().warn(sentence(error))

/**
 * Says in the status bar why something could not be done.
 * @param reload shows what there is now, also after a failure: the view may have shown it as done
 * @returns whether it was done
 */
export async function attempt(work: () => Promise<unknown>, reload: () => Promise<unknown>): Promise<boolean> {
  const isDone = await work().then(
    () => true,
    (error: unknown) => {
      warnOf(error)
      return false
    },
  )
  await reload().catch(() => undefined)
  return isDone
}
