import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface SelectProps {
  readonly name: string
  readonly value: string
  /** Whether something other than the usual is chosen. */
  readonly isSet?: boolean
  readonly mono?: boolean
  readonly onChange: (value: string) => void
  /** The options, in groups or not. */
  readonly children: ReactNode
}

/** A choice from a list: the system's own list, under a field that looks like the others. */
export function Select({ name, value, isSet = false, mono = false, onChange, children }: SelectProps) {
  const names = ['select', isSet && 'on', mono && 'mono'].filter(Boolean).join(' ')
  return (
    <span className={names}>
      <select aria-label={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      <ChevronDown className="i s" aria-hidden />
    </span>
  )
}
