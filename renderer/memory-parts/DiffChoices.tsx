import { t } from '@lingui/core/macro'
import { toggle, toggleShowAs, useWindow } from '../state/window-store.ts'
import { useKeys } from '../ui/keys.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { ShowAs } from './ShowAs.tsx'

/** How diffs are shown, here and everywhere: in one column or two, rendered or as source. */
export function DiffChoices() {
  const sideBySide = useWindow((state) => state.sideBySide)
  useKeys({ s: toggleShowAs })
  return (
    <div className="diff-choices">
      <ShowAs />
      <span className="hide-n">
        <SegmentedControl
          name={t`Show the change`}
          value={sideBySide ? 'sides' : 'line'}
          onChange={(value) => (value === 'sides') !== sideBySide && toggle('sideBySide')}
          options={[
            { value: 'line', label: t`Inline` },
            { value: 'sides', label: t`Side by side` },
          ]}
        />
      </span>
    </div>
  )
}
