import { t } from '@lingui/core/macro'
import type { StoreLayout } from '../../shared/layout.ts'
import type { HistoryPlace } from '../../shared/stores.ts'
import { layouts } from '../memory-parts/layouts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

// What a folder gets when it becomes a store.

/** Where its history lies. */
export function HistoryLine({
  history,
  onChoose,
}: {
  readonly history: HistoryPlace
  readonly onChoose: (history: HistoryPlace) => void
}) {
  return (
    <FormLine
      label={t`History`}
      hint={
        history === 'inside'
          ? t`in the folder’s .git; it goes along when you copy or move the folder`
          : t`in Variorum’s own data; it outlasts the folder, and the folder’s programs don’t see it`
      }
    >
      <SegmentedControl<HistoryPlace>
        name={t`History`}
        value={history}
        options={[
          { value: 'inside', label: t`In the folder` },
          { value: 'beside', label: t`Beside it` },
        ]}
        onChange={onChoose}
      />
    </FormLine>
  )
}

/** How its notes are arranged. */
export function LayoutLine({
  layout,
  onChoose,
}: {
  readonly layout: StoreLayout
  readonly onChoose: (layout: StoreLayout) => void
}) {
  return (
    <FormLine
      label={t`Layout`}
      hint={t`With an index, the model reads MEMORY.md first. You can change this in Settings at any time.`}
    >
      <SegmentedControl<StoreLayout> name={t`Layout`} value={layout} options={layouts()} onChange={onChoose} />
    </FormLine>
  )
}
