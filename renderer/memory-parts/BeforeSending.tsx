import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { MessageCheck, Secrets } from '../../shared/policy-state.ts'
import { listText } from '../format/language.ts'
import { MarkedText } from '../text/RedactedText.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'

interface BeforeSendingProps {
  readonly check: MessageCheck
  readonly onSend: (secrets: Secrets) => void
  readonly onBack: () => void
}

/** The message has what the policies redact: nothing is sent before the user has decided. */
export function BeforeSending({ check, onSend, onBack }: BeforeSendingProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const rules = listText(check.rules)
  useKeys({ esc: onBack })
  useEffect(() => box.current?.querySelector<HTMLElement>('.btn.pri')?.focus(), [])
  return (
    <div ref={box} className="notice wait before-sending" role="alertdialog" aria-labelledby={id}>
      <RectangleEllipsis className="i" aria-hidden />
      <div className="grow">
        <p>
          <b id={id}>{t`Your message contains what looks like a secret: ${rules}.`}</b>{' '}
          <Trans>
            If you send the message redacted, the secret reaches neither the model nor this conversation. If you send it
            as is, the secret reaches both, but is still redacted in the memory.
          </Trans>
        </p>
        <p className="preview" tabIndex={0}>
          <MarkedText text={check.redacted} />
        </p>
        <div className="does">
          <Button variant="pri" small onClick={() => onSend('redact')}>
            <Trans>Send redacted</Trans>
          </Button>
          <Button small onClick={() => onSend('keep')}>
            <Trans>Send as is</Trans>
          </Button>
          <Button variant="q" small keys="esc" onClick={onBack}>
            <Trans>Back to editing</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
