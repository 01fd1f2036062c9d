import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Blame, TreeFile } from '../../shared/memory.ts'
import { countText } from '../format/counts.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { AnnotatedFile, type AnnotatedFileProps, isLineUntrusted } from '../memory-parts/AnnotatedFile.tsx'
import { LineageMark } from '../memory-parts/LineageMark.tsx'
import { ShownFile } from '../memory-parts/ShownFile.tsx'
import { removeAll } from '../state/file-actions.ts'
import { useText } from '../state/memory-store.ts'
import { isPinned } from '../state/pins.ts'
import { setPinned, usePolicies } from '../state/policy-store.ts'
import { selectLine } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { findMoment } from '../state/timeline-store.ts'
import { putUnsaved } from '../state/unsaved-store.ts'
import { toggle, toggleShowAs, useWindow } from '../state/window-store.ts'
import { linesOf } from '../text/text-lines.ts'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { type EditorPlace, placeIn } from './editor/place.ts'
import { FileToolbar } from './FileToolbar.tsx'
import { IndexLoad } from './IndexLoad.tsx'
import { momentText } from './moment-text.ts'
import { Readings } from './Readings.tsx'
import { useBlame } from './use-file.ts'

interface FileViewProps {
  readonly file: TreeFile
  readonly line: number | null
  /** Called before the file is edited, with what is being read. */
  readonly onEdit: (place: EditorPlace) => void
}

/** The current version of a file, with who wrote each line and the history of the selected line. */
export function FileView({ file, line: requested, onEdit }: FileViewProps) {
  const { path, blob } = file
  const { current, text, blame } = useShownText(file)
  const who = useWindow((state) => state.who)
  const count = typeof text === 'string' ? linesOf(text).length : 0
  const [line, setLine] = useSelectedLine(path, requested, count)
  const [onlyUntrusted, setOnlyUntrusted] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const { pinned, pin } = usePin(path)
  const sheet = useRef<HTMLDivElement>(null)
  const edit = useOnceLoaded(path, current, (base) => {
    onEdit(placeIn(sheet.current, line))
    putUnsaved(path, { before: blob.id, base, text: base })
  })
  const moment = (): void => findMomentIn(typeof text === 'string' ? text : '', line)
  useKeys({
    e: edit,
    m: moment,
    s: toggleShowAs,
    w: () => toggle('who'),
    h: () => toggle('panel'),
    p: pin,
    f2: () => setRenaming(true),
    'mod+backspace': () => void removeAll([path]),
    'mod+delete': () => void removeAll([path]),
  })
  return (
    <>
      <FileToolbar
        path={path}
        renaming={renaming}
        onRenaming={setRenaming}
        pinned={pinned}
        onPin={pin}
        onMoment={moment}
        onEdit={typeof current === 'string' ? edit : null}
        isText={text !== null}
      />
      {typeof text === 'string' && <IndexLoad path={path} text={text} />}
      {who && blame !== null && <UntrustedBar blame={blame} only={onlyUntrusted} onOnly={setOnlyUntrusted} />}
      <div className="sheet scroll" ref={sheet} aria-busy={current === undefined}>
        <FileBody
          file={file}
          text={text}
          blame={blame}
          onlyUntrusted={onlyUntrusted}
          line={line}
          onLine={(at) => setLine(at === line ? null : at)}
        />
      </div>
      {line !== null && blame !== null && typeof text === 'string' && (
        <Readings blame={blame} line={line} text={text} onMoment={moment} onClose={() => setLine(null)} />
      )}
    </>
  )
}

/** The current text, and the text shown with who wrote it: while a new version loads, the one before keeps the reader's place. */
function useShownText({ path, blob }: TreeFile) {
  const current = useText(blob.id)
  const blame = useBlame(path, blob.id)
  const [last, keep] = useState(current)
  if (current !== undefined && current !== last) keep(current)
  return current === undefined ? { current, text: last, blame: null } : { current, text: current, blame }
}

/** Acts on a file's text: at once or, while it loads, as soon as it is there, unless another file is shown by then. */
function useOnceLoaded(path: string, text: string | null | undefined, act: (text: string) => void): () => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current !== path || text === null) wanted.current = null
    else if (typeof text === 'string') {
      wanted.current = null
      act(text)
    }
  })
  return () => {
    if (typeof text === 'string') act(text)
    else if (text === undefined) wanted.current = path
  }
}

