import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { SettledValue, SettledValues as Known } from '../../shared/settled-values.ts'
import { countText } from '../format/counts.ts'
import { when } from '../format/time.ts'
import { forgetSetAside, forgetValue } from '../state/values-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What the user said of single values, on this device: never the values. */
export function SettledValues({ settled: { values, wasSetAside } }: { readonly settled: Known }) {
  return (
    <>
      {wasSetAside && <SetAside />}
      <p className="meta levels-note">
        {values.length === 0
          ? t`To always or never redact one value, select it in any text.`
          : t`Values you’ve marked. We keep a fingerprint, never the value.`}
      </p>
      {values.length > 0 && (
        <ul className="settled" aria-label={t`Values you’ve marked`}>
          {values.map((value) => (
            <ValueRow key={value.kind + value.id} value={value} />
          ))}
        </ul>
      )}
    </>
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
