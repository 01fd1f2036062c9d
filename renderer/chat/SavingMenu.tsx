import { t } from '@lingui/core/macro'
import { Check, Circle, Ear, type LucideIcon, MessageCircleQuestionMark, PenLine } from 'lucide-react'
import { Saving } from '../../shared/saving.ts'
import { savingName, savingWords } from '../format/saving-words.ts'
import { type NewConversation, setSaving, useSaving } from '../state/drafts-store.ts'
import { Menu } from '../ui/Menu.tsx'
import { explained } from '../ui/Tooltip.tsx'

interface SavingMenuProps {
  readonly id: string | undefined
  readonly how: NewConversation
}

const ICONS: Readonly<Record<Saving, LucideIcon>> = { freely: PenLine, asks: MessageCircleQuestionMark, told: Ear }

/** What becomes of what the agent writes in this conversation. */
export function SavingMenu({ id, how }: SavingMenuProps) {
  const saving = useSaving(id, how)
  const name = savingName(saving)
  const Icon = ICONS[saving]
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={saving === 'freely' ? 'pick saving' : 'pick saving on'}
          aria-label={t`Saving: ${name}`}
          {...explained(savingWords(saving))}
        >
          <Icon className="i s" aria-hidden />
          {saving !== 'freely' && <span className="hide-n">{name}</span>}
        </button>
      }
      items={Saving.options.map((choice) => ({
        key: choice,
        label: savingName(choice),
        title: savingWords(choice),
        icon: choice === saving ? Check : Circle,
        run: () => void setSaving(id, choice, how),
      }))}
    />
  )
}
