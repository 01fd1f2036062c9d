import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { RuleAction, UserRule } from '../../shared/policy.ts'
import { worded } from '../format/worded.ts'
import { editPolicies } from '../state/policy-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PathsField } from './PathsField.tsx'
import { withoutRule, withRule } from './policy-edits.ts'
import { fieldsOf, freshName, NEW_FIELDS, type RuleFields, ruleOf } from './rule-fields.ts'
import { Sample } from './Sample.tsx'
import { useTrial } from './use-trial.ts'

interface RuleFormProps {
  readonly at: number
  /** `null` for a new rule. */
  readonly rule: UserRule | null
  readonly names: readonly string[]
  readonly onTest: () => void
  readonly onClose: () => void
}

/** One of the user's own rules. Once the fields make a valid rule it is among the unsaved changes, with its effect in the margin. */
export function RuleForm({ at, rule, names, onTest, onClose }: RuleFormProps) {
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
    if (valid !== null) editPolicies((now) => withRule(now, at, valid))
  }
  const remove = (): void => {
    if (rule !== null) editPolicies((now) => withoutRule(now, at))
    onClose()
  }
  const tried = trial === null || trial.problem === null ? undefined : worded(trial.problem)
  const matcherProblem = fields.kind === 'words' ? made.problems.words : (made.problems.expression ?? tried)
  return (
    <div className="rule-form" role="group" aria-label={t`Rule ${fields.name}`}>
      <Field label={t`Name`} problem={made.problems.name}>
        {(aria) => (
          <span className="in">
            <input {...aria} value={fields.name} onChange={(event) => change({ name: event.target.value })} />
          </span>
        )}
      </Field>
      <Matcher
        fields={fields}
        isNew={rule === null}
        problem={touched ? matcherProblem : undefined}
        isChecked={trial === null || trial.isCurrent}
        onChange={change}
        onTest={onTest}
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
      <FormButtons isNew={rule === null} onDone={onClose} onRemove={remove} />
    </div>
  )
}

interface FormButtonsProps {
  readonly isNew: boolean
  readonly onDone: () => void
  readonly onRemove: () => void
}

function FormButtons({ isNew, onDone, onRemove }: FormButtonsProps) {
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
      <Button small variant="pri" onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}

interface MatcherProps {
  readonly fields: RuleFields
  readonly isNew: boolean
  readonly problem: string | undefined
  /** Whether the problem is of what the field says now, not before its last edit. */
  readonly isChecked: boolean
  readonly onChange: (some: Partial<RuleFields>) => void
  readonly onTest: () => void
}

/** What the rule finds: words or an expression. */
function Matcher({ fields, isNew, problem, isChecked, onChange, onTest }: MatcherProps) {
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
        <ExpressionFields
          fields={fields}
          isNew={isNew}
          problem={problem}
          isChecked={isChecked}
          onChange={onChange}
          onTest={onTest}
        />
      )}
    </>
  )
}

function ExpressionFields({ fields, isNew, problem, isChecked, onChange, onTest }: MatcherProps) {
  return (
    <>
      <Field label={t`Expression`} wide problem={problem} isChecked={isChecked}>
        {(aria) => (
          <span className="row">
            <span className="in mono grow">
              <input
                {...aria}
                autoFocus={isNew}
                spellCheck={false}
                value={fields.expression}
                placeholder="\b[A-Z0-9]{6}\b"
                onChange={(event) => onChange({ expression: event.target.value })}
              />
            </span>
            <Button keys="mod+t" onClick={onTest}>
              <Trans>Test</Trans>
            </Button>
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
  readonly problem: string | undefined
  /** If not, the problem stays in sight, but nothing is held up by it. */
  readonly isChecked?: boolean
  readonly wide?: boolean
  readonly children: (aria: Aria) => React.ReactNode
}

/** A field with its label and, if it is invalid, why. */
function Field({ label, problem, isChecked = true, wide = false, children }: FieldProps) {
  const id = useId()
  const wrong = problem !== undefined
  return (
    <div className={wide ? 'fld' : 'ln1'}>
      <label className="lab" htmlFor={id}>
        {label}
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
