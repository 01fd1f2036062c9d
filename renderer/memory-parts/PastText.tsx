import { Trans } from '@lingui/react/macro'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AnnotatedFile } from './AnnotatedFile.tsx'

interface PastTextProps {
  readonly path: string
  /** As `useText` returns it. */
  readonly text: string | null | undefined
  readonly showAs: 'rendered' | 'source'
  /** A selected line, from 1. */
  readonly line?: number | null
}

/** A past version of a file, without who wrote each line: that is known of the current version only. */
export function PastText({ path, text, showAs, line = null }: PastTextProps) {
  if (text === undefined) return <Skeleton rows={6} height={18} />
  if (text === null)
    return (
      <p className="bare-state ink3">
        <Trans>This is not text, or too large to show.</Trans>
      </p>
    )
  return (
    <AnnotatedFile
      path={path}
      text={text}
      blame={null}
      showAs={showAs}
      who={false}
      line={line}
      onLine={() => undefined}
    />
  )
}
