import { t } from '@lingui/core/macro'
import { Users } from 'lucide-react'
import { toggle, useWindow } from '../state/window-store.ts'
import { tooltip } from '../ui/Tooltip.tsx'

/** Shows or hides who wrote each line. */
export function AuthorsButton() {
  const who = useWindow((state) => state.who)
  return (
    <button
      type="button"
      className={who ? 'ib sm on' : 'ib sm'}
      aria-pressed={who}
      aria-label={t`Who wrote each line`}
      {...tooltip(t`Who wrote each line`)}
      onClick={() => toggle('who')}
    >
      <Users className="i s" aria-hidden />
    </button>
  )
}
