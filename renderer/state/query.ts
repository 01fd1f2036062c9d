import { sentence, useLink } from './api.ts'

/**
 * A question to the core, and where its answer goes. It is asked once at a time: whoever asks meanwhile gets one further
 * answer, however many ask. Without an answer it is asked again after a pause that grows, and what there was stays. When
 * something is asked again, `events.ts` says for what the window keeps, and `useQuery` for what a view shows.
 */
export interface Query {
  /** Resolves once what is asked from now on is answered or has failed; never rejects. */
  readonly now: () => Promise<void>
  /** Asks when a burst of calls is over. */
  readonly soon: () => void
  /** Counts a view that shows the answer; the first one asks. @returns the view is gone */
  readonly show: () => () => void
  /** Drops the answer, also one on its way: it belongs to another store, or to a view that is gone. */
  readonly forget: () => void
}

interface QueryOptions<Answer> {
  readonly ask: () => Promise<Answer>
  readonly put: (answer: Answer) => void
  /**
   * Told why, at the first failure of a row, and `null` once there is an answer. Not while the connection is away, which
   * the window says.
   */
  readonly onProblem?: (why: string | null) => void
  /** Takes away what was put. */
  readonly drop?: () => void
  /** The pause that ends a burst. */
  readonly burstMs?: number
  /** The least time from an answer to the next question. */
  readonly gapMs?: number
  /** Not asked while no view shows the answer. */
  readonly onlyShown?: boolean
}

const [FIRST_RETRY_MS, LAST_RETRY_MS] = [500, 8_000]

export function createQuery<Answer>(options: QueryOptions<Answer>): Query {
  const { ask, put, onProblem, drop, burstMs = 300, gapMs = 0, onlyShown = false } = options
  let [views, failures, generation] = [0, 0, 0]
  let retry: ReturnType<typeof setTimeout> | undefined
  const fail = (error: unknown): void => {
    // It is asked again when the connection opens.
    if (useLink.getState().open === false) return
    if (failures === 0) onProblem?.(sentence(error))
    retry = setTimeout(() => void now(), Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
    failures += 1
  }
  const single = singleFlight(gapMs, async () => {
    clearTimeout(retry)
    const own = generation
    const asked = await ask().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    if (own !== generation) return
    if ('error' in asked) return fail(asked.error)
    put(asked.answer)
    if (failures > 0) onProblem?.(null)
    failures = 0
  })
  const now = async (): Promise<void> => {
    if (!onlyShown || views > 0) await single.run()
  }
  return {
    now,
    soon: debounce(burstMs, () => void now()),
    show: () => {
      views += 1
      if (views === 1) void now()
      return () => {
        views -= 1
      }
    },
    forget: () => {
      clearTimeout(retry)
      generation += 1
      failures = 0
      single.abandon()
      drop?.()
    },
  }
}

interface SingleFlight {
  /** Runs the work, or once more after the run that is under way, however many ask for that. */
  readonly run: () => Promise<void>
  /** The run under way is waited for no longer. */
  readonly abandon: () => void
}

function singleFlight(gapMs: number, work: () => Promise<void>): SingleFlight {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    const done = work()
    const mine = (gapMs === 0 ? done : done.then(() => passed(gapMs))).finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return done
  }
  const again = (after: Promise<void>): Promise<void> => {
    const mine = after.then(() => {
      if (next !== mine) return // Abandoned.
      next = null
      return run()
    })
    next = mine
    return mine
  }
  const run = (): Promise<void> => (running === null ? begin() : (next ?? again(running)))
  return {
    run,
    abandon: () => {
      running = next = null
    },
  }
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** During a burst without pauses, work still runs once per this many pauses. */
const MAX_WAIT_PAUSES = 10

/** Delays work until a burst of calls is over. */
export function debounce(pauseMs: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let burstStart = 0
  return () => {
    if (timer === undefined) burstStart = Date.now()
    clearTimeout(timer)
    const latest = burstStart + MAX_WAIT_PAUSES * pauseMs
    timer = setTimeout(
      () => {
        timer = undefined
        work()
      },
      Math.min(pauseMs, Math.max(0, latest - Date.now())),
    )
  }
}
