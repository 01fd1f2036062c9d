import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText, Paperclip, X } from 'lucide-react'
import { pickFiles } from '../state/incoming-files.ts'
import { IconButton } from '../ui/Button.tsx'
import { PictureImage } from './PictureImage.tsx'
import type { Attaching } from './use-attaching.ts'

/** The files and pictures that go with the message. */
export function Attachments({ to }: { readonly to: Attaching }) {
  const { files, pictures } = to
  if (files.length + pictures.length === 0) return null
  return (
    <ul className="attached" aria-label={t`Attached files`}>
      {pictures.map((picture, at) => (
        <Attached key={`picture ${at}`} name={picture.name} onRemove={() => to.removePicture(at)}>
          <PictureImage picture={picture} alt="" />
        </Attached>
      ))}
      {files.map(({ name }, at) => (
        <Attached key={at} name={name} onRemove={() => to.removeFile(at)}>
          <FileText className="i s" aria-hidden />
        </Attached>
      ))}
    </ul>
  )
}

interface AttachedProps {
  readonly name: string
  readonly onRemove: () => void
  readonly children: React.ReactNode
}

function Attached({ name, onRemove, children }: AttachedProps) {
  return (
    <li>
      {children}
      <span className="cut">{name}</span>
      <IconButton icon={X} small name={t`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}

export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const pick = async (): Promise<void> => onFiles((await pickFiles('files', '')).map(({ file }) => file))
  return <IconButton icon={Paperclip} small name={t`Attach files`} onClick={() => void pick()} />
}

/** What may be dropped here, while it is held over the composer. */
export function DropHint() {
  return (
    <p className="drop-hint" aria-hidden>
      <Trans>Drop files to attach them</Trans>
    </p>
  )
}
