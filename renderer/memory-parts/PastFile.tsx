import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft, Download, History } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Blob } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { clock, dayWord } from '../format/time.ts'
import { api } from '../state/api.ts'
import { beginExport } from '../state/export-store.ts'
import { useText } from '../state/memory-store.ts'
import { useQuery } from '../state/use-query.ts'
import { toggleShowAs, useWindow } from '../state/window-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AnnotatedFile } from './AnnotatedFile.tsx'
import { changeOf } from './change-of.ts'
import { PathText } from './PathText.tsx'
import { ShowAs } from './ShowAs.tsx'
import { ShownFile } from './ShownFile.tsx'

// The memory as it was: whatever shows a past state shows it in these.

/** The files at a commit; `undefined` until they are loaded, or for none. */
export function usePastTree(at: string | null): Tree | undefined {
  return useQuery(at, 0, () => api.memory.tree.query(at === null ? {} : { at }), { warns: true }).answer
}

/** A file after a commit: `undefined` until it is loaded, `null` for none. */
export function usePastFile(path: string, commit: Commit): Blob | null | undefined {
  // Of a file that the commit did nothing to, the commit says nothing either.
  const change = changeOf(commit, path) ?? undefined
  const { answer: file } = useQuery(
    change === undefined ? `${commit.id} ${path}` : null,
    0,
    () => api.memory.file.query({ path, at: commit.id }),
    { warns: true },
  )
  if (change !== undefined) return change.after
  return file === undefined ? undefined : (file?.blob ?? null)
}

export function asOf({ time }: Commit): string {
  const day = dayWord(time)
  const hour = clock(time)
  return t`As of ${day}, ${hour}`
}

interface AsOfBarProps {
  readonly commit: Commit
  /** Where there is room for one pane, the way back to the list. */
  readonly back?: { readonly name: string; readonly run: () => void }
  readonly isReadOnly?: boolean
  readonly children: ReactNode
  /** Left out where it is now. */
  readonly onNow?: (() => void) | undefined
}

/** Says as of when the memory is shown, with what can be done there and the way back to now. */
export function AsOfBar({ commit, back, isReadOnly = true, children, onNow }: AsOfBarProps) {
  return (
    <div className="asof" role="status">
      {back !== undefined && (
        <span className="only-one">
          <IconButton icon={ArrowLeft} small name={back.name} onClick={back.run} />
        </span>
      )}
      <History className="i" aria-hidden />
      <b className="cut">
        {asOf(commit)}
        {isReadOnly && <span className="vh">, {t`read-only`}</span>}
      </b>
      {isReadOnly && (
        <span className="ink2 hide-n" aria-hidden>
          <Trans>read-only</Trans>
        </span>
      )}
      <span className="grow" />
      {children}
      {onNow !== undefined && (
        <Button variant="q" small keys="esc" onClick={onNow}>
          <Trans>Back to now</Trans>
        </Button>
      )}
    </div>
  )
}

interface PastFileProps {
  readonly at: string
  /** `undefined` for none that was chosen. */
  readonly path: string | undefined
  /** `undefined` until it is known, `null` for no such file. */
  readonly blob: Blob | null | undefined
  /** The line to show, from 1. */
  readonly line?: number | null
  /** A way on, where there was no such file. */
  readonly children?: ReactNode
}

/** A file as it was at a commit, read-only. */
export function PastFile({ at, path, blob, line = null, children }: PastFileProps) {
  if (path === undefined)
    return (
      <div className="bare-state">
        <p className="ink3">
          <Trans>Choose a file to read it as it was.</Trans>
        </p>
      </div>
    )
  if (blob === null)
    return (
      <div className="bare-state">
        <div className="empty">
          <h2>
            <Trans>{path} didn’t exist at this point.</Trans>
          </h2>
          {children}
        </div>
      </div>
    )
  return (
    <>
      <PastTools at={at} path={path} />
      <div className="sheet scroll">
        {blob === undefined ? <Skeleton rows={8} /> : <PastText path={path} blob={blob} line={line} />}
      </div>
    </>
  )
}

function PastTools({ at, path }: { readonly at: string; readonly path: string }) {
  useKeys({ s: toggleShowAs })
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
      <ShowAs keys="s" />
    </div>
  )
}

interface PastTextProps {
  readonly path: string
  readonly blob: Blob
  /** The line to show, from 1. */
  readonly line?: number | null
}

/** A past version of a file, without who wrote each line: that is known of the current version only. */
export function PastText({ path, blob, line = null }: PastTextProps) {
  const text = useText(blob.id)
  const showAs = useWindow((state) => state.showAs)
  useEffect(() => {
    if (line !== null && text != null)
      document.querySelector(`[data-line="${line}"] .tx`)?.scrollIntoView({ block: 'center' })
  }, [line, text])
  if (text === '')
    return (
      <p className="bare-state ink3">
        <Trans>The file was empty.</Trans>
      </p>
    )
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
