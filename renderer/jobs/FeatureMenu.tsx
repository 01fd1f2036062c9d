import { t } from '@lingui/core/macro'
import { ArrowDown, ArrowUp, Ellipsis, Gavel, PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { FeatureRowProps } from './FeatureRow.tsx'

/** What can be done with a feature besides ticking it. */
export function FeatureMenu({ feature, index, actions, onEdit }: FeatureRowProps & { readonly onEdit: () => void }) {
  const [judging, setJudging] = useState(false)
  const { id } = feature
  const judge = async (): Promise<void> => {
    setJudging(true)
    await actions.judge(feature)
    setJudging(false)
  }
  return (
    <span className="feature-acts">
      {judging && <span className="meta">{t`being checked…`}</span>}
      <IconButton icon={PencilLine} small name={t`Change ${id}`} keys="enter" onClick={onEdit} />
      <Menu
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for ${id}`} />}
        items={[
          {
            label: t`Move up`,
            icon: ArrowUp,
            keys: 'alt+up',
            disabled: index === 0,
            run: () => actions.move(feature, index - 1),
          },
          {
            label: t`Move down`,
            icon: ArrowDown,
            keys: 'alt+down',
            disabled: index === actions.count - 1,
            run: () => actions.move(feature, index + 1),
          },
          {
            label: t`Check the evidence`,
            icon: Gavel,
            disabled: feature.state !== 'done' || judging,
            run: () => void judge(),
          },
          { label: t`Remove`, icon: Trash2, apart: true, danger: true, run: () => actions.remove(feature) },
        ]}
      />
    </span>
  )
}