function usePin(path: string) {
  const pinned = usePolicies(({ state }) => isPinned(path, state?.policies.pins ?? []))
  return { pinned, pin: (): void => void setPinned([path], !pinned) }
}

interface FileBodyProps extends Pick<AnnotatedFileProps, 'blame' | 'onlyUntrusted' | 'line' | 'onLine'> {
  readonly file: TreeFile
  readonly text: string | null | undefined
}

function FileBody({ file: { path, blob }, text, onlyUntrusted = false, ...lines }: FileBodyProps) {
  const { showAs, who } = useWindow()
  return (
    <ShownFile path={path} blob={blob} text={text} showAs={showAs}>
      {typeof text === 'string' && text !== '' ? (
        <AnnotatedFile
          path={path}
          text={text}
          showAs={showAs}
          who={who}
          onlyUntrusted={who && onlyUntrusted}
          {...lines}
        />
      ) : (
        <NoLines text={text} />
      )}
    </ShownFile>
  )
}

/** Looks in the history for what is selected in the file, or for the selected line. */
function findMomentIn(text: string, line: number | null): void {
  const wanted = momentText(text, selectionIn('.leaf'), line)
  if (wanted !== '') findMoment(wanted)
  else useStatusBar.getState().say(t`Select a line or some words first.`)
}

/** The text selected in a part of the page; '' for none. */
function selectionIn(part: string): string {
  const selection = getSelection()
  const element = selection?.anchorNode?.parentElement
  return element?.closest(part) == null ? '' : (selection?.toString() ?? '')
}

/** The selected line (from 1), which is part of the address, moved with Shift and the arrow keys; `null` for none. */
function useSelectedLine(path: string, requested: number | null, count: number) {
  const line = requested !== null && requested >= 1 && requested <= count ? requested : null
  const setLine = (at: number | null): void => selectLine(path, at)
  const moveBy = (step: number): void => setLine(Math.max(1, Math.min(count, line === null ? 1 : line + step)))
  useKeys({ 'shift+up': () => moveBy(-1), 'shift+down': () => moveBy(1) })
  useKeys({ esc: () => setLine(null) }, line !== null)
  useEffect(() => {
    if (line !== null) document.querySelector(`[data-line="${line}"] .tx`)?.scrollIntoView({ block: 'nearest' })
  }, [line])
  return [line, setLine] as const
}

/** In place of the lines: not loaded yet, or none. */
function NoLines({ text }: { readonly text: string | null | undefined }) {
  if (text === undefined) return <Skeleton rows={6} height={18} />
  return (
    <p className="bare-state ink3">
      <Trans>The file is empty.</Trans>
    </p>
  )
}

interface UntrustedBarProps {
  readonly blame: Blame
  /** Whether only the untrusted lines are shown. */
  readonly only: boolean
  readonly onOnly: (only: boolean) => void
}

/** A filter for the lines that need a second look; nothing where it would leave out none, or all. */
function UntrustedBar({ blame, only, onOnly }: UntrustedBarProps) {
  const { lines, sources } = blame
  const untrusted = lines.flatMap((_, at) => (isLineUntrusted(blame, at + 1) ? [at] : []))
  if (untrusted.length === 0 || untrusted.length === lines.length) return null
  const found = new Set(untrusted.map((at) => sources[lines[at]?.readings[0]?.commit ?? '']?.origin.lineage))
  return (
    <div className="who-bar">
      <div className="legend" role="group" aria-label={t`Where text comes from`}>
        {found.has('agent-untrusted') && (
          <span>
            <LineageMark lineage="agent-untrusted" silent />
            <Trans>agent, after reading text from outside</Trans>
          </span>
        )}
        {found.has('outside') && (
          <span>
            <ActorBadge actor="outside" silent />
            <Trans>another program</Trans>
          </span>
        )}
      </div>
      <span className="grow" />
      <button
        type="button"
        className={only ? 'chip on' : 'chip'}
        aria-pressed={only}
        {...explained(t`Only lines written outside Variorum, or by the agent after it had read such text`)}
        onClick={() => onOnly(!only)}
      >
        <Trans>Only from outside</Trans>
        <span className="n">{countText(untrusted.length)}</span>
      </button>
    </div>
  )
}
