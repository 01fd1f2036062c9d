import type { Blob } from '../../shared/change.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AnnotatedFile } from './AnnotatedFile.tsx'
import { ShownFile } from './ShownFile.tsx'

interface PastTextProps {
  readonly path: string
  readonly blob: Blob
  /** As `useText` returns it. */
  readonly text: string | null | undefined
  readonly showAs: 'rendered' | 'source'
  /** A selected line, from 1. */
  readonly line?: number | null
}

/** A past version of a file, without who wrote each line: that is known of the current version only. */
export function PastText({ path, blob, text, showAs, line = null }: PastTextProps) {
  return (
    <ShownFile path={path} blob={blob} text={text} showAs={showAs}>
      {typeof text === 'string' ? (
        <AnnotatedFile
          path={path}
          text={text}
          blame={null}
          showAs={showAs}
          who={false}
          line={line}
          onLine={() => undefined}
        />
      ) : (
        <Skeleton rows={6} height={18} />
      )}
    </ShownFile>
  )
}
