import { plural } from '@lingui/core/macro'
import { ChevronRight, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import type { QuotedFile } from '../../shared/quoted-files.ts'
import { CodeBlock } from '../text/CodeBlock.tsx'
import { MarkedText } from '../text/RedactedText.tsx'

/** A file in a message that was sent: its name, which opens to its text. */
export function SentFile({ file: { name, text } }: { readonly file: QuotedFile }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const lines = text.split('\n').length
  return (
    <div className="sent-file">
      <button type="button" className="looked" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <FileText className="i s" aria-hidden />
        {name}
        <span className="meta">{plural(lines, { one: '# line', other: '# lines' })}</span>
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <CodeBlock code={text}>
            <MarkedText text={text} />
          </CodeBlock>
        )}
      </div>
    </div>
  )
}
