import { t } from '@lingui/core/macro'
import { useWindow } from '../state/window-store.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

/** Switches between the rendered text and its source, in every view of a file. */
export function ShowAs() {
  const showAs = useWindow((state) => state.showAs)
  return (
    <SegmentedControl
      name={t`Show as`}
      value={showAs}
      onChange={(value) => useWindow.setState({ showAs: value })}
      options={[
        { value: 'rendered', label: t`Rendered` },
        { value: 'source', label: t`Source` },
      ]}
    />
  )
}
