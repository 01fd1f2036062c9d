/** However long a burst is: so many times the pause, and it is done once in between. */
const PATIENCE = 10

/**
 * Puts work off until a burst of calls is over; one after the other, whatever comes meanwhile. Work that fails was
 * broken off with the wire: all is asked for again when it is back.
 */
export function afterBurst(pauseMs: number, work: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  let isBusy = false
  let again = false
  const run = async (): Promise<void> => {
    timer = undefined
    if (isBusy) {
      again = true
      return
    }
    isBusy = true
    await work().catch(() => undefined)
    isBusy = false
    if (again) soon()
    again = false
  }
  const soon = (): void => {
    if (timer === undefined) since = Date.now()
    clearTimeout(timer)
    timer = setTimeout(() => void run(), Math.min(pauseMs, Math.max(0, since + PATIENCE * pauseMs - Date.now())))
  }
  return soon
}
