import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

interface Asker {
  readonly again: () => void
  readonly stop: () => void
}

/** Asks as often as it is told to, one question at a time: what is told meanwhile is one question more. */
function askerOf<Answer>(
  ask: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onError: (error: unknown) => void,
): Asker {
  const is = { busy: false, stale: false, over: false }
  const run = async (): Promise<void> => {
    is.busy = true
    while (is.stale && !is.over) {
      is.stale = false
      try {
        const answer = await ask()
        if (!is.over) onAnswer(answer)
      } catch (error) {
        if (!is.over) onError(error)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    is.busy = false
  }
  return {
    again: () => {
      is.stale = true
      if (!is.busy) void run()
    },
    stop: () => {
      is.over = true
    },
  }
}

/**
 * The answer to a question that is asked again when the memory changes. As long as one is on its way no other is
 * asked, so that a burst of changes makes no queue; meanwhile the answer before stands.
 * @param what is asked for, null for nothing; another one is another question
 * @param when it is asked again: on each change of this
 */
export function useAnswer<Answer>(
  what: string | null,
  when: unknown,
  ask: () => Promise<Answer>,
  onError: (error: unknown) => void = () => undefined,
): Answer | undefined {
  const [known, setKnown] = useState<{ readonly what: string; readonly answer: Answer } | null>(null)
  const latest = useRef({ ask, onError })
  const asker = useRef<Asker | null>(null)
  useLayoutEffect(() => {
    latest.current = { ask, onError }
  })
  useEffect(() => {
    if (what === null) return
    const mine = askerOf(
      () => latest.current.ask(),
      (answer) => setKnown({ what, answer }),
      (error) => latest.current.onError(error),
    )
    asker.current = mine
    return () => {
      mine.stop()
      asker.current = null
    }
  }, [what])
  useEffect(() => asker.current?.again(), [what, when])
  return known !== null && known.what === what ? known.answer : undefined
}
