import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarClock, Check, Hourglass, Pin, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import { say } from '../../shared/messages/say.ts'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import type { Expiring } from '../../shared/waiting.ts'
import { files } from '../format/counts.ts'
import { dayToCome, stamp } from '../format/time.ts'
import { mainPath } from '../format/verbs.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { keepForGood } from '../state/keep-until.ts'
import { expireNow, setPinned } from '../state/policy-store.ts'
import { useReview } from '../state/review-store.ts'
import { filePath, pointPath } from '../state/routes.ts'
import { redo, undo } from '../state/undo-flow.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { AskFirst } from './AskFirst.tsx'
import { EffectList } from './EffectList.tsx'
import type { Effect } from './use-policy-effect.ts'

interface ExpiryEffectProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** What would expire under the edited policies, else what expires next; what waits for the user; what expired. */
export function ExpiryEffect({ policies, state, effect }: ExpiryEffectProps) {
  const edited = JSON.stringify(policies.expiry) !== JSON.stringify(state.policies.expiry)
  const { isKnown, next, asks, expired, trouble } = state.expiry
  const why = trouble === null ? '' : worded(trouble)
  const dated = useReview(({ review }) => review?.expiring) ?? []
  const shows =
    edited ||
    dated.length > 0 ||
    asks.length > 0 ||
    next.length > 0 ||
    expired.length > 0 ||
    why !== '' ||
    (!isKnown && policies.expiry.on)
  if (!shows) return null
  return (
    <div className={asks.length > 0 ? 'fx wait' : 'fx'} aria-live="polite">
      {edited && <WouldExpire policies={policies} state={state} effect={effect} />}
      {trouble !== null && (
        <p className="problem" role="alert">
          <Trans>Files that were due to expire are still here. {why}</Trans>
        </p>
      )}
      {asks.length > 0 && <AwaitingConsent due={asks} />}
      {!edited && policies.expiry.on && !isKnown && <UseUnknown />}
      {!edited && next.length > 0 && (
        <>
          <h3>
            <Trans>Next to expire</Trans>
          </h3>
          <EffectList name={t`Next to expire`} files={next} icon={<Hourglass className="i s" aria-hidden />}>
            {({ path, inDays }) => (
              <>
                <span className={inDays <= state.policies.expiry.announceDays ? 'soon' : undefined}>
                  {plural(inDays, { 0: 'today', one: 'in # day', other: 'in # days' })}
                </span>
                <PinButton path={path} />
              </>
            )}
          </EffectList>
        </>
      )}
      {dated.length > 0 && <KeptUntil dated={dated} />}
      {expired.length > 0 && <RecentlyExpired commits={expired} />}
    </div>
  )
}

function UseUnknown() {
  return <p className="ink2">{worded(say('use-unknown'))}</p>
}

function WouldExpire({ policies, state, effect }: ExpiryEffectProps) {
  const { effect: shown } = effect
  const would = shown?.expires?.length ?? 0
  return (
    <>
      {shown?.expires === null && <UseUnknown />}
      {would > 0 && (
        <p className="big">
          {plural(would, { one: '# file would be deleted now.', other: '# files would be deleted now.' })}
        </p>
      )}
      <AskFirst policies={policies} effect={effect} state={state} />
      {would > 0 && (
        <EffectList
          name={t`Would be deleted now`}
          files={shown?.expires?.map((path) => ({ path })) ?? []}
          icon={<Hourglass className="i s" aria-hidden />}
        >
          {({ path }) => <PinButton path={path} />}
        </EffectList>
      )}
    </>
  )
}

function PinButton({ path }: { readonly path: string }) {
  return <IconButton icon={Pin} small name={t`Pin ${path}`} onClick={() => void setPinned([path], true)} />
}

/** Files due to expire, but more of them than may go without asking. */
function AwaitingConsent({ due }: { readonly due: PolicyState['expiry']['asks'] }) {
  const [busy, setBusy] = useState(false)
  const count = due.length
  const remove = async (): Promise<void> => {
    setBusy(true)
    await expireNow(due)
    setBusy(false)
  }
  return (
    <>
      <h3>
        <Trans>Waiting for you: more than may be deleted without asking</Trans>
      </h3>
      <EffectList name={t`Waiting to be deleted`} files={due} icon={<Hourglass className="i s wait" aria-hidden />}>
        {({ path }) => <PinButton path={path} />}
      </EffectList>
      <p className="row does">
        <Button small icon={Trash2} busy={busy} onClick={() => void remove()}>
          {plural(count, { one: 'Delete # file', other: 'Delete # files' })}
        </Button>
        <span className="meta">
          <Trans>You can restore deleted files from the timeline.</Trans>
        </span>
      </p>
    </>
  )
}

/** What the user keeps until a day, as they said under Review. */
function KeptUntil({ dated }: { readonly dated: readonly Expiring[] }) {
  return (
    <>
      <h3>
        <Trans>Kept until a day</Trans>
      </h3>
      <ul aria-label={t`Kept until a day`}>
        {dated.map((each) => {
          const about = each.says ?? each.path
          return (
            <li key={each.id}>
              <CalendarClock className="i s" aria-hidden />
              <a className="cut grow" href={`#${filePath(each.path)}`}>
                {about}
              </a>
              <span className="num">{dayToCome(new Date(`${each.until}T12:00`))}</span>
              <Button
                variant="q"
                small
                icon={Check}
                aria-label={t`Keep for good: ${about}`}
                onClick={() => void keepForGood(each)}
              >
                <Trans>Keep for good</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const MAX_EXPIRED_SHOWN = 5

function RecentlyExpired({ commits }: { readonly commits: readonly Commit[] }) {
  return (
    <>
      <h3 className="next">
        <Trans>Recently expired</Trans>
      </h3>
      <ul aria-label={t`Recently expired`}>
        {commits.slice(0, MAX_EXPIRED_SHOWN).map((commit) => (
          <ExpiredRow key={commit.id} commit={commit} />
        ))}
      </ul>
    </>
  )
}

function ExpiredRow({ commit }: { readonly commit: Commit }) {
  const undoing = useUndoneBy(commit)
  const about = commit.changeCount === 1 ? mainPath(commit) : files(commit.changeCount)
  return (
    <li>
      <Hourglass className="i s" aria-hidden />
      <a className="cut grow" href={`#${pointPath(commit.id)}`}>
        {commit.changeCount === 1 ? <PathText path={about} /> : about}
      </a>
      <span className="num">{stamp(commit.time)}</span>
      {undoing === null ? (
        <Button variant="q" small icon={Undo2} aria-label={t`Undo: ${about}`} onClick={() => void undo(commit)}>
          <Trans>Undo</Trans>
        </Button>
      ) : (
        <Button
          variant="q"
          small
          icon={Redo2}
          aria-label={t`Redo: ${about}`}
          onClick={() => void redo(undoing, commit.changeCount)}
        >
          <Trans>Redo</Trans>
        </Button>
      )}
    </li>
  )
}
