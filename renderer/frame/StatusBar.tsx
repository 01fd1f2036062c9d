import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArrowUpCircle,
  Check,
  CloudOff,
  FileWarning,
  FolderX,
  Gauge,
  GitMerge,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Lock,
  PencilLine,
  RectangleEllipsis,
  Scale,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { Review } from '../../shared/review.ts'
import { providerName } from '../format/provider-names.ts'
import { size, sizeOf } from '../format/sizes.ts'
import { shortTime } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { useLink } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { unsavedPaths, useDrafts } from '../state/drafts-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { notReady } from '../state/model-choices.ts'
import { usePolicies } from '../state/policy-store.ts'
import { useReview } from '../state/review-store.ts'
import { openFile, pointPath, POLICIES, reviewPath, SETTINGS } from '../state/routes.ts'
import { type StatusBarMessage, useStatusBar } from '../state/status-bar-store.ts'
import { useWork } from '../state/work-store.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { fillOf, Meter, worst } from '../ui/Meter.tsx'
import { ExportProgress } from './ExportProgress.tsx'

/** Left: what just happened. Right: what is pending until the user deals with it. */
export function StatusBar() {
  const message = useStatusBar((state) => state.message)
  return (
    <footer className="foot" aria-label={t`Store status`} data-pane tabIndex={-1}>
      {/* Where there is little room, a message takes its place. */}
      <span className={message === null ? 'contents' : 'contents hide-n'}>
        <StoreSummary />
      </span>
      <StatusMessage />
      <ExportProgress />
      <span className="grow" />
      <Pending />
      <Model />
    </footer>
  )
}

const ICONS: { readonly [Kind in StatusBarMessage['kind']]: LucideIcon } = {
  status: Check,
  news: FileWarning,
  alert: TriangleAlert,
}

/** Both live regions stay in the page, so that a screen reader announces what appears in them. */
function StatusMessage() {
  const message = useStatusBar((state) => state.message)
  const clear = useStatusBar((state) => state.clear)
  const { kind, text, action, number } = message ?? {}
  const Icon = kind === 'status' && action?.keys !== undefined ? Undo2 : ICONS[kind ?? 'status']
  const content = message !== null && (
    <span key={number} className={kind === 'alert' ? 'say bad-say' : 'say'}>
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
      {kind === 'alert' && action === undefined && (
        <button type="button" onClick={clear}>
          <Trans>Close</Trans>
        </button>
      )}
    </span>
  )
  return (
    <>
      <span role="status" className="row cut">
        {kind !== 'alert' && content}
      </span>
      <span role="alert" className="row cut">
        {kind === 'alert' && content}
      </span>
    </>
  )
}

