import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, MessageCircleQuestionMark, X } from 'lucide-react'
import { useState } from 'react'
import { listText } from '../format/language.ts'
import { writeTitle } from '../memory-parts/review-words.ts'
import { WhyNot } from '../memory-parts/WhyNot.tsx'
import { refuseHeld, saveHeld } from '../state/held-writes.ts'
import { openReviewToEdit, reviewPath } from '../state/routes.ts'
import type { WaitingWrite } from '../state/waiting-groups.ts'
import { Button } from '../ui/Button.tsx'

/** What the agent wants to write, and the user decides about first. */
export function HeldCard({ write }: { readonly write: WaitingWrite }) {
  const title = writeTitle(write)
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const refuse = (): void => void refuseHeld(write, reason.trim())
  return (
    <article className="card held" tabIndex={0} aria-label={t`Waits for you: ${title}`}>
      <div className="ch">
        <MessageCircleQuestionMark className="i s" aria-hidden />
        <a className="cut" href={`#${reviewPath(write.id)}`}>
          {title}
        </a>
        <span className="meta cut">{listText(write.paths)}</span>
        <span className="row">
          <Button small variant="pri" icon={Check} onClick={() => void saveHeld(write)}>
            <Trans>Save it</Trans>
          </Button>
          <Button small variant="q" onClick={() => openReviewToEdit(write.id)}>
            <Trans>Edit</Trans>
          </Button>
          <Button small icon={X} onClick={refuse}>
            <Trans>Don’t save</Trans>
          </Button>
          <Button small variant="q" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
            <Trans>Say why</Trans>
          </Button>
        </span>
      </div>
      {isAsked && (
        <div className="cb">
          <WhyNot reason={reason} setReason={setReason} refuse={refuse} focused />
        </div>
      )}
    </article>
  )
}
