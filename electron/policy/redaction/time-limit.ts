/** The processor time of this thread, in ms. Node before 23.9 cannot tell: there, elapsed time counts. */
const threadMs = (): number => {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A limit on the processor time of some work, so that nothing is refused because other programs keep the machine busy. */
export class TimeLimit {
  #left: number

  /** @param ms of this thread's processor time, for all calls of `spend` together */
  constructor(ms: number) {
    this.#left = ms
  }

  /** @param work is not run once the time is used up; looks at `isOver` while it runs, and returns `late` if it gave up */
  spend(work: (isOver: () => boolean) => 'done' | 'late'): 'done' | 'late' {
    if (this.#left <= 0) return 'late'
    const from = performance.now()
    const threadFrom = threadMs()
    // Processor time takes longer to read, and never exceeds elapsed time.
    const isOver = (): boolean => performance.now() - from > this.#left && threadMs() - threadFrom > this.#left
    const outcome = work(isOver)
    this.#left -= threadMs() - threadFrom
    return outcome
  }
}
