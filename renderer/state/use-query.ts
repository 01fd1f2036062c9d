import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOpenings } from './use-load.ts'

const PAUSE_MS = 300

interface Poller {
  readonly refresh: () => void
  readonly stop: () => void
}

/** Single-flight: refreshes requested while a query is running collapse into one further run. */
function createPoller<Answer>(
  query: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onError: (error: unknown) => void,
): Poller {
  const state = { isRunning: false, isStale: false, isStopped: false }
  const run = async (): Promise<void> => {
    state.isRunning = true
    while (state.isStale && !state.isStopped) {
      state.isStale = false
      try {
        const answer = await query()
        if (!state.isStopped) onAnswer(answer)
      } catch (error) {
        if (!state.isStopped) onError(error)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    state.isRunning = false
  }
  return {
    refresh: () => {
      state.isStale = true
      if (!state.isRunning) void run()
    },
    stop: () => {
      state.isStopped = true
    },
  }
}

/**
 * Runs a query and repeats it when the memory changes or the connection opens. At most one is in flight, so a burst of
 * changes builds no queue; the previous answer is kept until the next one arrives.
 * @param key names what is queried, null for nothing; another key drops the answer
 * @param version runs the query again whenever it changes
 */
export function useQuery<Answer>(
  key: string | null,
  version: unknown,
  query: () => Promise<Answer>,
  onError: (error: unknown) => void = () => undefined,
): Answer | undefined {
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Answer } | null>(null)
  const openings = useOpenings()
  const latest = useRef({ query, onError })
  const poller = useRef<Poller | null>(null)
  useLayoutEffect(() => {
    latest.current = { query, onError }
  })
  useEffect(() => {
    if (key === null) return
    const mine = createPoller(
      () => latest.current.query(),
      (answer) => setKnown({ key, answer }),
      (error) => latest.current.onError(error),
    )
    poller.current = mine
    return () => {
      mine.stop()
      poller.current = null
    }
  }, [key])
  useEffect(() => poller.current?.refresh(), [key, version, openings])
  return known !== null && known.key === key ? known.answer : undefined
}

const TYPING_PAUSE_MS = 150

/**
 * Asks once typing pauses, and again when the connection opens. While typing, the answer is that to the words before.
 * @param words null asks nothing
 * @param version asks again whenever it changes
 */
export function useTypedQuery<Answer>(
  words: string | null,
  version: unknown,
  query: (words: string) => Promise<Answer>,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  const openings = useOpenings()
  const ask = useEffectEvent(query)
  useEffect(() => {
    if (words === null) return
    let isCurrent = true
    const timer = setTimeout(() => {
      ask(words).then(
        (found) => isCurrent && setAnswer(found),
        () => undefined,
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words, version, openings])
  return words === null ? undefined : answer
}
