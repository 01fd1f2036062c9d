import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, Plus } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import type { DetectorGroup, DetectorInfo, Policies, UserRule } from '../../shared/policy.ts'
import { editPolicies } from '../state/policy-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { detectorLabel } from './labels.ts'
import { detectorOn, detectorsOf, onlyRule, withDetector, withGroup, withRule } from './policy-draft.ts'
import { RedactionEffect } from './RedactionEffect.tsx'
import { RuleForm } from './RuleForm.tsx'
import { type Effect, usePolicyEffect } from './use-policy-effect.ts'

interface RedactionProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** What is redacted before anything is stored: built-in detectors and the user's own rules. */
export function Redaction({ policies, state, effect }: RedactionProps) {
  const { rules } = policies.redaction
  const [editing, setEditing] = useState<number | null>(null)
  const rule = editing === null ? null : (rules[editing] ?? null)
  const ruleEffect = usePolicyEffect(rule === null ? null : onlyRule(policies, rule))
  const shown = rule === null ? effect : ruleEffect
  const times = effect.effect?.replaced
  useKeys({ 'mod+t': shown.again })
  return (
    <Section
      id="pol-redaction"
      name={t`Redaction`}
      about={t`Runs before anything is kept. What is redacted was never in the store.`}
      effect={<RedactionEffect rule={rule} shown={shown} withheld={state.withheld} />}
    >
      <Group group="secrets" label={t`Keys, tokens and passwords`} policies={policies} times={times?.groups.secrets} />
      <Group group="payment" label={t`Payment data`} policies={policies} times={times?.groups.payment} />
      <Group group="personal" label={t`Personal data`} policies={policies} times={times?.groups.personal} />
      {[...rules, ...(editing === rules.length ? [null] : [])].map((each, at) => (
        <Fragment key={at}>
          {each !== null && (
            <RuleRow
              rule={each}
              saved={state.policies.redaction.rules}
              open={editing === at}
              times={times?.rules[each.name]}
              onOpen={() => setEditing(editing === at ? null : at)}
              onSwitch={(on) => editPolicies((now) => withRule(now, at, { ...each, on }))}
            />
          )}
          {editing === at && (
            <RuleForm
              at={at}
              rule={each}
              names={rules.filter((_, other) => other !== at).map(({ name }) => name)}
              onTest={ruleEffect.again}
              onClose={() => setEditing(null)}
            />
          )}
        </Fragment>
      ))}
      {editing === null && (
        <Button variant="q" small icon={Plus} onClick={() => setEditing(rules.length)}>
          <Trans>Add a rule</Trans>
        </Button>
      )}
    </Section>
  )
}

/** A group of detectors, switched as a whole or one by one. */
function Group({
  group,
  label,
  policies,
  times = 0,
}: {
  readonly group: DetectorGroup
  readonly label: string
  readonly policies: Policies
  readonly times?: number | undefined
}) {
  const [open, setOpen] = useState(false)
  const detectors = detectorsOf(group)
  const on = detectors.filter((detector) => detectorOn(policies.redaction, detector)).length
  const total = detectors.length
  return (
    <>
      <div className="rule">
        <Switch
          name={label}
          on={policies.redaction.groups[group] !== 'off'}
          onChange={(now) => editPolicies((before) => withGroup(before, group, now ? 'usual' : 'off'))}
        />
        <span className="cut">{label}</span>
        <span className="ink3 cut">
          <Trans>built in</Trans>
        </span>
        <span className="row">
          {times > 0 && <Times count={times} />}
          <button
            type="button"
            className="opens"
            aria-expanded={open}
            aria-label={t`${label}: ${on} of ${total} detectors on`}
            onClick={() => setOpen(!open)}
          >
            <span className="num">
              <Trans>
                {on} of {total}
              </Trans>
            </span>
            <ChevronRight className="i xs chev" aria-hidden />
          </button>
        </span>
      </div>
      {open && (
        <div role="group" aria-label={label}>
          {detectors.map((detector) => (
            <Detector key={detector.id} detector={detector} policies={policies} />
          ))}
        </div>
      )}
    </>
  )
}

function Detector({ detector, policies }: { readonly detector: DetectorInfo; readonly policies: Policies }) {
  const label = detectorLabel(detector.id)
  return (
    <div className="rule sub">
      <Switch
        name={label}
        on={detectorOn(policies.redaction, detector)}
        onChange={(on) => editPolicies((now) => withDetector(now, detector, on))}
      />
      <span className="cut">{label}</span>
      <span className="ink3 cut">{detector.onlyByName === true ? t`only when switched on here` : ''}</span>
    </div>
  )
}

/** How often a detector or rule applied, by the marks it left. */
function Times({ count }: { readonly count: number }) {
  return (
    <span className="num ink3" title={t`Replaced in the files as they are now`}>
      {plural(count, { one: '# time', other: '# times' })}
    </span>
  )
}

interface RuleRowProps {
  readonly rule: UserRule
  readonly saved: readonly UserRule[]
  readonly open: boolean
  readonly times: number | undefined
  readonly onOpen: () => void
  readonly onSwitch: (on: boolean) => void
}

function RuleRow({ rule, saved, open, times = 0, onOpen, onSwitch }: RuleRowProps) {
  const isSaved = saved.some((other) => JSON.stringify(other) === JSON.stringify(rule))
  const what =
    rule.kind === 'expression' ? rule.expression : plural(rule.words.length, { one: '# word', other: '# words' })
  return (
    <div className="rule">
      <Switch name={rule.name} on={rule.on} onChange={onSwitch} />
      <span className="cut">{rule.name}</span>
      <span className={rule.kind === 'expression' ? 'rx cut' : 'ink3 cut'} title={what}>
        {what}
      </span>
      <span className="row">
        {times > 0 && <Times count={times} />}
        {!isSaved && (
          <span className="badge wait">
            <Trans>not saved</Trans>
          </span>
        )}
        <button
          type="button"
          className="opens"
          aria-expanded={open}
          aria-label={t`Edit the rule ${rule.name}`}
          onClick={onOpen}
        >
          <Trans>Edit</Trans>
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      </span>
    </div>
  )
}
