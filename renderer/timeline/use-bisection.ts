import { useState } from 'react'
import { type Answer, type BisectStep, nextStep } from '../../shared/bisect.ts'
import type { Commit } from '../../shared/commit.ts'
import type { Between, BisectOutcome } from '../../shared/memory.ts'
import { api } from '../state/api.ts'
import { warnOf } from '../state/attempt.ts'
import { useQuery } from '../state/use-query.ts'

/** What is looked at, at each point. */
export interface Subject {
  /** A file; '' for the whole memory. */
  readonly path: string
  /** Words in the lines; '' for none. */
  readonly words: string
}

export interface AnsweredPoint {
  readonly commit: Commit
  readonly answer: Answer
}

export interface Bisection {
  readonly subject: Subject
  readonly look: (change: Partial<Subject>) => void
  /** The user's answers, oldest first. */
  readonly answered: readonly AnsweredPoint[]
  readonly step: BisectStep
  /** The earlier point, and how many commits follow; `null` if the points are not in order. */
  readonly start: Between | null | undefined
  /** The commit of the step. */
  readonly here: Between | null | undefined
  readonly answer: (given: Answer) => void
  /** Takes back the last answer. */
  readonly back: () => void
  /** What the store found by itself; `null` while the user answers. */
  readonly outcome: BisectOutcome | 'running' | null
  readonly run: () => Promise<void>
}

export function useBisection(from: string, to: string): Bisection {
  const [subject, setSubject] = useState<Subject>({ path: '', words: '' })
  const [answered, setAnswered] = useState<readonly AnsweredPoint[]>([])
  const [outcome, setOutcome] = useState<Bisection['outcome']>(null)
  const start = useBetween(from, to, 0)
  const last = start?.count ?? 0
  const step = nextStep({ last: Math.max(1, last), atEnd: 'yes', answers: answered.map(({ answer }) => answer) })
  const here = useBetween(from, to, last === 0 ? null : step.at)
  return {
    subject,
    look: (change) => {
      setSubject({ ...subject, ...change })
      setOutcome(null)
    },
    answered,
    step,
    start,
    here,
    answer: (given) => {
      if (here != null) setAnswered([...answered, { commit: here.commit, answer: given }])
    },
    back: () => setAnswered(answered.slice(0, -1)),
    outcome,
    run: async () => {
      setOutcome('running')
      const { words, path } = subject
      try {
        setOutcome(await api.timeline.bisect.query({ from, to, words, ...(path !== '' && { path }) }))
      } catch (error) {
        setOutcome(null)
        warnOf(error)
      }
    },
  }
}

/** @param at null for none */
function useBetween(from: string, to: string, at: number | null): Between | null | undefined {
  return useQuery(
    at === null ? null : `${from} ${to} ${at}`,
    0,
    () => api.timeline.between.query({ from, to, at: at ?? 0 }),
    { warns: true },
  ).answer
}
