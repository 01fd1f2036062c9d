import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import { tooltip } from './Tooltip.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: 'plain' | 'pri' | 'q' | 'red'
  readonly small?: boolean
  readonly on?: boolean
  readonly icon?: LucideIcon
  readonly keys?: string
  /** It does what it was pressed for: it keeps the focus and does nothing more. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({
  variant = 'plain',
  small = false,
  on = false,
  icon: Icon,
  keys,
  busy = false,
  children,
  ...rest
}: ButtonProps) {
  const names = ['btn', variant !== 'plain' && variant, small && 'sm', on && 'on'].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={names}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={rest.disabled === true && !busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? (
        <LoaderCircle className="i s spin" aria-hidden />
      ) : (
        Icon !== undefined && <Icon className="i s" aria-hidden />
      )}
      {children}
      {keys !== undefined && <Kbd keys={keys} />}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly icon: LucideIcon
  readonly name: string
  readonly keys?: string
  readonly small?: boolean
  /** What it switches is on, or off. */
  readonly on?: boolean
}

/** A button with only an icon; its name and shortcut are in the tooltip. */
export function IconButton({ icon: Icon, name, keys, small = false, on, ...rest }: IconButtonProps) {
  const names = ['ib', small && 'sm', on === true && 'on'].filter(Boolean).join(' ')
  return (
    <button type="button" {...rest} className={names} aria-pressed={on} aria-label={name} {...tooltip(name, keys)}>
      <Icon className={small ? 'i s' : 'i'} aria-hidden />
    </button>
  )
}
