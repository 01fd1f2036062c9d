/** Node has a clock for a thread since 23.9; before, all the time that passed counts. */
const threadMs = (): number => {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Time that some work may take, in ms of this thread's processor: on a busy machine the same work has the same time, so
 * that nothing is refused because of what else runs.
 */
export class TimeLimit {
  #left: number

  constructor(ms: number) {
    this.#left = ms
  }

  /** @param work not run if the time is over already */
  spend(work: (isOver: () => boolean) => 'done' | 'late'): 'done' | 'late' {
    if (this.#left <= 0) return 'late'
    const from = performance.now()
    const threadFrom = threadMs()
    // The clock of the thread takes longer to read, and is never ahead of the other.
    const isOver = (): boolean => performance.now() - from > this.#left && threadMs() - threadFrom > this.#left
    const outcome = work(isOver)
    this.#left -= threadMs() - threadFrom
    return outcome
  }
}
