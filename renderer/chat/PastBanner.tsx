import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { History } from 'lucide-react'
import type { PastPoint } from '../../shared/conversation.ts'
import { clock, dayWord } from '../format/time.ts'
import { openChat, pastPath } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'

/** Says that this conversation looks at a past state of the memory, for as long as it exists. */
export function PastBanner({ at }: { readonly at: PastPoint }) {
  const day = dayWord(at.time)
  const time = clock(at.time)
  return (
    <div className="asof" role="status">
      <History className="i" aria-hidden />
      <b className="cut">
        {t`The memory as of ${day}, ${time}`}
        <span className="vh">, {t`read-only`}</span>
      </b>
      <span className="ink2" aria-hidden>
        <Trans>read-only</Trans>
      </span>
      <span className="grow" />
      <a className="btn sm" href={`#${pastPath(at.commit)}`}>
        <Trans>Memory at this point</Trans>
      </a>
      <Button variant="q" small onClick={() => openChat()}>
        <Trans>Back to now</Trans>
      </Button>
    </div>
  )
}
