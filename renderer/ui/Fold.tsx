import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface FoldProps {
  readonly name: string
  /** For those who hear the button alone, if the name does not say of what. */
  readonly label?: string
  /** Until the user opens or closes it: something in it is set. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** What few people need, behind its name. */
export function Fold({ name, label, isOpen: isSet = false, children }: FoldProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isSet
  return (
    <>
      <button
        type="button"
        className="opens more"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setChosen(!isOpen)}
      >
        <ChevronRight className="i xs chev" aria-hidden />
        {name}
      </button>
      {isOpen && children}
    </>
  )
}
