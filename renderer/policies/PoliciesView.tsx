import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { isPinned } from '../state/pins.ts'
import {
  acceptPolicies,
  discardEdits,
  editPolicies,
  keepPolicies,
  policiesQuery,
  usePolicies,
} from '../state/policy-store.ts'
import { POLICIES } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { usePart } from '../state/use-part.ts'
import { useShown } from '../state/use-query.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { differenceText } from './difference-text.ts'
import { Expiry } from './Expiry.tsx'
import { PathsField } from './PathsField.tsx'
import { differences } from './policy-edits.ts'
import { Redaction } from './Redaction.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SettledValues } from './SettledValues.tsx'
import { SizeLimits } from './SizeLimits.tsx'
import { usePolicyEffect } from './use-policy-effect.ts'

/** @param onChange has the fields show what the policies are then */
function discardWithUndo(onChange: () => void): void {
  const dropped = usePolicies.getState().unsaved
  discardEdits()
  onChange()
  if (dropped === null) return
  const run = (): void => {
    usePolicies.setState({ unsaved: dropped })
    onChange()
  }
  useStatusBar.getState().say(t`Changes discarded`, { label: t`Undo`, run })
}

/** Plain forms, each beside its effect on the real files. Nothing is in force until it is saved. */
export function PoliciesView({ part }: { readonly part: string | undefined }) {
  const store = useApp((state) => state.app?.store.name)
  const { state, unsaved, saving, invalid } = usePolicies()
  const [round, setRound] = useState(0)
  const policies = unsaved ?? saving ?? state?.policies ?? null
  const effect = usePolicyEffect(policies)
  useShown(policiesQuery)
  usePart(part === undefined ? null : `pol-${part}`, state !== null, POLICIES)
  const discard = (): void => discardWithUndo(() => setRound((before) => before + 1))
  return (
    <>
      <Bar
        title={t`Policies`}
        crumb={
          store === undefined
            ? undefined
            : t`${store} · Policies are kept in the store, so its history includes every change to them`
        }
        panelName={null}
      />
      <div className="deck form">
        <main aria-label={t`Policies`} data-pane tabIndex={-1}>
          <div className="sects pol scroll">
            {state === null || policies === null ? (
              <Skeleton rows={12} />
            ) : (
              <div key={round}>
                {state.waiting !== null && <FromOutside state={state} waiting={state.waiting} />}
                <SizeLimits policies={policies} state={state} effect={effect} />
                <Redaction policies={policies} state={state} effect={effect} />
                <SettledValues />
                <Expiry policies={policies} state={state} effect={effect} />
                <Pins policies={policies} />
              </div>
            )}
          </div>
          {state !== null && (unsaved !== null || saving !== null || invalid.size > 0) && (
            <SaveBar
              saved={saving ?? state.policies}
              unsaved={unsaved}
              isSaving={saving !== null}
              invalid={invalid.size}
              onDiscard={discard}
            />
          )}
        </main>
      </div>
    </>
  )
}

const MAX_DIFFERENCES_SHOWN = 6

/** Another program changed the policies file. The change is not in force until the user accepts it. */
function FromOutside({
  state,
  waiting,
}: {
  readonly state: PolicyState
  readonly waiting: NonNullable<PolicyState['waiting']>
}) {
  const changes = waiting.policies === null ? [] : differences(state.policies, waiting.policies)
  const more = changes.length - MAX_DIFFERENCES_SHOWN
  const problem = waiting.problem === null ? '' : worded(waiting.problem)
  return (
    <div className="over-file">
      <Notice
        icon={FileWarning}
        variant="outside"
        head={t`Another program changed the policies.`}
        actions={
          <>
            <Button
              small
              disabled={waiting.policies === null}
              onClick={() => waiting.policies !== null && void acceptPolicies(waiting.policies)}
            >
              <Trans>Accept</Trans>
            </Button>
            <Button small onClick={() => void keepPolicies()}>
              <Trans>Keep mine</Trans>
            </Button>
          </>
        }
      >
        {waiting.policies === null ? problem : <Trans>Your previous policies apply until you accept the change.</Trans>}
        {changes.length > 0 && (
          <span className="diffs">
            {changes.slice(0, MAX_DIFFERENCES_SHOWN).map((each) => (
              <span key={each.key + (each.rule ?? '')}>{differenceText(each)}</span>
            ))}
            {more > 0 && plural(more, { one: 'and # more', other: 'and # more' })}
          </span>
        )}
      </Notice>
    </div>
  )
}

/** Paths that no policy removes. */
function Pins({ policies }: { readonly policies: Policies }) {
  const tree = useMemory((state) => state.tree)
  const count = tree?.files.filter(({ path }) => isPinned(path, policies.pins)).length ?? 0
  const effect = (
    <div className="fx" aria-live="polite">
      <h3>
        <Trans>Pinned now</Trans>
      </h3>
      <p className="big">{count === 0 ? t`No files.` : plural(count, { one: '# file.', other: '# files.' })}</p>
      <p className="ink2">
        <Trans>In Memory, P pins the open file.</Trans>
      </p>
    </div>
  )
  return (
    <Section
      id="pol-pins"
      name={t`Pins`}
      about={t`Pinned files never expire, and no policy deletes them.`}
      effect={effect}
    >
      <FormLine label={t`Files, folders and patterns`}>
        <PathsField
          name={t`Pins`}
          paths={policies.pins}
          none={t`nothing is pinned`}
          onChange={(pins) => editPolicies((now) => ({ ...now, pins }))}
        />
      </FormLine>
    </Section>
  )
}
