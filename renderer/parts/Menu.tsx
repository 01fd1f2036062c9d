import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
}

/** A menu under a button. Not modal: the modal one would inject a style sheet, which the page's policy forbids. */
export function Menu({ trigger, items, align = 'end' }: { readonly trigger: ReactNode; readonly items: readonly MenuItem[]; readonly align?: 'start' | 'end' }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {items.map(({ label, icon: Icon, run, keys, danger, disabled }) => (
            <DropdownMenu.Item key={label} className={danger === true ? 'bad' : undefined} disabled={disabled === true} onSelect={run}>
              <Icon className="i s" aria-hidden />
              {label}
              {keys !== undefined && <Kbd keys={keys} />}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
