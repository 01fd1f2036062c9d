import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeft, Ellipsis, History, PencilLine, Pin, PinOff, Trash2, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { AnnotatedFile } from '../memory-parts/AnnotatedFile.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { removeFile, renameFile } from '../state/actions.ts'
import { putDraft } from '../state/drafts-store.ts'
import { useText } from '../state/memory-store.ts'
import { useRequestedLine } from '../state/open-line.ts'
import { isPinned } from '../state/pins.ts'
import { setPinned, usePolicies } from '../state/policy-store.ts'
import { openFile } from '../state/routes.ts'
import { toggle, useWindow } from '../state/window-store.ts'
import { linesOf } from '../text/diff-rows.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Readings } from './Readings.tsx'
import { useBlame } from './use-file.ts'

/** A file as it is now, with who wrote each line and the readings of the selected one. */
export function FileView({ file }: { readonly file: TreeFile }) {
  const { path, blob } = file
  const text = useText(blob.id)
  const blame = useBlame(path, blob.id)
  const { showAs, who } = useWindow()
  const [line, setLine] = useState<number | null>(null)
  useRequestedLine(path, setLine)
  const [renaming, setRenaming] = useState(false)
  const pinned = usePolicies(({ state }) => isPinned(path, state?.policies.pins ?? []))
  const pin = (): void => void setPinned(path, !pinned)
  const count = typeof text === 'string' ? linesOf(text).length : 0
  const edit = (): void => {
    if (typeof text === 'string') putDraft(path, { before: blob.id, base: text, text })
  }
  const step = (by: number): void => setLine((at) => Math.max(1, Math.min(count, at === null ? 1 : at + by)))
  useKeys({
    e: edit,
    s: () => useWindow.setState({ showAs: showAs === 'source' ? 'rendered' : 'source' }),
    w: () => toggle('who'),
    h: () => toggle('panel'),
    p: pin,
    f2: () => setRenaming(true),
    'shift+up': () => step(-1),
    'shift+down': () => step(1),
    'mod+backspace': () => void removeFile(path),
  })
  useKeys({ esc: () => setLine(null) }, line !== null)
  useEffect(() => {
    if (line !== null) document.querySelector(`[data-line="${line}"] .tx`)?.scrollIntoView({ block: 'nearest' })
  }, [line])
  return (
    <>
      <div className="tools">
        <span className="only-one">
          <IconButton icon={ArrowLeft} small name={t`All files`} onClick={() => openFile()} />
        </span>
        {renaming ? (
          <RenameField path={path} onDone={() => setRenaming(false)} />
        ) : (
          <span className="cut fit">
            <PathText path={path} />
          </span>
        )}
        <Menu
          align="start"
          trigger={<IconButton icon={Ellipsis} small name={t`More for this file`} />}
          items={[
            { label: t`Rename`, icon: PencilLine, keys: 'f2', run: () => setTimeout(() => setRenaming(true)) },
            { label: pinned ? t`Unpin` : t`Pin`, icon: pinned ? PinOff : Pin, keys: 'p', run: pin },
            { label: t`History`, icon: History, keys: 'h', run: () => toggle('panel') },
            { label: t`Delete`, icon: Trash2, keys: 'mod+backspace', danger: true, run: () => void removeFile(path) },
          ]}
        />
        <button
          type="button"
          className={pinned ? 'ib sm on' : 'ib sm'}
          aria-pressed={pinned}
          aria-label={t`Pin`}
          title={pinned ? t`Pinned: no policy removes this file` : t`Pin: no policy removes this file`}
          onClick={pin}
        >
          <Pin className="i s" aria-hidden />
        </button>
        <span className="grow" />
        <Button
          variant="q"
          small
          icon={Users}
          on={who}
          aria-pressed={who}
          aria-label={t`Who wrote each line`}
          onClick={() => toggle('who')}
        >
          <span className="hide-n">
            <Trans>Who wrote each line</Trans>
          </span>
        </Button>
        <SegmentedControl
          name={t`Show as`}
          value={showAs}
          onChange={(value) => useWindow.setState({ showAs: value })}
          options={[
            { value: 'rendered', label: t`Rendered` },
            { value: 'source', label: t`Source` },
          ]}
        />
        <Button small icon={PencilLine} keys="e" disabled={typeof text !== 'string'} onClick={edit}>
          <Trans>Edit</Trans>
        </Button>
      </div>
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

function RenameField({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const rename = async (name: string): Promise<void> => {
    const to = name.trim().replace(/^\/+|\/+$/g, '')
    onDone()
    if (to !== '' && to !== path && (await renameFile(path, to))) openFile(to)
  }
  return (
    <label className="in mono grow">
      <input
        autoFocus
        aria-label={t`New path`}
        defaultValue={path}
        onBlur={onDone}
        onFocus={(event) =>
          event.target.setSelectionRange(
            path.lastIndexOf('/') + 1,
            path.endsWith('.md') ? path.length - 3 : path.length,
          )
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') void rename(event.currentTarget.value)
          else if (event.key === 'Escape') onDone()
        }}
      />
    </label>
  )
}
