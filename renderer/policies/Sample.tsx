import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import type { UserRule } from '../../shared/policy.ts'
import { RedactedText } from '../text/RedactedText.tsx'
import { samplePieces } from './sample-pieces.ts'
import type { Trial } from './use-trial.ts'

interface SampleProps {
  readonly rule: UserRule | null
  readonly sample: string
  readonly trial: Trial | null
  readonly onChange: (sample: string) => void
}

/** A field for text to try the rule on. The text is not stored. */
export function Sample({ rule, sample, trial, onChange }: SampleProps) {
  const id = useId()
  const known = rule !== null && trial !== null && trial.problem === null && sample !== ''
  const count = trial?.found.length ?? 0
  const tried = known ? trial.sample : ''
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tried !== '') showWhole(field.current)
  }, [tried])
  return (
    <div className="fld" ref={field}>
      <label className="lab" htmlFor={id}>
        <Trans>Try the rule on a sample</Trans>
      </label>
      <textarea
        id={id}
        className="area serif"
        rows={2}
        maxLength={100_000}
        value={sample}
        placeholder={t`Type or paste any text. It isn’t saved.`}
        onChange={(event) => onChange(event.target.value)}
      />
      {known && (
        <div className="tried" role="status" aria-label={t`Result for the sample`}>
          <p className="mem">
            {samplePieces(trial.sample, trial.found).map(({ text, found }, at) =>
              found ? <RedactedText key={at} rule={rule.action === 'mask' ? '' : rule.name} /> : text,
            )}
          </p>
          <p className="meta">
            {count === 0
              ? t`Nothing found.`
              : rule.action === 'refuse'
                ? t`A write containing this would be refused.`
                : plural(count, { one: 'Found once.', other: 'Found # times.' })}
          </p>
        </div>
      )}
    </div>
  )
}

/** Scrolls if there is room for all of it: the text being typed stays in sight. */
function showWhole(element: HTMLElement | null): void {
  const room = element?.closest('.scroll')?.clientHeight ?? 0
  if (element !== null && element.clientHeight < room) element.scrollIntoView({ block: 'nearest' })
}
