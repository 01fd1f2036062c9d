import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { Lineage } from '../../shared/origin.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { api } from '../state/api.ts'
import { useChat } from '../state/chat-store.ts'
import { ACTORS, type Filter, type FilterLineage } from '../state/timeline-filter.ts'
import { setFilter, toggleActor } from '../state/timeline-store.ts'
import { useQuery } from '../state/use-query.ts'
import { Select } from '../ui/Select.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { actorWord, lineageFilterName } from './filter-words.ts'
import { KindFilter } from './KindFilter.tsx'

/** The id of these filters, for the button that opens them. */
export const MORE_FILTERS = 'more-filters'

/** Of "2026-11-20", also where the filter has a minute. */
const DAY_LENGTH = 10

const LINEAGES: readonly FilterLineage[] = ['any', 'untrusted', ...Lineage.options]

/** Filters by actor, path, kind of change, conversation, other agent, lineage and day, and how words are found. */
export function MoreFilters({ filter }: { readonly filter: Filter }) {
  const { actors, kind, path, inChange, lineage, conversation, client, from, to } = filter
  const conversations = useChat((state) => state.list) ?? []
  const chooseLineage = (value: string): void => {
    const chosen = LINEAGES.find((other) => other === value)
    if (chosen !== undefined) setFilter({ lineage: chosen })
  }
  return (
    <div className="flt-more" id={MORE_FILTERS}>
      <ActorToggles actors={actors} />
      <label className="in soft">
        <FileText className="i s" aria-hidden />
        <input
          aria-label={t`Path`}
          placeholder={t`Path`}
          value={path}
          onChange={(event) => setFilter({ path: event.target.value })}
        />
      </label>
      <button
        type="button"
        className="chip"
        aria-pressed={inChange}
        {...tooltip(t`Only changes where a changed line contains exactly these words`)}
        onClick={() => setFilter({ inChange: !inChange })}
      >
        <Trans>Words in the change</Trans>
      </button>
      <KindFilter kind={kind} />
      <Select
        name={t`Conversation`}
        value={conversation}
        isSet={conversation !== ''}
        onChange={(chosen) => setFilter({ conversation: chosen })}
      >
        <option value="">{t`Any conversation`}</option>
        {conversations.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <ClientFilter client={client} />
      <Select name={t`Source of the text`} value={lineage} isSet={lineage !== 'any'} onChange={chooseLineage}>
        {LINEAGES.map((each) => (
          <option key={each} value={each}>
            {lineageFilterName(each)}
          </option>
        ))}
      </Select>
      <DayField label={t`Since`} name={t`First day`} value={from} onChange={(day) => setFilter({ from: day })} />
      <DayField label={t`Until`} name={t`Last day`} value={to} onChange={(day) => setFilter({ to: day })} />
    </div>
  )
}

function ActorToggles({ actors }: Pick<Filter, 'actors'>) {
  return (
    <div className="row" role="group" aria-label={t`Changes by`}>
      {ACTORS.map((actor) => (
        <button
          key={actor}
          type="button"
          className="chip"
          aria-pressed={actors.includes(actor)}
          onClick={() => toggleActor(actor)}
        >
          <ActorBadge actor={actor} small silent />
          {actorWord(actor)}
        </button>
      ))}
    </div>
  )
}

/** Another agent, where one has used the memory. */
function ClientFilter({ client }: { readonly client: string }) {
  const { answer: known = [] } = useQuery('other agents', '', () => api.clients.list.query())
  const names = [...new Set([...(client === '' ? [] : [client]), ...known.map(({ name }) => name)])]
  if (names.length === 0) return null
  return (
    <Select
      name={t`Other agent`}
      value={client}
      isSet={client !== ''}
      onChange={(chosen) => setFilter({ client: chosen })}
    >
      <option value="">{t`Any agent`}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
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
