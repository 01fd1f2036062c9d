import { plural, t } from '@lingui/core/macro'
import { Wrench } from 'lucide-react'
import { upkeepPath } from '../state/routes.ts'
import { useFindings } from '../state/upkeep-store.ts'
import { tooltip } from '../ui/Tooltip.tsx'

/** The way to Upkeep, with the number of findings, if any. */
export function UpkeepLink() {
  const count = useFindings()?.total ?? 0
  const name = count === 0 ? t`Upkeep` : plural(count, { one: 'Upkeep, # finding', other: 'Upkeep, # findings' })
  return (
    <a className="ib upkeep-link" href={`#${upkeepPath()}`} aria-label={name} {...tooltip(name)}>
      <Wrench className="i" aria-hidden />
      {count > 0 && <small aria-hidden>{count > 99 ? '99+' : count}</small>}
    </a>
  )
}

/** The same in a sentence; nothing while there is nothing to look at. */
export function UpkeepNote() {
  const count = useFindings()?.total ?? 0
  if (count === 0) return null
  return (
    <p className="upkeep-note">
      <a href={`#${upkeepPath()}`}>
        {plural(count, { one: '# finding needs a look', other: '# findings need a look' })}
      </a>
    </p>
  )
}
