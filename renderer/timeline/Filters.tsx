import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, ListFilter, Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { EveryStoreChip } from '../memory-parts/EveryStoreChip.tsx'
import { usePoints } from '../state/points-store.ts'
import { isFiltered, NO_FILTER } from '../state/timeline-filter.ts'
import { setFilter, toggleActor, useTimeline } from '../state/timeline-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { FilterChips } from './FilterChips.tsx'
import { MORE_FILTERS, MoreFilters } from './MoreFilters.tsx'

/**
 * Which entries are shown: by words, and by all that is chosen behind one button.
 * @param points opens the restore points, where there are any
 */
export function Filters({ points }: { readonly points?: ReactNode }) {
  const filter = useTimeline((state) => state.filter)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useKeys({
    '1': () => toggleActor('agent'),
    '2': () => toggleActor('user'),
    '3': () => toggleActor('outside'),
    '4': () => toggleActor('policy'),
    '/': () => field.current?.focus(),
    // The browser would find only the rows that are drawn.
    'mod+f': () => field.current?.focus(),
  })
  return (
    <div className="flt" role="toolbar" aria-label={t`Filters`}>
      <button
        type="button"
        className={isOpen ? 'chip on' : 'chip'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? MORE_FILTERS : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter className="i s" aria-hidden />
        <Trans>Filter</Trans>
      </button>
      <FilterChips filter={filter} />
      <WordsFilter words={filter.words} field={field} />
      {isFiltered(filter) && <IconButton icon={X} small name={t`Clear filters`} onClick={() => setFilter(NO_FILTER)} />}
      <EveryStoreChip />
      {points}
      {isOpen && <MoreFilters filter={filter} />}
    </div>
  )
}

interface WordsFilterProps {
  readonly words: string
  readonly field: RefObject<HTMLInputElement | null>
}

/** Words anywhere, or a phrase in one of the changed lines. */
function WordsFilter({ words, field }: WordsFilterProps) {
  return (
    <label className="in soft">
      <Search className="i s" aria-hidden />
      <input
        ref={field}
        aria-label={t`Search changes`}
        placeholder={t`Search changes`}
        value={words}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={(event) => setFilter({ words: event.target.value })}
      />
    </label>
  )
}

export function PointsButton({ shown, onClick }: { readonly shown: boolean; readonly onClick: () => void }) {
  const count = usePoints((state) => state.points.filter(({ automatic }) => !automatic).length)
  return (
    <button
      type="button"
      className={shown ? 'chip on' : 'chip'}
      aria-expanded={shown}
      {...tooltip(t`Restore points`)}
      onClick={onClick}
    >
      <Bookmark className="i s" aria-hidden />
      <span className="vh">
        <Trans>Restore points</Trans>
      </span>
      {count > 0 && (
        <span className="n" aria-hidden>
          {count}
        </span>
      )}
    </button>
  )
}
