import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Hourglass, Pin, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { ExpiryPolicy, Policies } from '../../shared/policy.ts'
import { files } from '../format/counts.ts'
import { stamp } from '../format/time.ts'
import { mainPath } from '../format/verbs.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { redo, undo } from '../state/actions.ts'
import { editPolicies, expireNow, setPinned } from '../state/policy-store.ts'
import { filePath, pointPath } from '../state/routes.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { EffectProgress } from './EffectParts.tsx'
import { PathsField } from './PathsField.tsx'
import { QuantityField } from './QuantityField.tsx'
import type { Effect } from './use-effect-of.ts'

interface ExpiryProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

const setExpiry = (change: Partial<ExpiryPolicy>): void =>
  editPolicies((policies) => ({ ...policies, expiry: { ...policies.expiry, ...change } }))

/** Files that nobody reads go after a while, from the memory and never from the timeline. */
export function Expiry({ policies, state, effect }: ExpiryProps) {
  const { on, days, paths, announceDays, maxShare } = policies.expiry
  return (
    <Section
      id="pol-expiry"
      name={t`Expiry`}
      about={t`Expired files leave the memory, not the timeline. Pinned files stay.`}
      effect={<ExpiryEffect policies={policies} state={state} effect={effect} />}
    >
      <div className="ln1">
        <span className="lab">
          <Trans>Forget files nobody has read or written</Trans>
        </span>
        <Switch name={t`Forget files nobody has read or written`} on={on} onChange={(now) => setExpiry({ on: now })} />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>After this many days</Trans>
          <small>
            <Trans>days on which the store was used</Trans>
          </small>
        </span>
        <QuantityField
          name={t`After this many days`}
          unit="count"
          value={days}
          onChange={(value) => value !== null && setExpiry({ days: value })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Only in</Trans>
        </span>
        <PathsField
          name={t`Expiry only in`}
          paths={paths}
          none={t`every folder`}
          onChange={(now) => setExpiry({ paths: now })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Say so this many days before</Trans>
        </span>
        <QuantityField
          name={t`Say so this many days before`}
          unit="days"
          value={announceDays}
          onChange={(value) => value !== null && setExpiry({ announceDays: value })}
        />
      </div>
      <div className="ln1">
        <span className="lab">
          <Trans>Ask before more than this share of the files goes at once</Trans>
        </span>
        <QuantityField
          name={t`Ask before more than this share of the files goes at once`}
          unit="percent"
          value={maxShare}
          onChange={(value) => value !== null && setExpiry({ maxShare: value })}
        />
      </div>
    </Section>
  )
}

function ExpiryEffect({ policies, state, effect }: ExpiryProps) {
  const edited = JSON.stringify(policies.expiry) !== JSON.stringify(state.policies.expiry)
  const { next, asks, expired, trouble } = state.expiry
  const would = effect.effect?.expires.length ?? 0
  return (
    <div className={asks.length > 0 ? 'fx wait' : 'fx'} aria-live="polite">
      {edited && policies.expiry.on && (
        <>
          <h3>
            <Trans>As it would be, now</Trans>
          </h3>
          <p className="big">
            {would === 0
              ? t`No file would go now.`
              : plural(would, { one: '# file would go now.', other: '# files would go now.' })}
          </p>
          <EffectProgress effect={effect} />
          {would > 0 && (
            <ul aria-label={t`Would go now`}>
              {effect.effect?.expires.slice(0, MAX_FILES_SHOWN).map((path) => (
                <li key={path}>
                  <Hourglass className="i s" aria-hidden />
                  <span className="cut grow">
                    <PathText path={path} />
                  </span>
                  <Keep path={path} />
                </li>
              ))}
            </ul>
          )}
          <More count={would} />
        </>
      )}
      {trouble !== null && (
        <p className="problem" role="alert">
          <Trans>Nothing expired when it was due. {trouble}</Trans>
        </p>
      )}
      {asks.length > 0 && <Asks paths={asks} />}
      {!edited && (
        <>
          <h3>
            <Trans>Next to expire</Trans>
          </h3>
          {next.length === 0 ? (
            <p className="ink2">{policies.expiry.on ? t`Nothing, for now.` : t`Nothing: it is switched off.`}</p>
          ) : (
            <NextList next={next} soon={state.policies.expiry.announceDays} />
          )}
        </>
      )}
      {expired.length > 0 && (
        <>
          <h3 className="next">
            <Trans>Recently expired</Trans>
          </h3>
          <ul aria-label={t`Recently expired`}>
            {expired.slice(0, MAX_FILES_SHOWN).map((commit) => (
              <Expired key={commit.id} commit={commit} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const MAX_FILES_SHOWN = 5

function More({ count }: { readonly count: number }) {
  const more = count - MAX_FILES_SHOWN
  return more > 0 ? <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p> : null
}

function NextList({ next, soon }: { readonly next: PolicyState['expiry']['next']; readonly soon: number }) {
  return (
    <>
      <ul aria-label={t`Next to expire`}>
        {next.slice(0, MAX_FILES_SHOWN).map(({ path, inDays }) => (
          <li key={path}>
            <Hourglass className="i s" aria-hidden />
            <a className="cut grow" href={`#${filePath(path)}`}>
              <PathText path={path} />
            </a>
            <span className={inDays <= soon ? 'soon' : undefined}>
              {plural(inDays, { 0: 'today', one: 'in # day of use', other: 'in # days of use' })}
            </span>
            <Keep path={path} />
          </li>
        ))}
      </ul>
      <More count={next.length} />
    </>
  )
}

function Keep({ path }: { readonly path: string }) {
  return <IconButton icon={Pin} small name={t`Keep ${path}`} onClick={() => void setPinned(path, true)} />
}

/** More than may go without asking. */
function Asks({ paths }: { readonly paths: readonly string[] }) {
  const [busy, setBusy] = useState(false)
  const count = paths.length
  const remove = async (): Promise<void> => {
    setBusy(true)
    await expireNow(paths)
    setBusy(false)
  }
  return (
    <>
      <h3>
        <Trans>Waiting for you: more than may go at once</Trans>
      </h3>
      <ul aria-label={t`Waiting to be removed`}>
        {paths.slice(0, MAX_FILES_SHOWN).map((path) => (
          <li key={path}>
            <Hourglass className="i s wait" aria-hidden />
            <a className="cut grow" href={`#${filePath(path)}`}>
              <PathText path={path} />
            </a>
            <Keep path={path} />
          </li>
        ))}
      </ul>
      <More count={count} />
      <p className="row does">
        <Button small icon={Trash2} busy={busy} onClick={() => void remove()}>
          {plural(count, { one: 'Remove # file', other: 'Remove # files' })}
        </Button>
        <span className="meta">
          <Trans>They stay in the timeline.</Trans>
        </span>
      </p>
    </>
  )
}

function Expired({ commit }: { readonly commit: Commit }) {
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
        <Button
          variant="q"
          small
          icon={Undo2}
          aria-label={t`Undo: ${about}`}
          onClick={() => void undo(commit.variorumId ?? commit.id)}
        >
          <Trans>Undo</Trans>
        </Button>
      ) : (
        <Button variant="q" small icon={Redo2} aria-label={t`Redo: ${about}`} onClick={() => void redo(undoing)}>
          <Trans>Redo</Trans>
        </Button>
      )}
    </li>
  )
}
