import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLink } from './api.ts'
import { createQuery, type Query } from './query.ts'
import { useStatusBar } from './status-bar-store.ts'

const GAP_MS = 300
const TYPING_PAUSE_MS = 150

interface Answered<Answer> {
  /** The newest one; `undefined` before the first, and for nothing. */
  readonly answer: Answer | undefined
  /** Why there is no newer one; `null` if nothing went wrong. */
  readonly problem: string | null
}

interface QueryHow {
  /** Says a problem in the status bar, for a view that does not show it. */
  readonly warns?: boolean
  /** The key is being typed: asks once that pauses, and keeps the answer to the key before until then. */
  readonly isTyped?: boolean
}

/**
 * What the core says, for as long as a view shows it: asked again when `version` changes, and when the connection opens
 * again. A view does not outlive its store, so that the answer is of the store shown.
 * @param key names what is asked for, `null` for nothing; another key drops the answer
 */
export function useQuery<Answer>(
  key: string | null,
  version: unknown,
  ask: () => Promise<Answer>,
  { warns = false, isTyped = false }: QueryHow = {},
): Answered<Answer> {
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Answer } | null>(null)
  const [failed, setFailed] = useState<{ readonly key: string; readonly why: string } | null>(null)
  const isAway = useLink(({ open }) => open === false)
  // What is asked for before the connection opens for the first time waits for that.
  const openings = useLink((link) => Math.max(1, link.openings))
  const latest = useRef({ ask, warns })
  const query = useRef<Query>(null)
  useLayoutEffect(() => {
    latest.current = { ask, warns }
  })
  useEffect(() => {
    if (key === null) return
    const mine = createQuery({
      ask: () => latest.current.ask(),
      put: (answer) => setKnown({ key, answer }),
      onProblem: (why) => {
        setFailed(why === null ? null : { key, why })
        if (why !== null && latest.current.warns) useStatusBar.getState().warn(why)
      },
      gapMs: GAP_MS,
    })
    query.current = mine
    return () => {
      mine.forget()
      query.current = null
    }
  }, [key])
  useEffect(() => {
    const timer = isTyped ? setTimeout(() => void query.current?.now(), TYPING_PAUSE_MS) : undefined
    if (!isTyped) void query.current?.now()
    return () => clearTimeout(timer)
  }, [key, version, openings, isTyped])
  const isKnown = known !== null && key !== null && (isTyped || known.key === key)
  return {
    answer: isKnown ? known.answer : undefined,
    problem: !isAway && failed !== null && failed.key === key ? failed.why : null,
  }
}

/** Keeps what the window has of the core up to date while a view shows it, and asks for it when the view comes. */
export function useShown(query: Query): void {
  useEffect(() => query.show(), [query])
}
