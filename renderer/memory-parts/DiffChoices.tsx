import { t } from '@lingui/core/macro'
import { Columns2 } from 'lucide-react'
import { toggle, toggleShowAs, useWindow } from '../state/window-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { ShowAs } from './ShowAs.tsx'

/** How diffs are shown, here and everywhere: as source, side by side. */
export function DiffChoices() {
  const sideBySide = useWindow((state) => state.sideBySide)
  useKeys({ s: toggleShowAs })
  return (
    <div className="diff-choices">
      <ShowAs keys="s" />
      <span className="hide-n">
        <IconButton icon={Columns2} small name={t`Side by side`} on={sideBySide} onClick={() => toggle('sideBySide')} />
      </span>
    </div>
  )
}
