import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { RuleAction, UserRule } from '../../shared/policy.ts'
import { worded } from '../format/worded.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PathsField } from './PathsField.tsx'
import { withoutRule, withRule } from './policy-edits.ts'
import { fieldsOf, freshName, NEW_FIELDS, type Problems, type RuleFields, ruleOf } from './rule-fields.ts'
import { Sample } from './Sample.tsx'
import { savePolicies } from './save-policies.ts'
import { type Trial, useTrial } from './use-trial.ts'

interface RuleFormProps {
  readonly at: number
  /** `null` for a new rule. */
  readonly rule: UserRule | null
  readonly names: readonly string[]
  /** Told of what the fields make, for its effect. */
  readonly onDraft: (rule: UserRule | null) => void
  readonly onClose: () => void
}

/** One of the user's own rules. A new one is saved by its button, and what is changed in another at once. */
export function RuleForm({ at, rule, names, onDraft, onClose }: RuleFormProps) {
  const [fields, setFields] = useState<RuleFields>(() =>
    rule === null ? { ...NEW_FIELDS, name: freshName(names) } : fieldsOf(rule),
  )
  const [touched, setTouched] = useState(rule !== null)
  const [sample, setSample] = useState('')
  const made = ruleOf(fields, rule, names)
  const trial = useTrial(made.rule, sample)
  const change = (some: Partial<RuleFields>): void => {
    const next = { ...fields, ...some }
    setFields(next)
    if ('kind' in some) setTouched(false)
    else if ('words' in some || 'expression' in some) setTouched(true)
    const { rule: valid } = ruleOf(next, rule, names)
    onDraft(valid)
    if (rule !== null && !isTyped(some)) save(valid)
  }
  const save = (valid: UserRule | null): void => saveRule(at, rule, valid)
  const remove = (): void => {
    if (rule !== null) savePolicies((now) => withoutRule(now, at))
    onClose()
  }
  const works = canRun(made.rule, trial)
  const done = (): void => {
    if (rule === null) save(made.rule)
    onClose()
  }
  return (
    <div
      className="rule-form"
      role="group"
      aria-label={t`Rule ${fields.name}`}
      onBlur={() => rule !== null && works && save(made.rule)}
    >
      <LabelField name={fields.name} problem={made.problems.name} onChange={change} />
      <Matcher
        fields={fields}
        isNew={rule === null}
        problem={touched ? matcherProblem(fields, made.problems, trial) : undefined}
        isChecked={trial === null || trial.isCurrent}
        onChange={change}
      />
      <FormLine label={t`When found`}>
        <Actions value={fields.action} onChange={(action) => change({ action })} />
      </FormLine>
      <FormLine label={t`Only in`}>
        <PathsField
          name={t`Only in`}
          paths={fields.paths}
          none={t`everywhere`}
          onChange={(paths) => change({ paths })}
        />
      </FormLine>
      <Sample rule={made.rule} sample={sample} trial={trial} onChange={setSample} />
      <FormButtons isNew={rule === null} canAdd={works} onDone={done} onRemove={remove} />
    </div>
  )
}

/** Words always can; whether an expression can, is known once it was tried. */
const canRun = (rule: UserRule | null, trial: Trial | null): boolean =>
  rule !== null && (rule.kind === 'words' || (trial?.isCurrent === true && trial.problem === null))

function saveRule(at: number, old: UserRule | null, rule: UserRule | null): void {
  if (rule !== null && JSON.stringify(rule) !== JSON.stringify(old)) savePolicies((now) => withRule(now, at, rule))
}

/** What is wrong with what the rule finds. */
function matcherProblem({ kind }: RuleFields, problems: Problems, trial: Trial | null): string | undefined {
  if (kind === 'words') return problems.words
  return problems.expression ?? (trial === null || trial.problem === null ? undefined : worded(trial.problem))
}

/** Text is saved once the field is left. */
const isTyped = (some: Partial<RuleFields>): boolean => 'name' in some || 'words' in some || 'expression' in some

interface FormButtonsProps {
  readonly isNew: boolean
  readonly canAdd: boolean
  readonly onDone: () => void
  readonly onRemove: () => void
}

