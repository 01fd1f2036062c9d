import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, FileText, Paperclip, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { QuotedFile } from '../../shared/quoted-files.ts'
import { pickFiles } from '../state/incoming-files.ts'
import { CodeBlock } from '../text/CodeBlock.tsx'
import { MarkedText } from '../text/RedactedText.tsx'
import { IconButton } from '../ui/Button.tsx'

interface AttachmentsProps {
  readonly files: readonly QuotedFile[]
  readonly onRemove: (at: number) => void
}

/** The files that go with the message. */
export function Attachments({ files, onRemove }: AttachmentsProps) {
  if (files.length === 0) return null
  return (
    <ul className="attached" aria-label={t`Attached files`}>
      {files.map(({ name }, at) => (
        <li key={at}>
          <FileText className="i s" aria-hidden />
          <span className="cut">{name}</span>
          <IconButton icon={X} small name={t`Remove ${name}`} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  )
}

export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const pick = async (): Promise<void> => onFiles((await pickFiles('files', '')).map(({ file }) => file))
  return <IconButton icon={Paperclip} small name={t`Attach text files`} onClick={() => void pick()} />
}

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

/** What may be dropped here, while it is held over the composer. */
export function DropHint() {
  return (
    <p className="drop-hint" aria-hidden>
      <Trans>Drop text files to attach them</Trans>
    </p>
  )
}
