import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArrowUpCircle,
  Check,
  CircleAlert,
  CloudOff,
  FileWarning,
  FolderX,
  GitMerge,
  LoaderCircle,
  Lock,
  type LucideIcon,
  PencilLine,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { Review } from '../../shared/review.ts'
import { countText } from '../format/counts.ts'
import { providerName } from '../format/provider-names.ts'
import { shortTime } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { useLink } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { useExport } from '../state/export-store.ts'
import { setReadOnly, useReadOnly } from '../state/lock.ts'
import { notReady } from '../state/model-choices.ts'
import { useReview } from '../state/review-store.ts'
import { openFile, reviewPath, SETTINGS, settingsPath, waitingPath } from '../state/routes.ts'
import { type StatusBarMessage, useStatusBar } from '../state/status-bar-store.ts'
import { unsavedPaths, useUnsaved } from '../state/unsaved-store.ts'
import { stillAsked } from '../state/waiting-groups.ts'
import { useWork } from '../state/work-store.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { PolicyPending } from './PolicyPending.tsx'
import { RemoteSummary } from './RemoteSummary.tsx'

/** Left: what just happened. Right: what is pending until the user deals with it. */
export function StatusBar() {
  return (
    <footer className="foot" aria-label={t`Store status`} data-pane tabIndex={-1}>
      <span className="contents">
        <StoreSummary />
      </span>
      <StatusMessage />
      <ExportProgress />
      <span className="grow" />
      <RemoteSummary />
      <ReadOnly />
      <Pending />
      <Model />
    </footer>
  )
}

const ICONS: { readonly [Kind in StatusBarMessage['kind']]: LucideIcon } = {
  status: Check,
  news: FileWarning,
  refusal: CircleAlert,
  failure: TriangleAlert,
}

/** Both live regions stay in the page, so that a screen reader announces what appears in them. */
function StatusMessage() {
  const message = useStatusBar((state) => state.message)
  const clear = useStatusBar((state) => state.clear)
  const { kind, text, action, number } = message ?? {}
  const isAlert = kind === 'refusal' || kind === 'failure'
  const Icon = kind === 'status' && action?.keys !== undefined ? Undo2 : ICONS[kind ?? 'status']
  const content = message !== null && (
    <span key={number} className={kind === 'failure' ? 'say bad-say' : kind === 'refusal' ? 'say wait-say' : 'say'}>
      <Icon className="i s" aria-hidden />
      <span className="cut" title={text}>
        {text}
      </span>
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            clear()
            action.run()
          }}
        >
          {action.label} {action.keys !== undefined && <Kbd keys={action.keys} />}
        </button>
      )}
      {isAlert && action === undefined && (
        <button type="button" onClick={clear}>
          <Trans>Close</Trans>
        </button>
      )}
    </span>
  )
  return (
    <>
      <span role="status" className="row cut">
        {!isAlert && content}
      </span>
      <span role="alert" className="row cut">
        {isAlert && content}
      </span>
    </>
  )
}

function StoreSummary() {
  const store = useApp((state) => state.app?.store)
  const reading = useWork((work) => work.history?.done)
  if (store === undefined) return null
  const at = store.savedAt === null ? null : shortTime(store.savedAt)
  return (
    <>
      {at !== null && (
        <span className="it saved">
          <Check className="i s" aria-hidden />
          <span className="num">{t`Saved ${at}`}</span>
        </span>
      )}
      {reading !== undefined && (
        <a
          href={`#${SETTINGS}`}
          {...explained(t`Until the history index is complete, searches read git directly and take longer`)}
        >
          <LoaderCircle className="i s spin" aria-hidden />
          <span className="num">
            {reading === 0
              ? t`reading the files`
              : plural(reading, { one: 'reading the history: # commit', other: 'reading the history: # commits' })}
          </span>
        </a>
      )}
    </>
  )
}

/** What waits for the user: the one thing itself, or the list. */
function ReviewPending() {
  const waiting = stillAsked(useReview(({ review }) => review?.waiting ?? NOTHING_WAITS))
  const [first, second] = waiting
  if (first === undefined) return null
  return (
    <a className="wait due" href={`#${second === undefined ? waitingPath(first) : reviewPath()}`}>
      <GitMerge className="i s" aria-hidden />
      {plural(waiting.length, { one: '# decision needed', other: '# decisions needed' })}
    </a>
  )
}

