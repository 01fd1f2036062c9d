import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoticeProps {
  readonly icon: LucideIcon
  readonly look?: 'info' | 'wait' | 'danger' | 'outside'
  readonly head: ReactNode
  readonly children?: ReactNode
  readonly acts?: ReactNode
}

/** What happened, what it means, and what to do. */
export function Notice({ icon: Icon, look = 'info', head, children, acts }: NoticeProps) {
  return (
    <div className={`notice ${look}`} role={look === 'danger' ? 'alert' : 'status'}>
      <Icon className="i" aria-hidden />
      <div className="grow">
        <p>
          <b>{head}</b> {children}
        </p>
        {acts !== undefined && <div className="does">{acts}</div>}
      </div>
    </div>
  )
}
