import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Commit } from '../../shared/commit.ts'
import type { BisectOutcome } from '../../shared/memory.ts'
import { stamp } from '../format/time.ts'
import { openPoint, pointPath } from '../state/routes.ts'
import { Bar } from '../ui/Bar.tsx'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { BisectForm } from './BisectForm.tsx'
import { BisectFound } from './BisectFound.tsx'
import { BisectPoint } from './BisectPoint.tsx'
import { type AnsweredPoint, type Bisection, useBisection } from './use-bisection.ts'

interface BisectViewProps {
  readonly from: string
  readonly to: string
}

/**
 * Finds the commit between two points where the answer to a question changes: the user answers at a few points in
 * between, or, for words, the store does.
 */
export function BisectView({ from, to }: BisectViewProps) {
  const bisection = useBisection(from, to)
  const { subject, outcome, answered, start } = bisection
  useKeys({ esc: () => openPoint() })
  const crumb = plural(start?.count ?? 0, { one: '# change in between', other: '# changes in between' })
  return (
    <>
      <Bar title={t`Find when it changed`} crumb={start == null ? undefined : crumb} panelName={null} />
      <div className="deck time has-point">
        <main className="tl bisect" aria-label={t`Find when it changed`} data-pane tabIndex={-1}>
          <div className="scroll">
            <BisectForm
              subject={subject}
              isRunning={outcome === 'running'}
              onChange={bisection.look}
              onRun={() => void bisection.run()}
            />
            {start === null ? (
              <p className="pad ink3">
                <Trans>The first point isn’t earlier than the second, or there is nothing between them.</Trans>
              </p>
            ) : (
              <BisectSteps answered={answered} outcome={outcome} from={start?.commit} />
            )}
          </div>
        </main>
        <Point bisection={bisection} />
      </div>
    </>
  )
}

/** Where the search is: at a question, or at its end. */
function Point({ bisection }: { readonly bisection: Bisection }) {
  const { outcome, step, here, answered, subject, start, answer } = bisection
  const onBack = answered.length > 0 ? bisection.back : undefined
  const isAsking = step.kind === 'ask' && outcome === null
  useKeys({ y: () => answer('yes'), n: () => answer('no') }, isAsking)
  useKeys({ b: () => onBack?.() }, outcome === null && onBack !== undefined)
  if (outcome !== null && outcome !== 'running') return <BisectFound outcome={outcome} />
  if (here == null)
    return (
      <section className="past" aria-label={t`Point`}>
        <Skeleton rows={8} />
      </section>
    )
  if (step.kind === 'found') {
    const { commit } = here
    return (
      <BisectFound
        outcome={{ kind: 'found', commit, atEnd: 'yes', steps: [], count: start?.count ?? 0 }}
        heading={t`From here on, the answer is Yes`}
        onBack={onBack}
      />
    )
  }
  return (
    <BisectPoint
      commit={here.commit}
      number={answered.length + 1}
      left={step.left}
      subject={subject}
      isRunning={outcome === 'running'}
      onAnswer={answer}
      onBack={onBack}
    />
  )
}

interface BisectStepsProps {
  readonly answered: readonly AnsweredPoint[]
  readonly outcome: BisectOutcome | 'running' | null
  /** The earlier point. */
  readonly from: Commit | undefined
}

/** The points where the question was answered so far, by the user or by the words. */
function BisectSteps({ answered, outcome, from }: BisectStepsProps) {
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
