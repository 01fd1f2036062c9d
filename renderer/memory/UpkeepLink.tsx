import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Wrench } from 'lucide-react'
import { countText } from '../format/counts.ts'
import { upkeepPath } from '../state/routes.ts'
import { useFindings } from '../state/upkeep-store.ts'
import { useWindow } from '../state/window-store.ts'

/** The way to Upkeep. What it found is counted for whoever has looked there once: nobody's own notes begin with faults. */
export function UpkeepLink() {
  const found = useFindings()?.total ?? 0
  const count = useWindow(({ upkeepSeen }) => upkeepSeen) ? found : 0
  const name = count === 0 ? t`Upkeep` : plural(count, { one: 'Upkeep, # finding', other: 'Upkeep, # findings' })
  return (
    <a className="sum" href={`#${upkeepPath()}`} aria-label={name}>
      <Wrench className="i s" aria-hidden />
      <span className="grow">
        <Trans>Upkeep</Trans>
      </span>
      {count > 0 && <span className="num">{countText(count)}</span>}
    </a>
  )
}
