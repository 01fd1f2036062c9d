/** How long the page is kept waiting before it gets its turn. */
const SLICE_MS = 12

/** Takes the steps of a long computation a few at a time. */
export async function inSlices<Result>(steps: Generator<undefined, Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    for (const from = performance.now(); performance.now() - from < SLICE_MS;) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
  }
}

/** Runs an asynchronous computation of an effect, whose result nobody awaits once the effect is over. */
export function untilStopped(work: (signal: AbortSignal) => Promise<void>): () => void {
  const stop = new AbortController()
  work(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => stop.abort()
}
