import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText, Paperclip, X } from 'lucide-react'
import type { QuotedFile } from '../../shared/quoted-files.ts'
import { pickFiles } from '../state/incoming-files.ts'
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

/** What may be dropped here, while it is held over the composer. */
export function DropHint() {
  return (
    <p className="drop-hint" aria-hidden>
      <Trans>Drop text files to attach them</Trans>
    </p>
  )
}
