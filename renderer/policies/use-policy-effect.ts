import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PolicyEffect } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { api, sentence } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'

export interface Effect {
  /** The latest known effect; while new policies are being evaluated, that of the previous ones. */
  readonly effect: PolicyEffect | null
  /** The policies that it is the effect of. */
  readonly of: Policies | null
  /** Files examined so far, once it takes longer than a second; otherwise `null`. */
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly running: boolean
  readonly problem: string | null
  readonly stopped: boolean
  readonly cancel: () => void
  readonly again: () => void
}

const TYPING_PAUSE_MS = 300
const SLOW_MS = 1000

interface Evaluation {
  readonly slow: boolean
  readonly done: number
  readonly total: number
}

/**
 * What policies would do to every file, computed by the very functions that apply them; repeated when the policies or
 * the memory change.
 */
export function usePolicyEffect(policies: Policies | null): Effect {
  const changes = useMemory((state) => state.changes)
  const key = policies === null ? null : JSON.stringify(policies)
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState<{ readonly effect: PolicyEffect; readonly of: Policies } | null>(null)
  const [evaluation, setEvaluation] = useState<Evaluation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [stopped, setStopped] = useState<string | null>(null)
  const request = `${round} ${key}`
  const latest = useRef(policies)
  useLayoutEffect(() => {
    latest.current = policies
  })
  useEffect(() => {
    const { current } = latest
    if (current === null || stopped === request) return
    return evaluate(current, {
      onEvaluation: setEvaluation,
      onEffect: (found) => {
        setKnown({ effect: found, of: current })
        setProblem(null)
      },
      onProblem: setProblem,
    })
  }, [request, changes, stopped])
  return {
    effect: policies === null ? null : (known?.effect ?? null),
    of: known?.of ?? null,
    progress: evaluation !== null && evaluation.slow ? evaluation : null,
    running: evaluation !== null,
    problem,
    stopped: stopped === request,
    cancel: () => setStopped(request),
    again: () => {
      setStopped(null)
      setRound(round + 1)
    },
  }
}

interface EvaluationListener {
  readonly onEvaluation: (update: (now: Evaluation | null) => Evaluation | null) => void
  readonly onEffect: (effect: PolicyEffect) => void
  readonly onProblem: (problem: string) => void
}

/** Evaluates policies once typing pauses. @returns how to cancel it */
function evaluate(policies: Policies, { onEvaluation, onEffect, onProblem }: EvaluationListener): () => void {
  let unsubscribe = (): void => undefined
  const end = (): void => onEvaluation(() => null)
  const slow = setTimeout(
    () => onEvaluation((now) => (now === null ? null : { ...now, slow: true })),
    TYPING_PAUSE_MS + SLOW_MS,
  )
  const typing = setTimeout(() => {
    onEvaluation(() => ({ slow: false, done: 0, total: 0 }))
    const subscription = api.policy.effect.subscribe(
      { policies },
      {
        onData: (event) => {
          if (event.kind === 'progress')
            onEvaluation((now) => ({ slow: now?.slow ?? false, done: event.done, total: event.total }))
          else {
            onEffect(event.effect)
            end()
          }
        },
        onError: (error) => {
          onProblem(sentence(error))
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
}
