import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { listText } from '../format/language.ts'
import { dayOf } from '../format/time.ts'
import { ACTORS, type Filter, NO_FILTER } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'
import { useTitle } from '../state/use-title.ts'
import { actorWord, kindName, lineageFilterName } from './filter-words.ts'

/** Of "2026-11-20", also where the filter has a minute. */
const DAY_LENGTH = 10
const day = (key: string): string => dayOf(`${key.slice(0, DAY_LENGTH)}T12:00`)

/** What is set beside the words, each to be taken away. */
export function FilterChips({ filter }: { readonly filter: Filter }) {
  const { actors, kind, path, inChange, lineage, conversation, client, from, to } = filter
  const title = useTitle(conversation)
  const chips: readonly (readonly [isSet: boolean, label: string, fields: readonly (keyof Filter)[]])[] = [
    [actors.length < ACTORS.length, actors.length === 0 ? t`nobody` : listText(actors.map(actorWord)), ['actors']],
    [kind !== 'any', kindName(kind), ['kind']],
    [path !== '', path, ['path']],
    [inChange, t`Words in the change`, ['inChange']],
    [lineage !== 'any', lineageFilterName(lineage), ['lineage']],
    [conversation !== '', title ?? t`A conversation`, ['conversation']],
    [client !== '', client, ['client']],
    [from !== '' || to !== '', spanText(from, to), ['from', 'to']],
  ]
  return chips.map(([isSet, label, fields]) => {
    if (!isSet) return null
    const none: Partial<Filter> = Object.fromEntries(fields.map((field) => [field, NO_FILTER[field]]))
    return (
      <button
        key={fields[0]}
        type="button"
        className="chip on"
        aria-label={t`Remove filter: ${label}`}
        onClick={() => setFilter(none)}
      >
        <span className="cut" title={label}>
          {label}
        </span>
        <X className="i xs" aria-hidden />
      </button>
    )
  })
}

function spanText(from: string, to: string): string {
  const [first, last] = [from === '' ? '' : day(from), to === '' ? '' : day(to)]
  if (first === last) return first
  if (last === '') return t`since ${first}`
  return first === '' ? t`until ${last}` : t`${first} to ${last}`
}
