import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { isToRemember, NO_DRAFT, setRemember, useDrafts } from '../state/drafts-store.ts'
import { explained } from '../ui/Tooltip.tsx'

interface RememberToggleProps {
  /** Under which the message is kept until it is sent. */
  readonly unsent: string
}

/** Whether the message asks the agent to save something, where it saves nothing else. On by itself while the words say so. */
export function RememberToggle({ unsent }: RememberToggleProps) {
  const isOn = useDrafts((state) => isToRemember(state.unsent.get(unsent) ?? NO_DRAFT))
  const Icon = isOn ? BookmarkCheck : Bookmark
  return (
    <>
      <button
        type="button"
        className={isOn ? 'pick saving on' : 'pick saving'}
        aria-pressed={isOn}
        {...explained(
          isOn
            ? t`The agent may save what this message tells it`
            : t`Nothing is saved in answer to this message. Press if the agent should remember it`,
        )}
        onClick={() => setRemember(unsent, !isOn)}
      >
        <Icon className="i s" aria-hidden />
        <Trans>Remember this</Trans>
      </button>
      <span className="vh" role="status">
        {isOn && t`The agent may save what this message tells it`}
      </span>
    </>
  )
}
