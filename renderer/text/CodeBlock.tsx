import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/CopyButton.tsx'

interface CodeBlockProps {
  /** As it is copied. */
  readonly code: string
  /** As it is shown. */
  readonly children: ReactNode
}

/** A block of code, with a button that copies it. */
export function CodeBlock({ code, children }: CodeBlockProps) {
  return (
    <div className="code-block">
      <pre tabIndex={0} aria-label={t`Code`}>
        {children}
      </pre>
      <CopyButton name={t`Copy code`} text={() => code} said={t`Code copied`} />
    </div>
  )
}
