import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A quiet line across the thread. */
export function MarkLine({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <div className="ctx-mark" role="note">
      <span>
        <Icon className="i s" aria-hidden />
        {children}
      </span>
    </div>
  )
}
