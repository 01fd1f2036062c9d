import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore, History } from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { clock, dayWord } from '../format/time.ts'
import { PastText } from '../memory-parts/PastText.tsx'
import { restoreFile } from '../state/actions.ts'
import { useText } from '../state/memory-store.ts'
import { useWindow } from '../state/window-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useVersion } from './use-file.ts'

/** A past version of the open file: read-only, on a tinted page, with the way back to now. */
export function VersionView({
  path,
  commit,
  onNow,
}: {
  readonly path: string
  readonly commit: Commit
  readonly onNow: () => void
}) {
  const after = useVersion(path, commit)
  const text = useText(after?.id ?? null)
  const showAs = useWindow((state) => state.showAs)
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  const restore = async (): Promise<void> => {
    if ((await restoreFile(path, commit)) !== null) onNow()
  }
  useKeys({ esc: onNow, r: () => void restore() })
  return (
    <>
      <div className="asof" role="status">
        <History className="i" aria-hidden />
        <b>{t`As of ${day}, ${time}`}</b>
        <span className="ink2 hide-n">
          <Trans>read-only</Trans>
        </span>
        <span className="grow" />
        {after != null && (
          <Button small icon={ArchiveRestore} keys="r" onClick={() => void restore()}>
            <Trans>Restore this version</Trans>
          </Button>
        )}
        <Button variant="q" small keys="esc" onClick={onNow}>
          <Trans>Back to now</Trans>
        </Button>
      </div>
      <div className="sheet scroll">
        {after === undefined ? (
          <Skeleton rows={8} />
        ) : after === null ? (
          <p className="bare-state ink3">
            <Trans>There was no file at this path then.</Trans>
          </p>
        ) : (
          <PastText path={path} blob={after} text={text} showAs={showAs} />
        )}
      </div>
    </>
  )
}
