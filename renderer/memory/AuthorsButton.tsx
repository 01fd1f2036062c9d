import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { toggle, useWindow } from '../state/window-store.ts'
import { Button } from '../ui/Button.tsx'

/** Shows or hides who wrote each line. */
export function AuthorsButton() {
  const who = useWindow((state) => state.who)
  return (
    <Button
      variant="q"
      small
      icon={Users}
      on={who}
      aria-pressed={who}
      aria-label={t`Who wrote each line`}
      onClick={() => toggle('who')}
    >
      <span className="hide-n">
        <Trans>Who wrote each line</Trans>
      </span>
    </Button>
  )
}
