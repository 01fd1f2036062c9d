import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Gauge, Hourglass, PencilLine } from 'lucide-react'
import { sizeOf } from '../format/sizes.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { usePolicies } from '../state/policy-store.ts'
import { POLICIES, policiesPath } from '../state/routes.ts'
import { fillOf, Meter, worst } from '../ui/Meter.tsx'
import { explained } from '../ui/Tooltip.tsx'

/** How full the store is, once it is nearly so: by bytes, or by files when those are closer to their limit. */
function Fullness() {
  const state = usePolicies((policies) => policies.state)
  const opened = useApp(({ app }) => app?.store.bytes)
  const bytes = useMemory(({ tree }) => tree?.bytes) ?? opened
  if (bytes === undefined || state === null) return null
  const { warnAt } = state.policies.limits
  const inBytes = { used: bytes, limit: state.meters.bytes.limit }
  const files = state.meters.files
  const fill = fillOf(worst(inBytes, files), warnAt)
  if (fill === 'plain') return null
  const byFiles = worst(inBytes, files) === files
  const text = byFiles ? t`${files.used} of ${files.limit ?? 0} files` : sizeOf(inBytes.used, inBytes.limit)
  return (
    <a
      href={`#${policiesPath('size')}`}
      className={fill === 'full' ? 'bad due' : 'wait due'}
      {...explained(t`How full the store is`)}
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

/** What is pending with the policies: files over their limits or about to expire, and a change that waits. */
export function PolicyPending() {
  const state = usePolicies((policies) => policies.state)
  const unsaved = usePolicies((policies) => policies.proposed)
  if (state === null) return null
  const soon = state.expiry.next.filter(({ inDays }) => inDays <= state.policies.expiry.announceDays).length
  const asks = state.expiry.asks.length
  const over = state.overLimits.length
  const to = `#${POLICIES}`
  const expiry = `#${policiesPath('expiry')}`
  return (
    <>
      <Fullness />
      {over > 0 && (
        <a href={`#${policiesPath('size')}`}>
          <Gauge className="i s" aria-hidden />
          {plural(over, { one: '# file over its limit', other: '# files over their limits' })}
        </a>
      )}
      {unsaved !== null && (
        <a className="wait due" href={to}>
          <PencilLine className="i s" aria-hidden />
          <Trans>policies not saved</Trans>
        </a>
      )}
      {asks > 0 && (
        <a className="wait due" href={expiry}>
          <Hourglass className="i s" aria-hidden />
          {plural(asks, { one: '# file waiting to be deleted', other: '# files waiting to be deleted' })}
        </a>
      )}
      {state.expiry.trouble !== null && (
        <a className="bad due" href={expiry} {...explained(worded(state.expiry.trouble))}>
          <Hourglass className="i s" aria-hidden />
          <Trans>expiry failed</Trans>
        </a>
      )}
      {soon > 0 && (
        <a href={expiry}>
          <Hourglass className="i s" aria-hidden />
          {plural(soon, { one: '# file expires soon', other: '# files expire soon' })}
        </a>
      )}
    </>
  )
}
