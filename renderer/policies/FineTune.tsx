import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface FineTuneProps {
  /** Of what, for those who hear the button alone. */
  readonly name: string
  /** Whether something in it is set: then it is open from the start. */
  readonly isSet: boolean
  readonly children: ReactNode
}

/** What few people set in a section. */
export function FineTune({ name, isSet, children }: FineTuneProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isSet
  return (
    <>
      <button
        type="button"
        className="opens more"
        aria-expanded={isOpen}
        aria-label={t`Fine-tune: ${name}`}
        onClick={() => setChosen(!isOpen)}
      >
        <ChevronRight className="i xs chev" aria-hidden />
        <Trans>Fine-tune</Trans>
      </button>
      {isOpen && children}
    </>
  )
}
