import { t } from '@lingui/core/macro'
import { Check, ChevronDown, Circle, KeyRound, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { chooseModel, useModelChoices } from '../state/model-choices.ts'
import { openSettings } from '../state/routes.ts'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'

/** Chooses the model that answers next. One that cannot answer says why, and leads to Settings. */
export function ModelPicker() {
  const choices = useModelChoices()
  const [shown, show] = useState(false)
  useKeys({ 'mod+j': () => show(true) })
  const name = choices.find(({ isChosen }) => isChosen)?.name ?? ''
  return (
    <Menu
      align="start"
      open={shown}
      onOpenChange={show}
      trigger={
        <button type="button" className="pick" aria-label={t`Model: ${name}`}>
          <span className="cut">{name}</span>
          <ChevronDown className="i xs" aria-hidden />
        </button>
      }
      items={[
        ...choices.map((choice) => ({
          key: `${choice.provider} ${choice.model}`,
          label: choice.label,
          icon: choice.isChosen ? Check : choice.isReady ? Circle : KeyRound,
          ...(choice.reason !== null && { title: choice.reason }),
          run: () => (choice.isReady ? void chooseModel(choice) : openSettings()),
        })),
        { label: t`All models…`, icon: Settings2, apart: true, run: openSettings },
      ]}
    />
  )
}
