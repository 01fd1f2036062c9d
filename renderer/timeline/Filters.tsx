import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, Search, SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import type { Actor } from '../../shared/origin.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { usePoints } from '../state/points-store.ts'
import { ACTORS, countMore, type Filter, isFiltered, NO_FILTER } from '../state/timeline-filter.ts'
import { setFilter, useTimeline } from '../state/timeline-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { MORE_FILTERS, MoreFilters } from './MoreFilters.tsx'

function toggleActor(actor: Actor): void {
  const { actors } = useTimeline.getState().filter
  setFilter({ actors: ACTORS.filter((other) => (other === actor) !== actors.includes(other)) })
}

/** Which entries are shown: by actor and words, and in a second row, opened on demand, by all else. */
export function Filters({ points, onPoints }: { readonly points: boolean; readonly onPoints: () => void }) {
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
      <ActorChips actors={filter.actors} />
      <WordsFilter filter={filter} field={field} />
      <MoreChip isOpen={isOpen} count={countMore(filter)} onClick={() => setOpen(!isOpen)} />
      <PointsChip shown={points} onClick={onPoints} />
      {isFiltered(filter) && <IconButton icon={X} small name={t`Clear filters`} onClick={() => setFilter(NO_FILTER)} />}
      {isOpen && <MoreFilters filter={filter} />}
    </div>
  )
}

function ActorChips({ actors }: { readonly actors: readonly Actor[] }) {
  const commits = useTimeline((state) => state.commits)
  const names: Readonly<Record<Actor, string>> = {
    agent: t`agent`,
    user: t`you`,
    outside: t`outside`,
    policy: t`policy`,
  }
  return ACTORS.map((actor) => {
    const on = actors.includes(actor)
    const count = commits?.filter(({ origin }) => origin.actor === actor).length ?? 0
    return (
      <button key={actor} type="button" className="chip" aria-pressed={on} onClick={() => toggleActor(actor)}>
        <ActorBadge actor={actor} small silent />
        {names[actor]}
        {on && count > 0 && <span className="n wide">{count}</span>}
      </button>
    )
  })
}

interface WordsFilterProps {
  readonly filter: Filter
  readonly field: RefObject<HTMLInputElement | null>
}

/** Words anywhere, or a phrase in one of the changed lines. */
function WordsFilter({ filter: { words, inChange }, field }: WordsFilterProps) {
  return (
    <label className="in soft">
      <Search className="i s" aria-hidden />
      <input
        ref={field}
        aria-label={t`Words in the history`}
        placeholder={inChange ? t`Ana likes green tea` : t`green tea`}
        value={words}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={(event) => setFilter({ words: event.target.value })}
      />
    </label>
  )
}

interface MoreChipProps {
  readonly isOpen: boolean
  /** Of the filters that are set in the second row. */
  readonly count: number
  readonly onClick: () => void
}

function MoreChip({ isOpen, count, onClick }: MoreChipProps) {
  return (
    <button
      type="button"
      className={count > 0 ? 'chip on' : 'chip'}
      aria-expanded={isOpen}
      aria-controls={isOpen ? MORE_FILTERS : undefined}
      {...tooltip(t`More filters`)}
      onClick={onClick}
    >
      <SlidersHorizontal className="i s" aria-hidden />
      <span className="vh">
        <Trans>Filters</Trans>
      </span>
      <span className="wide" aria-hidden>
        <Trans>Filters</Trans>
      </span>
      {count > 0 && (
        <span className="n" aria-hidden>
          {count}
        </span>
      )}
    </button>
  )
}

function PointsChip({ shown, onClick }: { readonly shown: boolean; readonly onClick: () => void }) {
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
