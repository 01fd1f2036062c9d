import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Library } from 'lucide-react'
import { listEveryStore } from '../state/review-store.ts'
import { useEveryStore, useOtherStores } from '../state/stores-store.ts'
import { tooltip } from '../ui/Tooltip.tsx'

/** Whether what happened is listed for every store that is kept, where there is another one. */
export function EveryStoreChip() {
  const isOn = useEveryStore()
  if (useOtherStores().length === 0) return null
  return (
    <button
      type="button"
      className={isOn ? 'chip on' : 'chip'}
      aria-pressed={isOn}
      {...tooltip(t`Also list the stores that are kept while this one is open`)}
      onClick={() => listEveryStore(!isOn)}
    >
      <Library className="i s" aria-hidden />
      <Trans>All stores</Trans>
    </button>
  )
}
