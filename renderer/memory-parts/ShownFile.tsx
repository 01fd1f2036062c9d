import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Blob } from '../../shared/change.ts'
import { type FileFormat, type FileLook, IMAGE_SHOWN } from '../../shared/file-format.ts'
import { TEXT_SHOWN } from '../../shared/memory.ts'
import { size } from '../format/sizes.ts'
import { api } from '../state/api.ts'
import { useQuery } from '../state/use-query.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

interface ShownFileProps {
  readonly path: string
  readonly blob: Pick<Blob, 'id' | 'size'>
  /** As `useText` returns it. */
  readonly text: string | null | undefined
  readonly showAs: 'rendered' | 'source'
  /** Shows the text. */
  readonly children: ReactNode
}

/** A version of a file: its text, or the image that it is, or a sentence why it cannot be shown. */
export function ShownFile({ path, blob, text, showAs, children }: ShownFileProps) {
  const isDrawn = typeof text === 'string' && showAs === 'rendered' && isDrawing(path)
  const asks = text === null || isDrawn
  const { answer: look } = useQuery(asks ? blob.id : null, 0, () => api.memory.shownAs.query({ id: blob.id }))
  if (!asks) return children
  if (look === undefined) return <Skeleton rows={6} height={18} />
  if (look.kind === 'image') return <Picture key={blob.id} path={path} bytes={blob.size} address={look.address} />
  return isDrawn ? children : <CannotShow look={look} bytes={blob.size} />
}

/** A drawing is text, too, and has whatever size there is room for. */
const isDrawing = (path: string): boolean => /\.svg$/i.test(path)

interface PictureProps {
  readonly path: string
  readonly bytes: number
  readonly address: string
}

function Picture({ path, bytes, address }: PictureProps) {
  const [loaded, setLoaded] = useState<{ readonly width: number; readonly height: number } | 'failed' | null>(null)
  if (loaded === 'failed')
    return (
      <Sentence head={t`Can’t show this image: it may be damaged.`} bytes={bytes}>
        <Trans>The file’s history is kept, and each version can be restored.</Trans>
      </Sentence>
    )
  return (
    <figure className="picture">
      <img
        src={address}
        alt={path}
        onError={() => setLoaded('failed')}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setLoaded({ width, height })}
      />
      <figcaption className="meta num">
        {loaded !== null && !isDrawing(path) && `${loaded.width} × ${loaded.height} · `}
        {size(bytes)}
      </figcaption>
    </figure>
  )
}

function CannotShow({ look, bytes }: { readonly look: Exclude<FileLook, { kind: 'image' }>; readonly bytes: number }) {
  if (look.kind === 'too-large') {
    const limit = size(IMAGE_SHOWN)
    return (
      <Sentence head={t`Can’t show this file: it’s too large.`} bytes={bytes}>
        <Trans>
          Only images up to {limit} are shown. The file’s history is kept, and each version can be restored.
        </Trans>
      </Sentence>
    )
  }
  if (look.format === null && bytes > TEXT_SHOWN) {
    const limit = size(TEXT_SHOWN)
    return (
      <Sentence head={t`Can’t show this file: it’s too large.`} bytes={bytes}>
        <Trans>
          Only text files up to {limit} are shown. The file’s history is kept, and each version can be restored.
        </Trans>
      </Sentence>
    )
  }
  return (
    <Sentence head={t`Can’t show this file: it isn’t text.`} bytes={bytes} what={formatName(look.format)}>
      <Trans>The file’s history is kept, and each version can be restored.</Trans>
    </Sentence>
  )
}

interface SentenceProps {
  readonly head: string
  readonly bytes: number
  readonly what?: string | null
  readonly children: ReactNode
}

function Sentence({ head, bytes, what = null, children }: SentenceProps) {
  const measured = size(bytes)
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>{head}</h2>
        <p>
          {what === null ? <Trans>It’s {measured}.</Trans> : t`It looks like ${what} (${measured}).`} {children}
        </p>
      </div>
    </div>
  )
}

function formatName(format: FileFormat | null): string | null {
  const names: Partial<Record<FileFormat, string>> = {
    heic: t`a HEIC image`,
    pdf: t`a PDF document`,
    zip: t`a ZIP archive or an Office document`,
    archive: t`a compressed archive`,
    database: t`an SQLite database`,
    audio: t`a sound file`,
    video: t`a video`,
    font: t`a font`,
    program: t`a program`,
  }
  return format === null ? null : (names[format] ?? null)
}
