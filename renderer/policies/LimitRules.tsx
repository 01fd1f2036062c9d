import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { FileLimitsRule } from '../../shared/policy.ts'
import { listText } from '../format/language.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { PathsField } from './PathsField.tsx'
import { QuantityField } from './QuantityField.tsx'

/** Saved once it has something. */
const NEW: FileLimitsRule = { paths: [] }

interface LimitRulesProps {
  readonly rules: readonly FileLimitsRule[]
  readonly onChange: (rules: readonly FileLimitsRule[]) => void
}

/** Other limits for some paths. The first rule that matches a path decides. */
export function LimitRules({ rules, onChange }: LimitRulesProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {(rules.length > 0 || isAdding) && (
        <table className="tbl">
          <thead>
            <tr>
              <th>
                <Trans>Limits for</Trans>
              </th>
              <th>
                <Trans>Size</Trans>
              </th>
              <th>
                <Trans>Lines</Trans>
              </th>
              <th>
                <span className="vh">{t`Remove`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, at) => (
              <RuleRow
                key={at}
                at={at}
                rule={rule}
                onChange={(changed) => onChange(rules.with(at, changed))}
                onRemove={() => onChange(rules.filter((_, other) => other !== at))}
              />
            ))}
            {isAdding && (
              <RuleRow
                at={rules.length}
                rule={NEW}
                onChange={(added) => {
                  setAdding(false)
                  onChange([...rules, added])
                }}
                onRemove={() => setAdding(false)}
              />
            )}
          </tbody>
        </table>
      )}
      {!isAdding && (
        <Button variant="q" small icon={Plus} onClick={() => setAdding(true)}>
          <Trans>Add limits for specific paths</Trans>
        </Button>
      )}
    </>
  )
}

interface RuleRowProps {
  readonly at: number
  readonly rule: FileLimitsRule
  readonly onChange: (rule: FileLimitsRule) => void
  readonly onRemove: () => void
}

function RuleRow({ at, rule, onChange, onRemove }: RuleRowProps) {
  const where = listText(rule.paths)
  return (
    <tr>
      <td>
        <PathsField
          name={t`Paths for limit ${at + 1}`}
          paths={rule.paths}
          none={t`no path yet`}
          onChange={(paths) => onChange({ ...rule, paths })}
        />
      </td>
      <td>
        <QuantityField
          name={t`Size limit: ${where}`}
          unit="size"
          value={rule.bytes ?? null}
          none={t`as above`}
          onChange={(bytes) => onChange({ ...rule, bytes: bytes ?? undefined })}
        />
      </td>
      <td>
        <QuantityField
          name={t`Line limit: ${where}`}
          unit="count"
          value={rule.lines ?? null}
          none={t`as above`}
          onChange={(lines) => onChange({ ...rule, lines: lines ?? undefined })}
        />
      </td>
      <td>
        <IconButton icon={X} small name={t`Remove these limits: ${where}`} onClick={onRemove} />
      </td>
    </tr>
  )
}
