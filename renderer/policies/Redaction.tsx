import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, Plus } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import { DetectorGroup, type Policies, type RedactionPolicy, type UserRule } from '../../shared/policy.ts'
import { worded } from '../format/worded.ts'
import { useShown } from '../state/use-query.ts'
import { useValues, valuesQuery } from '../state/values-store.ts'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { onlyRule, withRule } from './policy-edits.ts'
import { RedactionEffect } from './RedactionEffect.tsx'
import { GroupLevel, GroupSwitch, Times } from './RedactionGroup.tsx'
import { RuleForm } from './RuleForm.tsx'
import { savePolicies } from './save-policies.ts'
import { SettledValues } from './SettledValues.tsx'
import { type Effect, usePolicyEffect } from './use-policy-effect.ts'
import { useTrial } from './use-trial.ts'

interface RedactionProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** What is redacted before anything is stored: three groups of detectors, and the user's own rules. */
export function Redaction({ policies, state, effect }: RedactionProps) {
  const [draft, setDraft] = useState<UserRule | null>(null)
  const ruleEffect = usePolicyEffect(draft === null ? null : onlyRule(policies, draft))
  const replaced = effect.effect?.replaced
  const settled = useValues((values) => values.settled)
  useShown(valuesQuery)
  const hasValues = settled !== null && (settled.wasSetAside || settled.values.length > 0)
  return (
    <Section
      id="pol-redaction"
      name={t`Redaction`}
      about={t`What is found never reaches the store. Secrets with no telltale word or format are missed.`}
      effect={<RedactionEffect rule={draft} shown={draft === null ? effect : ruleEffect} withheld={state.withheld} />}
    >
      {DetectorGroup.options.map((group) => (
        <GroupSwitch key={group} group={group} policies={policies} times={replaced?.groups[group]} />
      ))}
      <Fold name={t`Fine-tune`} label={t`Fine-tune: Redaction`} isOpen={isTuned(policies.redaction) || hasValues}>
        {DetectorGroup.options.map((group) => (
          <GroupLevel key={group} group={group} policies={policies} />
        ))}
        <p className="meta levels-note">
          <Trans>
            “Certain only” needs the right format or check digit, “Usual” adds values next to a word like “password”.
            “Broad” adds words with other meanings, with more false alarms.
          </Trans>
        </p>
        <Rules policies={policies} times={replaced?.rules ?? {}} onDraft={setDraft} />
        {settled !== null && <SettledValues settled={settled} />}
      </Fold>
    </Section>
  )
}

const isTuned = ({ groups, detectors, rules }: RedactionPolicy): boolean =>
  rules.length > 0 ||
  Object.keys(detectors).length > 0 ||
  Object.values(groups).some((level) => level !== 'off' && level !== 'usual')

interface RulesProps {
  readonly policies: Policies
  readonly times: Readonly<Record<string, number>>
  /** The rule whose form is open, as it is written there. */
  readonly onDraft: (rule: UserRule | null) => void
}

function Rules({ policies, times, onDraft }: RulesProps) {
  const { rules } = policies.redaction
  const [editing, setEditing] = useState<number | null>(null)
  const edit = (at: number | null): void => {
    setEditing(at)
    onDraft(at === null ? null : (rules[at] ?? null))
  }
  return (
    <>
      {[...rules, ...(editing === rules.length ? [null] : [])].map((each, at) => (
        <Fragment key={at}>
          {each !== null && (
            <RuleRow
              rule={each}
              open={editing === at}
              times={Object.hasOwn(times, each.name) ? times[each.name] : undefined}
              onOpen={() => edit(editing === at ? null : at)}
              onSwitch={(on) => savePolicies((now) => withRule(now, at, { ...each, on }))}
            />
          )}
          {editing === at && (
            <RuleForm
              at={at}
              rule={each}
              names={rules.filter((_, other) => other !== at).map(({ name }) => name)}
              onDraft={onDraft}
              onClose={() => edit(null)}
            />
          )}
        </Fragment>
      ))}
      {editing === null && (
        <Button variant="q" small icon={Plus} onClick={() => edit(rules.length)}>
          <Trans>Add a rule</Trans>
        </Button>
      )}
    </>
  )
}

interface RuleRowProps {
  readonly rule: UserRule
  readonly open: boolean
  readonly times: number | undefined
  readonly onOpen: () => void
  readonly onSwitch: (on: boolean) => void
}

function RuleRow({ rule, open, times = 0, onOpen, onSwitch }: RuleRowProps) {
  const problem = useTrial(rule, '')?.problem ?? null
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
        {problem !== null && (
          <span className="badge bad" {...explained(worded(problem))}>
            <Trans>can’t be used</Trans>
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
