import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldProps {
  readonly name: string
  /** At first: something in it is set. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** What few people need, behind its name. */
export function Fold({ name, isOpen = false, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen}>
      <summary>
        <ChevronRight className="i s" aria-hidden />
        {name}
      </summary>
      {children}
    </details>
  )
}
