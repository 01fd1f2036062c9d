import { plural, t } from '@lingui/core/macro'
import type { WriteRule } from '../../shared/write-rules.ts'
import { listText } from '../format/language.ts'
import { verbSentence } from '../format/verbs.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { pointPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'

interface WriteRulesEffectProps {
  readonly rules: readonly WriteRule[]
  /** The one that is being written; null for all. */
  readonly at: number | null
}

/** What rules would have done to the last changes by agents. */
export function WriteRulesEffect({ rules, at }: WriteRulesEffectProps) {
  const changes = useMemory((state) => state.changes)
  const { answer, problem } = useQuery(
    rules.length === 0 ? null : JSON.stringify(rules),
    changes,
    () => api.policy.rulesEffect.query([...rules]),
    { isTyped: true },
  )
  if (rules.length === 0 || (answer === undefined && problem === null)) return null
  if (answer === undefined) return <p className="problem">{problem}</p>
  const shown = answer.map((effect, index) => ({ effect, index, rule: rules[index] }))
  return (
    <div className="fx policy" aria-live="polite">
      <ul className="effects" aria-label={t`Effect of the rules`}>
        {shown
          .filter(({ index, rule }) => rule !== undefined && (at === null ? rule.on : index === at))
          .map(({ effect: { of, stopped, examples }, index, rule }) => (
            <li key={index}>
              {at === null && <b className="mono">{listText(rule?.paths ?? [])} </b>}
              {rule?.who === 'agents' ? stoppedText(stopped, of) : againstText(stopped, of)}
              {examples.map((commit) => (
                <div key={commit.id} className="cut">
                  <a className="text-link" href={`#${pointPath(commit.id)}`}>
                    {verbSentence(commit)}
                  </a>
                </div>
              ))}
            </li>
          ))}
      </ul>
    </div>
  )
}

const stoppedText = (stopped: number, of: number): string =>
  stopped === 0
    ? t`It would have stopped none of the last ${of} changes by agents.`
    : plural(stopped, {
        one: `It would have stopped # of the last ${of} changes by agents:`,
        other: `It would have stopped # of the last ${of} changes by agents:`,
      })

/** Other programs are not stopped. */
const againstText = (against: number, of: number): string =>
  against === 0
    ? t`None of the last ${of} changes was against it.`
    : plural(against, {
        one: `# of the last ${of} changes was against it:`,
        other: `# of the last ${of} changes were against it:`,
      })
