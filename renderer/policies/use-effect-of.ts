import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PolicyEffect } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { api, sentence } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'

export interface Effect {
  /** The newest that is known; of the policies before, while the new ones are being looked at. */
  readonly effect: PolicyEffect | null
  /** Files looked at so far, once it takes longer than a second; `null` else. */
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly running: boolean
  readonly problem: string | null
  readonly stopped: boolean
  readonly cancel: () => void
  readonly again: () => void
}

const TYPING_PAUSE_MS = 300
const SLOW_MS = 1000

/** What policies would do to every file, found by the functions that will run; asked again when either changes. */
export function usePolicyEffect(policies: Policies | null): Effect {
  const changes = useMemory((state) => state.changes)
  const key = policies === null ? null : JSON.stringify(policies)
  const [round, setRound] = useState(0)
  const [effect, setEffect] = useState<PolicyEffect | null>(null)
  const [looking, setLooking] = useState<{
    readonly slow: boolean
    readonly done: number
    readonly total: number
  } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [stopped, setStopped] = useState<string | null>(null)
  const wanted = `${round} ${key}`
  const latest = useRef(policies)
  useLayoutEffect(() => {
    latest.current = policies
  })
  useEffect(() => {
    const { current } = latest
    if (current === null || stopped === wanted) return
    let unsubscribe = (): void => undefined
    const end = (): void => setLooking(null)
    const slow = setTimeout(
      () => setLooking((now) => (now === null ? null : { ...now, slow: true })),
      TYPING_PAUSE_MS + SLOW_MS,
    )
    const typing = setTimeout(() => {
      setLooking({ slow: false, done: 0, total: 0 })
      const subscription = api.policy.effect.subscribe(
        { policies: current },
        {
          onData: (event) => {
            if (event.kind === 'progress')
              setLooking((now) => ({ slow: now?.slow ?? false, done: event.done, total: event.total }))
            else {
              setEffect(event.effect)
              setProblem(null)
              end()
            }
          },
          onError: (error) => {
            setProblem(sentence(error))
            end()
          },
          onComplete: end,
        },
      )
      unsubscribe = () => subscription.unsubscribe()
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(slow)
      clearTimeout(typing)
      unsubscribe()
      end()
    }
  }, [wanted, changes, stopped])
  const progress = looking !== null && looking.slow ? looking : null
  return {
    effect: policies === null ? null : effect,
    progress,
    running: looking !== null,
    problem,
    stopped: stopped === wanted,
    cancel: () => setStopped(wanted),
    again: () => {
      setStopped(null)
      setRound(round + 1)
    },
  }
}
