import { t } from '@lingui/core/macro'
import { Lineage } from '../../shared/commit.ts'
import { LineageLegend, lineageName } from '../memory-parts/LineageMark.tsx'
import { useChat } from '../state/chat-store.ts'
import type { Filter, FilterLineage } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'

/** Of "2026-11-20", also where the filter has a minute. */
const DAY_LENGTH = 10

/** Filters by conversation, lineage and day. */
export function SpecialFilters({ filter }: { readonly filter: Filter }) {
  const { lineage, conversation, from, to } = filter
  const conversations = useChat((state) => state.list) ?? []
  const lineages: readonly (readonly [value: FilterLineage, label: string])[] = [
    ['any', t`Any source`],
    ['untrusted', t`Only untrusted`],
    ...Lineage.options.map((each) => [each, lineageName(each)] as const),
  ]
  const chooseLineage = (value: string): void => {
    const chosen = lineages.find(([other]) => other === value)
    if (chosen !== undefined) setFilter({ lineage: chosen[0] })
  }
  return (
    <div className="flt-more">
      <span className={conversation === '' ? 'chip pick' : 'chip pick on'}>
        <select
          aria-label={t`Conversation`}
          value={conversation}
          onChange={(event) => setFilter({ conversation: event.target.value })}
        >
          <option value="">{t`Any conversation`}</option>
          {conversations.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </span>
      <span className={lineage === 'any' ? 'chip pick' : 'chip pick on'}>
        <select
          aria-label={t`Source of the text`}
          value={lineage}
          onChange={(event) => chooseLineage(event.target.value)}
        >
          {lineages.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <DayField label={t`Since`} name={t`First day`} value={from} onChange={(day) => setFilter({ from: day })} />
      <DayField label={t`Until`} name={t`Last day`} value={to} onChange={(day) => setFilter({ to: day })} />
      <LineageLegend />
    </div>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (day: string) => void
}

function DayField({ label, name, value, onChange }: DayFieldProps) {
  return (
    <label className="row day-field">
      <span className="ink3">{label}</span>
      <span className="in soft">
        <input
          type="date"
          aria-label={name}
          value={value.slice(0, DAY_LENGTH)}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </label>
  )
}
