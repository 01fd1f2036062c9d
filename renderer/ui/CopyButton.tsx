import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../state/copy.ts'
import { IconButton } from './Button.tsx'

const SHOWN_MS = 2_000

interface CopyButtonProps {
  /** What the button does, like "Copy code". */
  readonly name: string
  /** Worked out when it is pressed. */
  readonly text: () => string
  /** What the status bar says, like "Code copied". */
  readonly said: string
}

/** Copies a text, and shows a check mark for a moment. */
export function CopyButton({ name, text, said }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const press = async (): Promise<void> => {
    if (await copy(text(), said)) setCopied(copied + 1)
  }
  return <IconButton icon={copied > 0 ? Check : Copy} small name={name} onClick={() => void press()} />
}
