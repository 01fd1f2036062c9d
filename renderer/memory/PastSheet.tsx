import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../state/api.ts'
import { orWarn } from '../state/attempt.ts'
import { openPast } from '../state/routes.ts'
import { dayKey, NO_FILTER, queryOf } from '../state/timeline-filter.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button } from '../ui/Button.tsx'

interface PastSheetProps {
  /** Of a file or a folder. */
  readonly path: string
  readonly onClose: () => void
}

/** Asks for a day, and shows a file or a folder as it was at its end. */
export function PastSheet({ path, onClose }: PastSheetProps) {
  const [days] = useState(() => [0, 1, 7, 30].map((before) => daysBefore(before)))
  const [day, setDay] = useState(days[1] ?? '')
  const [isTooEarly, setTooEarly] = useState(false)
  const choose = (chosen: string): void => {
    setDay(chosen)
    setTooEarly(false)
  }
  const go = async (): Promise<void> => {
    const page = await orWarn(() => api.timeline.page.query({ ...queryOf({ ...NO_FILTER, to: day }), limit: 1 }))
    const [commit] = page?.commits ?? []
    if (commit === undefined) return setTooEarly(page !== null)
    onClose()
    openPast(commit.id, path)
  }
  return (
    <AskSheet title={t`${path} as it was`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <label className="past-day">
          <Trans>At the end of</Trans>
          <span className="in">
            <input
              type="date"
              required
              aria-invalid={isTooEarly}
              max={days[0]}
              value={day}
              onChange={(event) => choose(event.target.value)}
            />
          </span>
        </label>
        <Days day={day} days={days} onChoose={choose} />
        {isTooEarly && (
          <p className="problem" role="alert">
            <Trans>The history begins later. Choose a later day.</Trans>
          </p>
        )}
        <div className="row sheet-acts">
          <span className="grow" />
          <Button keys="esc" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="pri" type="submit">
            <Trans>Show</Trans>
          </Button>
        </div>
      </form>
    </AskSheet>
  )
}

interface DaysProps {
  readonly day: string
  /** Today, and the others that are offered. */
  readonly days: readonly string[]
  readonly onChoose: (day: string) => void
}

function Days({ day, days: [, ...others], onChoose }: DaysProps) {
  const names = [t`Yesterday`, t`A week ago`, t`A month ago`]
  return (
    <div className="row days">
      {others.map((each, at) => (
        <button
          key={each}
          type="button"
          className={each === day ? 'chip on' : 'chip'}
          aria-pressed={each === day}
          onClick={() => onChoose(each)}
        >
          {names[at]}
        </button>
      ))}
    </div>
  )
}

function daysBefore(days: number): string {
  const now = new Date()
  return dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
}
