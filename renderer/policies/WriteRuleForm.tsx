import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { type WriteRule, WriteRuleKind, WriteRuleWhen, WriteRuleWho } from '../../shared/write-rules.ts'
import { ruleKindName, ruleWhenName, ruleWhoName } from '../format/write-rule-words.ts'
import { api } from '../state/api.ts'
import { useQuery } from '../state/use-query.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import { PathsField } from './PathsField.tsx'

interface WriteRuleFormProps {
  readonly rule: WriteRule
  readonly onChange: (rule: WriteRule) => void
  /** Its buttons. */
  readonly children: ReactNode
}

/** What is chosen: a group, or the name of one agent, which no "/" begins. */
function writersNamed(chosen: string): Pick<WriteRule, 'who' | 'client'> {
  const who = WriteRuleWho.safeParse(chosen.slice(1))
  return chosen.startsWith('/') && who.success ? { who: who.data, client: null } : { who: 'agents', client: chosen }
}

/** One rule for agents. Nothing is saved before its button is pressed, so that its effect is seen first. */
export function WriteRuleForm({ rule, onChange, children }: WriteRuleFormProps) {
  const kinds = WriteRuleKind.options.map((kind) => ({ value: kind, label: ruleKindName(kind) }))
  return (
    <div className="rule-form" role="group" aria-label={t`Rule for agents`}>
      <FormLine label={t`Where`}>
        <PathsField
          name={t`Where`}
          paths={rule.paths}
          none={t`no path yet`}
          onChange={(paths) => paths.length > 0 && onChange({ ...rule, paths })}
        />
      </FormLine>
      <FormLine label={t`Effect`}>
        <SegmentedControl
          name={t`Effect`}
          value={rule.do}
          options={kinds}
          onChange={(kind) => onChange({ ...rule, do: kind })}
        />
      </FormLine>
      <Writers rule={rule} onChange={onChange} />
      {rule.do !== 'hide' && (
        <FormLine label={t`When`}>
          <Select
            name={t`When`}
            value={rule.when}
            onChange={(chosen) => {
              const when = WriteRuleWhen.safeParse(chosen)
              if (when.success) onChange({ ...rule, when: when.data })
            }}
          >
            {WriteRuleWhen.options.map((when) => (
              <option key={when} value={when}>
                {ruleWhenName(when)}
              </option>
            ))}
          </Select>
        </FormLine>
      )}
      {children}
    </div>
  )
}

/** Whose changes it is about. */
function Writers({ rule, onChange }: Pick<WriteRuleFormProps, 'rule' | 'onChange'>) {
  const { answer: clients = [] } = useQuery('other agents', '', () => api.clients.list.query())
  const names = [...new Set([...(rule.client === null ? [] : [rule.client]), ...clients.map(({ name }) => name)])]
  return (
    <FormLine label={t`For`}>
      <Select
        name={t`For`}
        value={rule.client ?? `/${rule.who}`}
        onChange={(chosen) => onChange({ ...rule, ...writersNamed(chosen) })}
      >
        {WriteRuleWho.options.map((who) => (
          <option key={who} value={`/${who}`}>
            {ruleWhoName(who)}
          </option>
        ))}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </FormLine>
  )
}
