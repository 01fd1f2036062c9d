import { t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { BisectOutcome } from '../../shared/memory.ts'
import { stamp } from '../format/time.ts'
import { pointPath } from '../state/routes.ts'
import type { AnsweredPoint } from './use-bisection.ts'

interface BisectStepsProps {
  readonly answered: readonly AnsweredPoint[]
  readonly outcome: BisectOutcome | 'running' | null
  /** The earlier point. */
  readonly from: Commit | undefined
}

/** The points where the question was answered so far, by the user or by the words. */
export function BisectSteps({ answered, outcome, from }: BisectStepsProps) {
  const steps =
    outcome !== null && outcome !== 'running' && outcome.kind === 'found'
      ? outcome.steps
      : answered.map(({ commit, answer }) => ({ commit: commit.id, time: commit.time, answer }))
  return (
    <ol className="bisect-steps" aria-label={t`Answers`}>
      {from !== undefined && steps.length === 0 && (
        <li className="ink3">
          {stamp(from.time)} · {t`the earlier point`}
        </li>
      )}
      {steps.map(({ commit, time, answer }) => (
        <li key={commit}>
          <span className={answer === 'yes' ? 'badge agent' : 'badge'}>{answer === 'yes' ? t`Yes` : t`No`}</span>
          <a className="num" href={`#${pointPath(commit)}`}>
            {stamp(time)}
          </a>
          <span className="hash meta">{commit.slice(0, 7)}</span>
        </li>
      ))}
    </ol>
  )
}
