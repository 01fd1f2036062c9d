import { t } from '@lingui/core/macro'
import { Users } from 'lucide-react'
import { toggle, useWindow } from '../state/window-store.ts'
import { IconButton } from '../ui/Button.tsx'

/** Shows or hides who wrote each line. */
export function AuthorsButton() {
  const who = useWindow((state) => state.who)
  return <IconButton icon={Users} small name={t`Who wrote each line`} on={who} onClick={() => toggle('who')} />
}
