import { plural, t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'

interface SelectionBarProps {
  readonly count: number
  /** The commands of the selection; those of its menu. */
  readonly items: readonly MenuItem[]
  readonly onClear: () => void
}

/** What can be done with the selected rows of a tree. */
export function SelectionBar({ count, items, onClear }: SelectionBarProps) {
  return (
    <div className="sum selection" role="toolbar" aria-label={t`Selection`}>
      <span className="grow" role="status">
        {plural(count, { one: '# selected', other: '# selected' })}
      </span>
      {items.map(({ label, icon, run }) => (
        <IconButton key={label} icon={icon} small name={label} onClick={run} />
      ))}
      <IconButton icon={X} small name={t`Clear the selection`} keys="esc" onClick={onClear} />
    </div>
  )
}
