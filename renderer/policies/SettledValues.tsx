import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { SettledValue } from '../../shared/settled-values.ts'
import { countText } from '../format/counts.ts'
import { when } from '../format/time.ts'
import { useShown } from '../state/use-query.ts'
import { forgetSetAside, forgetValue, useValues, valuesQuery } from '../state/values-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'

/** What the user said of single values, on this device: never the values. */
export function SettledValues() {
  const settled = useValues((state) => state.settled)
  useShown(valuesQuery)
  const effect = (
    <div className="fx policy">
      <h3>
        <Trans>On this device</Trans>
      </h3>
      <p className="ink2">
        <Trans>
          Only keyed hashes of the values are kept, outside the memory folder and git. To add a value, select it in any
          text and choose “Mark as a secret”, or open a redaction and choose “Not a secret”.
        </Trans>
      </p>
    </div>
  )
  return (
    <Section
      id="pol-values"
      name={t`Values you’ve marked`}
      about={t`Individual values that are always or never redacted.`}
      effect={effect}
    >
      {settled?.wasSetAside === true && <SetAside />}
      {settled !== null && settled.values.length === 0 ? (
        <p className="ink3">
          <Trans>None yet.</Trans>
        </p>
      ) : (
        <ul className="settled" aria-label={t`Values you’ve marked`}>
          {settled?.values.map((value) => (
            <ValueRow key={value.kind + value.id} value={value} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ValueRow({ value }: { readonly value: SettledValue }) {
  const length = countText(value.length ?? 0)
  const what =
    value.kind === 'marked'
      ? t`marked as a secret, ${length} characters`
      : value.rule === null
        ? t`not a secret`
        : t`not a secret: ${value.rule}`
  const then = when(value.at)
  return (
    <li>
      <span className="cut grow">{what}</span>
      <span className="num ink3">{then}</span>
      <Button variant="q" small aria-label={t`Forget: ${what}, ${then}`} onClick={() => void forgetValue(value.id)}>
        <Trans>Forget</Trans>
      </Button>
    </li>
  )
}

function SetAside() {
  return (
    <Notice
      icon={TriangleAlert}
      variant="wait"
      head={t`The list of values you’ve marked couldn’t be read.`}
      actions={
        <Button small onClick={() => void forgetSetAside()}>
          <Trans>Remove the damaged file</Trans>
        </Button>
      }
    >
      <Trans>
        The list was moved to values.damaged.json in Variorum’s data folder on this device. Values you marked “not a
        secret” are redacted again, and marked secrets aren’t recognised: mark them again.
      </Trans>
    </Notice>
  )
}
