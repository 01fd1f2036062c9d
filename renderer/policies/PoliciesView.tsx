import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert, FileWarning } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import {
  acceptPolicies,
  discardDraft,
  keepPolicies,
  loadPolicies,
  savePolicies,
  usePolicies,
} from '../state/policy-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { inField, useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Expiry } from './Expiry.tsx'
import { Pins } from './Pins.tsx'
import { differences } from './policy-draft.ts'
import { Redaction } from './Redaction.tsx'
import { SettledValues } from './SettledValues.tsx'
import { SizeLimits } from './SizeLimits.tsx'
import { usePolicyEffect } from './use-policy-effect.ts'

/** Plain forms, each beside its effect on the real files. Nothing is in force until it is saved. */
export function PoliciesView() {
  const store = useApp((state) => state.app?.store.name)
  const { state, draft, saving } = usePolicies()
  const [round, setRound] = useState(0)
  const policies = draft ?? saving ?? state?.policies ?? null
  const effect = usePolicyEffect(policies)
  useEffect(() => void loadPolicies().catch(() => undefined), [])
  const discard = (): void => {
    const dropped = usePolicies.getState().draft
    discardDraft()
    setRound((before) => before + 1)
    if (dropped !== null)
      useStatusBar.getState().say(t`Changes discarded`, {
        label: t`Undo`,
        run: () => {
          usePolicies.setState({ draft: dropped })
          setRound((before) => before + 1)
        },
      })
  }
  return (
    <>
      <Bar
        title={t`Policies`}
        crumb={
          store === undefined
            ? undefined
            : t`${store}. Kept in the store, so every change to a rule has its own history`
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
          {state !== null && (draft !== null || saving !== null) && (
            <SaveBar saved={saving ?? state.policies} draft={draft} isSaving={saving !== null} onDiscard={discard} />
          )}
        </main>
      </div>
    </>
  )
}

/** The first invalid field, if any. */
const firstInvalidField = (): HTMLElement | null => document.querySelector<HTMLElement>('.pol [aria-invalid=true]')

function SaveBar({
  saved,
  draft,
  isSaving,
  onDiscard,
}: {
  /** As they are, or are about to be. */
  readonly saved: Policies
  /** `null` while all of it is being saved. */
  readonly draft: Policies | null
  readonly isSaving: boolean
  readonly onDiscard: () => void
}) {
  const changes = draft === null ? [] : differences(saved, draft)
  const rules = changes.filter(({ rule }) => rule !== null).length
  const save = async (): Promise<void> => {
    const invalid = firstInvalidField()
    if (invalid !== null) {
      invalid.focus()
      useStatusBar.getState().warn(t`Not saved: one field cannot be as it is. Nothing was changed.`)
      return
    }
    await savePolicies()
  }
  // In a field, Esc only leaves the field.
  const leave = (): void => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && inField(activeElement)) activeElement.blur()
    else if (draft !== null) onDiscard()
  }
  useKeys({ 'mod+s': () => void save(), esc: leave })
  const count = changes.length
  return (
    <div className="savebar" role="region" aria-label={t`Not saved`}>
      <CircleAlert className="i s" aria-hidden />
      <span className="cut" role="status">
        <b>
          {draft === null
            ? t`Saving…`
            : rules === count
              ? plural(count, { one: '# rule not saved.', other: '# rules not saved.' })
              : plural(count, { one: '# change not saved.', other: '# changes not saved.' })}
        </b>{' '}
        <span className="ink2">
          <Trans>Applies to new writes only. Earlier versions aren’t changed.</Trans>
        </span>
      </span>
      <span className="grow" />
      <Button variant="q" keys="esc" disabled={draft === null} onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
      <Button variant="pri" keys="mod+s" busy={isSaving} onClick={() => void save()}>
        <Trans>Save</Trans>
      </Button>
    </div>
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
            <Button small disabled={waiting.policies === null} onClick={() => void acceptPolicies()}>
              <Trans>Accept</Trans>
            </Button>
            <Button small onClick={() => void keepPolicies()}>
              <Trans>Keep mine</Trans>
            </Button>
          </>
        }
      >
        {waiting.policies === null ? (
          <Trans>The file can’t be read: {problem} What you had stays in force.</Trans>
        ) : (
          <Trans>What you had stays in force until you accept the change.</Trans>
        )}
        {changes.length > 0 && (
          <span className="diffs">
            {changes.slice(0, MAX_DIFFERENCES_SHOWN).map(({ key, rule, from, to }) => (
              <code key={key + (rule ?? '')}>
                {key}
                {rule !== null && ` “${rule}”`}:{' '}
                {rule !== null
                  ? from === null
                    ? t`added`
                    : to === null
                      ? t`removed`
                      : t`changed`
                  : `${from ?? '–'} → ${to ?? '–'}`}
              </code>
            ))}
            {more > 0 && plural(more, { one: 'and # more', other: 'and # more' })}
          </span>
        )}
      </Notice>
    </div>
  )
}
