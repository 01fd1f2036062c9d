import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { PastText } from '../memory-parts/PastText.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { ShowAs } from '../memory-parts/ShowAs.tsx'
import { beginExport } from '../state/export-store.ts'
import { useText } from '../state/memory-store.ts'
import { openPast } from '../state/routes.ts'
import { toggleShowAs, useWindow } from '../state/window-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'

interface PastFileProps {
  readonly at: string
  readonly path: string | undefined
  readonly file: TreeFile | undefined
  /** The line to show, from 1. */
  readonly line: number | null
}

/** A file as it was at a commit. */
export function PastFile({ at, path, file, line }: PastFileProps) {
  const text = useText(file?.blob.id ?? null)
  const showAs = useWindow((state) => state.showAs)
  useEffect(() => {
    if (line !== null && text != null)
      document.querySelector(`[data-line="${line}"] .tx`)?.scrollIntoView({ block: 'center' })
  }, [line, text])
  useKeys({ s: toggleShowAs })
  if (path === undefined)
    return (
      <div className="bare-state">
        <p className="ink3">
          <Trans>Choose a file to read it as it was.</Trans>
        </p>
      </div>
    )
  if (file === undefined)
    return (
      <div className="bare-state">
        <div className="empty">
          <h2>
            <Trans>{path} didn’t exist at this point.</Trans>
          </h2>
          <Button onClick={() => openPast(at)}>
            <Trans>All files at this point</Trans>
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <PastTools at={at} path={path} />
      <div className="sheet scroll">
        {text === '' ? (
          <p className="bare-state ink3">
            <Trans>The file was empty.</Trans>
          </p>
        ) : (
          <PastText path={path} blob={file.blob} text={text} showAs={showAs} line={line} />
        )}
      </div>
    </>
  )
}

function PastTools({ at, path }: { readonly at: string; readonly path: string }) {
  return (
    <div className="tools">
      <span className="cut fit">
        <PathText path={path} />
      </span>
      <span className="grow" />
      <IconButton
        icon={Download}
        small
        name={t`Export this version…`}
        onClick={() => beginExport({ kind: 'file', path, at })}
      />
      <ShowAs />
    </div>
  )
}