const NOTHING_WAITS: Review['waiting'] = []

/** Agents only read for now, and the way back. */
function ReadOnly() {
  if (!useReadOnly()) return null
  return (
    <button
      type="button"
      className="wait due"
      {...explained(t`Agents can only read. Press to let them write again`)}
      onClick={() => setReadOnly(false)}
    >
      <Lock className="i s" aria-hidden />
      <Trans>agents can’t write</Trans>
    </button>
  )
}

function Pending() {
  const store = useApp((state) => state.app?.store)
  const note = useApp((state) => state.app?.stores.note)
  const newer = useApp((state) => state.app?.update?.newer)
  const texts = useUnsaved((state) => state.files)
  const offline = useLink((state) => state.open === false)
  const unsaved = unsavedPaths(texts)
  const [first] = unsaved
  const leftOut = store?.leftOut.length ?? 0
  return (
    <>
      {first !== undefined && (
        <button type="button" className="wait due" {...explained(unsaved.join('\n'))} onClick={() => openFile(first)}>
          <PencilLine className="i s" aria-hidden />
          {plural(unsaved.length, { one: '# file not saved', other: '# files not saved' })}
        </button>
      )}
      {note != null && (
        <a className="wait due" href={`#${settingsPath('stores')}`} {...explained(worded(note))}>
          <FolderX className="i s" aria-hidden />
          <Trans>store not found</Trans>
        </a>
      )}
      {newer?.isNews === true && (
        <a className="wait due" href={`#${settingsPath('updates')}`}>
          <ArrowUpCircle className="i s" aria-hidden />
          <Trans>version {newer.version} is available</Trans>
        </a>
      )}
      {store?.vanished != null && (
        <a className="wait due" href={`#${settingsPath('store')}`}>
          <FolderX className="i s" aria-hidden />
          {store.vanished.kind === 'folder'
            ? t`The memory’s folder is gone`
            : plural(store.vanished.files, { one: '# file vanished', other: '# files vanished' })}
        </a>
      )}
      {leftOut > 0 && (
        <a className="out due" href={`#${settingsPath('store')}`}>
          <FileWarning className="i s" aria-hidden />
          {plural(leftOut, { one: '# file left out of the memory', other: '# files left out of the memory' })}
        </a>
      )}
      <ReviewPending />
      <PolicyPending />
      {store?.blocked != null && (
        <span className="it bad due" role="alert" title={worded(store.blocked)}>
          <Lock className="i s" aria-hidden />
          {worded(store.blocked)}
        </span>
      )}
      {offline && (
        <span className="it bad due">
          <CloudOff className="i s" aria-hidden />
          <Trans>Variorum isn’t running</Trans>
        </span>
      )}
    </>
  )
}

function Model() {
  const app = useApp((state) => state.app)
  const provider = app?.providers.find(({ id }) => id === app.settings.provider)
  if (app === null || provider === undefined) return null
  const state = provider.id === 'demo' ? t`nothing is sent` : provider.ready ? t`ready` : notReady(provider)
  return (
    <span className="it ink3 promise">
      {provider.id === 'anthropic' ? 'Claude' : providerName(provider.id, app.settings.compatible)} · {state}
    </span>
  )
}

/** In the status bar: how far an export is, and Cancel. */
function ExportProgress() {
  const running = useExport((state) => state.running)
  if (running === null || !running.isSlow) return null
  const { kind, done, total, cancel } = running
  // The system's dialog is open.
  if (done === 0 && total === 0) return null
  const most = countText(total)
  const text =
    kind !== 'bundle'
      ? t`exporting files: ${done} of ${most}`
      : total > 0
        ? t`exporting commits: ${done} of ${most}`
        : plural(done, { one: 'exporting commits: # read', other: 'exporting commits: # read' })
  return (
    <span className="it">
      <LoaderCircle className="i s spin" aria-hidden />
      <progress className="vh" aria-label={t`Export`} {...(total > 0 && { max: total, value: done })} />
      <span className="num">{text}</span>
      <button type="button" onClick={cancel}>
        <Trans>Cancel</Trans>
      </button>
    </span>
  )
}
