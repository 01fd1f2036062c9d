/** During a burst without pauses, work still runs once per this many pauses. */
const MAX_WAIT_PAUSES = 10

/**
 * Delays work until a burst of calls is over; runs never overlap. A failure is ignored: it means the connection broke,
 * and everything is fetched again when it is back.
 */
export function debounce(pauseMs: number, work: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let burstStart = 0
  let isRunning = false
  let isStale = false
  const run = async (): Promise<void> => {
    timer = undefined
    if (isRunning) {
      isStale = true
      return
    }
    isRunning = true
    await work().catch(() => undefined)
    isRunning = false
    if (isStale) schedule()
    isStale = false
  }
  const schedule = (): void => {
    if (timer === undefined) burstStart = Date.now()
    clearTimeout(timer)
    const latest = burstStart + MAX_WAIT_PAUSES * pauseMs
    timer = setTimeout(() => void run(), Math.min(pauseMs, Math.max(0, latest - Date.now())))
  }
  return schedule
}
