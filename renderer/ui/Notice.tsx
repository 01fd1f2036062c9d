import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoticeProps {
  readonly icon: LucideIcon
  readonly variant?: 'info' | 'wait' | 'danger' | 'outside'
  readonly head: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** What happened, what it means, and what to do. */
export function Notice({ icon: Icon, variant = 'info', head, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${variant}`} role={variant === 'danger' ? 'alert' : 'status'}>
      <Icon className="i" aria-hidden />
      <div className="grow">
        <p>
          <b>{head}</b> {children}
        </p>
        {actions !== undefined && <div className="does">{actions}</div>}
      </div>
    </div>
  )
}
