import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import type { FileCapsRule } from '../../shared/policy.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { PathsField } from './PathsField.tsx'
import { QuantityField } from './QuantityField.tsx'

/** Other caps for some paths. The first that fits a path decides. */
export function LimitRules({
  rules,
  onChange,
}: {
  readonly rules: readonly FileCapsRule[]
  readonly onChange: (rules: readonly FileCapsRule[]) => void
}) {
  const change = (at: number, rule: FileCapsRule): void => onChange(rules.with(at, rule))
  return (
    <>
      {rules.length > 0 && (
        <table className="tbl">
          <thead>
            <tr>
              <th>
                <Trans>Other caps in</Trans>
              </th>
              <th>
                <Trans>Size</Trans>
              </th>
              <th>
                <Trans>Lines</Trans>
              </th>
              <th aria-label={t`Remove`} />
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, at) => {
              const where = rule.paths.join(', ')
              return (
                <tr key={at}>
                  <td>
                    <PathsField
                      name={t`Paths of cap ${at + 1}`}
                      paths={rule.paths}
                      none={t`no path yet`}
                      onChange={(paths) => change(at, { ...rule, paths })}
                    />
                  </td>
                  <td>
                    <QuantityField
                      name={t`Largest file in ${where}`}
                      unit="size"
                      value={rule.bytes ?? null}
                      none={t`as above`}
                      onChange={(bytes) => change(at, { ...rule, bytes: bytes ?? undefined })}
                    />
                  </td>
                  <td>
                    <QuantityField
                      name={t`Lines in ${where}`}
                      unit="count"
                      value={rule.lines ?? null}
                      none={t`as above`}
                      onChange={(lines) => change(at, { ...rule, lines: lines ?? undefined })}
                    />
                  </td>
                  <td>
                    <IconButton
                      icon={X}
                      small
                      name={t`Remove the caps of ${where}`}
                      onClick={() => onChange(rules.filter((_, other) => other !== at))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <Button variant="q" small icon={Plus} onClick={() => onChange([...rules, { paths: [] }])}>
        <Trans>Other caps for some paths</Trans>
      </Button>
    </>
  )
}