function FormButtons({ isNew, canAdd, onDone, onRemove }: FormButtonsProps) {
  return (
    <div className="row">
      {!isNew && (
        <Button variant="red" small icon={Trash2} onClick={onRemove}>
          <Trans>Remove the rule</Trans>
        </Button>
      )}
      <span className="grow" />
      {isNew && (
        <Button small onClick={onRemove}>
          <Trans>Cancel</Trans>
        </Button>
      )}
      <Button small variant="pri" disabled={isNew && !canAdd} onClick={onDone}>
        {isNew ? t`Add the rule` : t`Done`}
      </Button>
    </div>
  )
}

interface LabelFieldProps {
  readonly name: string
  readonly problem: string | undefined
  readonly onChange: (some: Partial<RuleFields>) => void
}

function LabelField({ name, problem, onChange }: LabelFieldProps) {
  return (
    <Field label={t`Label`} hint={t`shown in place of the text`} problem={problem}>
      {(aria) => (
        <span className="in">
          <input {...aria} value={name} onChange={(event) => onChange({ name: event.target.value })} />
        </span>
      )}
    </Field>
  )
}

interface MatcherProps {
  readonly fields: RuleFields
  readonly isNew: boolean
  readonly problem: string | undefined
  /** Whether the problem is of what the field says now, not before its last edit. */
  readonly isChecked: boolean
  readonly onChange: (some: Partial<RuleFields>) => void
}

/** What the rule finds: words or an expression. */
function Matcher({ fields, isNew, problem, isChecked, onChange }: MatcherProps) {
  return (
    <>
      <FormLine label={t`Finds`}>
        <SegmentedControl
          name={t`Finds`}
          value={fields.kind}
          options={[
            { value: 'words', label: t`Words` },
            { value: 'expression', label: t`Expression` },
          ]}
          onChange={(kind) => onChange({ kind })}
        />
      </FormLine>
      {fields.kind === 'words' ? (
        <Field label={t`Words, one per line`} wide problem={problem}>
          {(aria) => (
            <textarea
              {...aria}
              autoFocus={isNew}
              className="area"
              rows={2}
              value={fields.words}
              onChange={(event) => onChange({ words: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <ExpressionFields fields={fields} isNew={isNew} problem={problem} isChecked={isChecked} onChange={onChange} />
      )}
    </>
  )
}

function ExpressionFields({ fields, isNew, problem, isChecked, onChange }: MatcherProps) {
  return (
    <>
      <Field label={t`Expression`} wide problem={problem} isChecked={isChecked}>
        {(aria) => (
          <span className="in mono">
            <input
              {...aria}
              autoFocus={isNew}
              spellCheck={false}
              value={fields.expression}
              placeholder="\b[A-Z0-9]{6}\b"
              onChange={(event) => onChange({ expression: event.target.value })}
            />
          </span>
        )}
      </Field>
      <FormLine label={t`Ignore case`}>
        <Switch name={t`Ignore case`} on={fields.ignoreCase} onChange={(ignoreCase) => onChange({ ignoreCase })} />
      </FormLine>
    </>
  )
}

function Actions({ value, onChange }: { readonly value: RuleAction; readonly onChange: (action: RuleAction) => void }) {
  const options: readonly { readonly value: RuleAction; readonly label: string }[] = [
    { value: 'replace', label: t`Replace with a label` },
    { value: 'mask', label: t`Replace with dots` },
    { value: 'refuse', label: t`Refuse the write` },
  ]
  return <SegmentedControl name={t`When found`} value={value} options={options} onChange={onChange} />
}

interface Aria {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly problem: string | undefined
  /** If not, the problem stays in sight, but nothing is held up by it. */
  readonly isChecked?: boolean
  readonly wide?: boolean
  readonly children: (aria: Aria) => React.ReactNode
}

/** A field with its label and, if it is invalid, why. */
function Field({ label, hint, problem, isChecked = true, wide = false, children }: FieldProps) {
  const id = useId()
  const wrong = problem !== undefined
  return (
    <div className={wide ? 'fld' : 'ln1'}>
      <label className="lab" htmlFor={id}>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </label>
      {children({ id, 'aria-invalid': wrong && isChecked, 'aria-describedby': wrong ? `${id}-problem` : undefined })}
      {wrong && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
