import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, Plus } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { PolicyState } from '../../shared/policy-state.ts'
import { DetectorGroup, type Policies, type UserRule } from '../../shared/policy.ts'
import { REDACTION_FIGURES } from '../../shared/redaction-figures.ts'
import { dateText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { editPolicies } from '../state/policy-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { onlyRule, withRule } from './policy-edits.ts'
import { RedactionEffect } from './RedactionEffect.tsx'
import { RedactionGroup, Times } from './RedactionGroup.tsx'
import { RuleForm } from './RuleForm.tsx'
import { type Effect, usePolicyEffect } from './use-policy-effect.ts'
import { useTrial } from './use-trial.ts'

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
      about={t`Runs before anything is saved. What is redacted never reaches the store.`}
      effect={<RedactionEffect rule={rule} shown={shown} withheld={state.withheld} />}
    >
      {DetectorGroup.options.map((group) => (
        <RedactionGroup key={group} group={group} policies={policies} times={times?.groups[group]} />
      ))}
      <LevelsNote />
      {[...rules, ...(editing === rules.length ? [null] : [])].map((each, at) => (
        <Fragment key={at}>
          {each !== null && (
            <RuleRow
              rule={each}
              saved={state.policies.redaction.rules}
              open={editing === at}
              times={times !== undefined && Object.hasOwn(times.rules, each.name) ? times.rules[each.name] : undefined}
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

/** What the figures are, and what redaction cannot do. */
function LevelsNote() {
  const measuredOn = dateText(new Date(REDACTION_FIGURES.measuredOn), 'longYear')
  return (
    <p className="meta levels-note">
      <Trans>
        These figures were measured on {measuredOn} with an independent set of texts; your results will differ.
        Redaction looks for known words and patterns, so it misses secrets with no telltale wording or format. It can’t
        take back anything a model or another program has already seen.
      </Trans>
    </p>
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
  const problem = useTrial(rule, '')?.problem ?? null
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
        {problem !== null && (
          <span className="badge bad" {...explained(worded(problem))}>
            <Trans>can’t be used</Trans>
          </span>
        )}
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
