import { Trans } from '@lingui/react/macro'
import { Button } from './Button.tsx'

interface ProgressProps {
  readonly text: string
  readonly done: number
  /** 0 while unknown. */
  readonly total: number
  readonly onCancel: () => void
}

/** The progress of long-running work, with Cancel. */
export function Progress({ text, done, total, onCancel }: ProgressProps) {
  return (
    <div className="row looking">
      <progress className="grow" {...(total > 0 && { max: total, value: done })} aria-label={text} />
      <span className="meta num" aria-hidden>
        {text}
      </span>
      <Button variant="q" small onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}