function StoreSummary() {
  const store = useApp((state) => state.app?.store)
  const bytes = useMemory((state) => state.tree?.bytes)
  const reading = useWork((work) => work.history?.done)
  if (store === undefined) return null
  const at = store.savedAt === null ? null : shortTime(store.savedAt)
  return (
    <>
      {at !== null && (
        <a href={`#${pointPath()}`} title={t`Latest commit`}>
          <Check className="i s" aria-hidden />
          <span className="num">{t`Saved ${at}`}</span>
        </a>
      )}
      <Fullness bytes={bytes ?? store.bytes} warning={false} />
      {reading !== undefined && (
        <a href={`#${SETTINGS}`} title={t`What is asked for is looked for in git itself until this is done`}>
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

/**
 * How full the store is: by bytes, or by files when those are closer to their limit. Once it warns, it moves to the
 * right, among what is pending.
 */
function Fullness({ bytes, warning }: { readonly bytes: number; readonly warning: boolean }) {
  const state = usePolicies((policies) => policies.state)
  if (state === null) return warning ? null : <span className="it num">{size(bytes)}</span>
  const { warnAt } = state.policies.limits
  const inBytes = { used: bytes, limit: state.meters.bytes.limit }
  const files = state.meters.files
  const fill = fillOf(worst(inBytes, files), warnAt)
  if (warning !== (fill !== 'plain')) return null
  const byFiles = fill !== 'plain' && worst(inBytes, files) === files
  const text = byFiles ? t`${files.used} of ${files.limit ?? 0} files` : sizeOf(inBytes.used, inBytes.limit)
  return (
    <a
      href={`#${POLICIES}`}
      className={fill === 'full' ? 'bad due' : fill === 'wait' ? 'wait due' : undefined}
      title={t`How full the store is`}
    >
      {fill === 'full' && (
        <>
          <Gauge className="i s" aria-hidden />
          <Trans>full</Trans>
        </>
      )}
      <span className="num">{text}</span>
      <Meter name={t`Store`} meter={byFiles ? files : inBytes} warnAt={warnAt} text={text} />
    </a>
  )
}

/** What is pending with the policies: withheld secrets, files about to expire, an outside change. */
function PolicyPending() {
  const state = usePolicies((policies) => policies.state)
  const draft = usePolicies((policies) => policies.draft ?? policies.saving)
  if (state === null) return null
  const withheld = state.withheld.length
  const soon = state.expiry.next.filter(({ inDays }) => inDays <= state.policies.expiry.announceDays).length
  const asks = state.expiry.asks.length
  const over = state.overLimits.length
  const to = `#${POLICIES}`
  return (
    <>
      <Fullness bytes={state.meters.bytes.used} warning />
      {withheld > 0 && (
        <a className="out due" href={to}>
          <RectangleEllipsis className="i s" aria-hidden />
          {plural(withheld, { one: '# withheld', other: '# withheld' })}
        </a>
      )}
      {over > 0 && (
        <a className="wait due" href={to}>
          <Gauge className="i s" aria-hidden />
          {plural(over, { one: '# over its limit', other: '# over their limits' })}
        </a>
      )}
      {state.waiting !== null && (
        <a className="out due" href={to}>
          <Scale className="i s" aria-hidden />
          <Trans>policies changed outside</Trans>
        </a>
      )}
      {draft !== null && (
        <a className="wait due" href={to}>
          <PencilLine className="i s" aria-hidden />
          <Trans>policies not saved</Trans>
        </a>
      )}
      {asks > 0 && (
        <a className="wait due" href={to}>
          <Hourglass className="i s" aria-hidden />
          {plural(asks, { one: '# file to remove', other: '# files to remove' })}
        </a>
      )}
      {state.expiry.trouble !== null && (
        <a className="bad due" href={to} title={worded(state.expiry.trouble)}>
          <Hourglass className="i s" aria-hidden />
          <Trans>expiry failed</Trans>
        </a>
      )}
      {soon > 0 && (
        <a href={to}>
          <Hourglass className="i s" aria-hidden />
          {plural(soon, { one: '# expires soon', other: '# expire soon' })}
        </a>
      )}
    </>
  )
}

/** Undos that wait for a decision. */
function ReviewPending() {
  const drafts = useReview(({ review }) => review?.drafts ?? NO_DRAFTS)
  const [first] = drafts
  if (first === undefined) return null
  return (
    <a className="bad due" href={`#${reviewPath(first.id)}`}>
      <GitMerge className="i s" aria-hidden />
      {plural(drafts.length, { one: '# undo to decide', other: '# undos to decide' })}
    </a>
  )
}

const NO_DRAFTS: Review['drafts'] = []

function Pending() {
  const store = useApp((state) => state.app?.store)
  const note = useApp((state) => state.app?.stores.note)
  const newer = useApp((state) => state.app?.update?.newer)
  const drafts = useDrafts((state) => state.drafts)
  const offline = useLink((state) => state.open === false)
  const unsaved = unsavedPaths(drafts)
  const [first] = unsaved
  const leftOut = store?.leftOut.length ?? 0
  return (
    <>
      {first !== undefined && (
        <button type="button" className="wait due" title={unsaved.join('\n')} onClick={() => openFile(first)}>
          <PencilLine className="i s" aria-hidden />
          {plural(unsaved.length, { one: '# file not saved', other: '# files not saved' })}
        </button>
      )}
      {note != null && (
        <a className="wait due" href={`#${SETTINGS}`} title={worded(note)}>
          <FolderX className="i s" aria-hidden />
          <Trans>store not found</Trans>
        </a>
      )}
      {newer?.isNews === true && (
        <a className="wait due" href={`#${SETTINGS}`}>
          <ArrowUpCircle className="i s" aria-hidden />
          <Trans>version {newer.version} is available</Trans>
        </a>
      )}
      {leftOut > 0 && (
        <a className="out due" href={`#${SETTINGS}`}>
          <FileWarning className="i s" aria-hidden />
          {plural(leftOut, { one: '# file left out', other: '# files left out' })}
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
          <Trans>Variorum is not running</Trans>
        </span>
      )}
    </>
  )
}

function Model() {
  const app = useApp((state) => state.app)
  const provider = app?.providers.find(({ id }) => id === app.settings.provider)
  if (provider === undefined) return null
  const state = provider.id === 'demo' ? t`nothing is sent` : provider.ready ? t`ready` : notReady(provider)
  return (
    <span className="it ink3 hide-n">
      {provider.id === 'anthropic' ? 'Claude' : providerName(provider.id)} · {state}
    </span>
  )
}
