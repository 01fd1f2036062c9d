import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { AnnotatedFile } from '../memory-parts/AnnotatedFile.tsx'
import { removeFile } from '../state/actions.ts'
import { putDraft } from '../state/drafts-store.ts'
import { useText } from '../state/memory-store.ts'
import { useRequestedLine } from '../state/open-line.ts'
import { isPinned } from '../state/pins.ts'
import { setPinned, usePolicies } from '../state/policy-store.ts'
import { toggle, toggleShowAs, useWindow } from '../state/window-store.ts'
import { linesOf } from '../text/text-lines.ts'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FileToolbar } from './FileToolbar.tsx'
import { Readings } from './Readings.tsx'
import { useBlame } from './use-file.ts'

/** The current version of a file, with who wrote each line and the history of the selected line. */
export function FileView({ file }: { readonly file: TreeFile }) {
  const { path, blob } = file
  const text = useText(blob.id)
  const blame = useBlame(path, blob.id)
  const { showAs, who } = useWindow()
  const count = typeof text === 'string' ? linesOf(text).length : 0
  const [line, setLine] = useSelectedLine(path, count)
  const [renaming, setRenaming] = useState(false)
  const pinned = usePolicies(({ state }) => isPinned(path, state?.policies.pins ?? []))
  const pin = (): void => void setPinned(path, !pinned)
  const edit = (): void => {
    if (typeof text === 'string') putDraft(path, { before: blob.id, base: text, text })
  }
  useKeys({
    e: edit,
    s: toggleShowAs,
    w: () => toggle('who'),
    h: () => toggle('panel'),
    p: pin,
    f2: () => setRenaming(true),
    'mod+backspace': () => void removeFile(path),
  })
  return (
    <>
      <FileToolbar
        path={path}
        renaming={renaming}
        onRenaming={setRenaming}
        pinned={pinned}
        onPin={pin}
        onEdit={typeof text === 'string' ? edit : null}
      />
      <div className="sheet scroll">
        {text === undefined ? (
          <Skeleton rows={6} height={18} />
        ) : text === null ? (
          <NotText />
        ) : text === '' ? (
          <p className="bare-state ink3">
            <Trans>The file is empty.</Trans>
          </p>
        ) : (
          <AnnotatedFile
            path={path}
            text={text}
            blame={blame}
            showAs={showAs}
            who={who}
            line={line}
            onLine={(at) => setLine(at === line ? null : at)}
          />
        )}
      </div>
      {line !== null && blame !== null && typeof text === 'string' && (
        <Readings blame={blame} line={line} text={text} onClose={() => setLine(null)} />
      )}
    </>
  )
}

/** The selected line (from 1), moved with Shift and the arrow keys; `null` for none. */
function useSelectedLine(path: string, count: number) {
  const [line, setLine] = useState<number | null>(null)
  useRequestedLine(path, setLine)
  const moveBy = (step: number): void => setLine((at) => Math.max(1, Math.min(count, at === null ? 1 : at + step)))
  useKeys({ 'shift+up': () => moveBy(-1), 'shift+down': () => moveBy(1) })
  useKeys({ esc: () => setLine(null) }, line !== null)
  useEffect(() => {
    if (line !== null) document.querySelector(`[data-line="${line}"] .tx`)?.scrollIntoView({ block: 'nearest' })
  }, [line])
  return [line, setLine] as const
}

function NotText() {
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          <Trans>This is not text, or too large to show.</Trans>
        </h2>
        <p>
          <Trans>Its history is kept all the same, and each version can be restored.</Trans>
        </p>
      </div>
    </div>
  )
}
