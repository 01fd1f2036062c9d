import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowUp, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Policies } from '../../shared/policy.ts'
import { WriteRule } from '../../shared/write-rules.ts'
import { factsText, listText } from '../format/language.ts'
import { ruleKindName, ruleWhenName, ruleWritersText } from '../format/write-rule-words.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'
import { QuantityField } from './QuantityField.tsx'
import { savePolicies } from './save-policies.ts'
import { WriteRuleForm } from './WriteRuleForm.tsx'
import { WriteRulesEffect } from './WriteRulesEffect.tsx'

const NEW: WriteRule = WriteRule.parse({ paths: ['work/**'], do: 'ask' })

const withRules = (edit: (rules: Policies['rules']) => Policies['rules']): void =>
  savePolicies((now) => ({ ...now, rules: edit(now.rules) }))

/** Where agents may write, and what they may see. Beside it, what each rule would have stopped lately. */
export function WriteRules({ policies: { rules, brake } }: { readonly policies: Policies }) {
  /** Which rule's form is open; after the last one, that of a new one. */
  const [editing, setEditing] = useState<number | null>(null)
  const [draft, setDraft] = useState<WriteRule | null>(null)
  const edit = (at: number | null): void => {
    setEditing(at)
    setDraft(at === null ? null : (rules[at] ?? NEW))
  }
  const tried = editing === null || draft === null ? rules : rules.toSpliced(editing, 1, draft)
  return (
    <Section
      id="pol-rules"
      name={t`Rules for agents`}
      about={t`Where agents may write, and what they may see. What other programs do against a rule of theirs comes first in Review. You may do as before.`}
      effect={<WriteRulesEffect rules={tried} at={editing} />}
    >
      {[...rules, ...(editing === rules.length ? [null] : [])].map((rule, at) => (
        <Fragment key={at}>
          {rule !== null && (
            <RuleRow
              rule={rule}
              isOpen={editing === at}
              onOpen={() => edit(editing === at ? null : at)}
              onSwitch={(on) => withRules((now) => now.with(at, { ...rule, on }))}
            />
          )}
          {editing === at && draft !== null && (
            <WriteRuleForm rule={draft} onChange={setDraft}>
              <FormButtons
                at={rule === null ? null : at}
                onSave={() => {
                  withRules((now) => now.toSpliced(at, 1, draft))
                  edit(null)
                }}
                onCancel={() => edit(null)}
              />
            </WriteRuleForm>
          )}
        </Fragment>
      ))}
      {editing === null && (
        <Button variant="q" small icon={Plus} onClick={() => edit(rules.length)}>
          <Trans>New rule for agents</Trans>
        </Button>
      )}
      <FormLine
        label={t`Stop whoever removes or rewrites more than`}
        hint={t`of the memory in one turn, or within an hour`}
      >
        <QuantityField
          name={t`Stop whoever removes or rewrites more than`}
          unit="percent"
          value={brake}
          none={t`no limit`}
          onChange={(share) => savePolicies((now) => ({ ...now, brake: share }))}
        />
      </FormLine>
    </Section>
  )
}

interface RuleRowProps {
  readonly rule: WriteRule
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onSwitch: (on: boolean) => void
}

function RuleRow({ rule, isOpen, onOpen, onSwitch }: RuleRowProps) {
  const { paths, do: kind, when, on } = rule
  const where = listText(paths)
  const what = factsText([
    ruleKindName(kind),
    ruleWritersText(rule),
    kind !== 'hide' && when !== 'always' && ruleWhenName(when),
  ])
  return (
    <div className="rule">
      <Switch name={t`${where}: ${what}`} on={on} onChange={onSwitch} />
      <span className="mono cut" title={where}>
        {where}
      </span>
      <span className="ink3 cut" title={what}>
        {what}
      </span>
      <button
        type="button"
        className="opens"
        aria-expanded={isOpen}
        aria-label={t`Edit the rule for ${where}`}
        onClick={onOpen}
      >
        <Trans>Edit</Trans>
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
    </div>
  )
}

interface FormButtonsProps {
  /** Null for a new rule. */
  readonly at: number | null
  readonly onSave: () => void
  readonly onCancel: () => void
}

function FormButtons({ at, onSave, onCancel }: FormButtonsProps) {
  return (
    <div className="row">
      {at !== null && (
        <Button
          variant="red"
          small
          icon={Trash2}
          onClick={() => {
            withRules((now) => now.toSpliced(at, 1))
            onCancel()
          }}
        >
          <Trans>Remove the rule</Trans>
        </Button>
      )}
      {at !== null && at > 0 && (
        <Button
          small
          icon={ArrowUp}
          onClick={() => {
            withRules((now) =>
              now.flatMap((rule, other) =>
                other === at ? [] : other === at - 1 ? now.slice(at, at + 1).concat(rule) : [rule],
              ),
            )
            onCancel()
          }}
        >
          <Trans>Apply it earlier</Trans>
        </Button>
      )}
      <span className="grow" />
      <Button small onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button small variant="pri" onClick={onSave}>
        {at === null ? t`Add the rule` : t`Save the rule`}
      </Button>
    </div>
  )
}
