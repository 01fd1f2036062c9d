import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, FileText, Search, X } from 'lucide-react'
import { useRef } from 'react'
import type { Actor } from '../../shared/commit.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { usePoints } from '../state/points-store.ts'
import { ACTORS, isFiltered, type FilterKind, NO_FILTER, setFilter, useTimeline } from '../state/timeline-store.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'

function toggleActor(actor: Actor): void {
  const { actors } = useTimeline.getState().filter
  setFilter({ actors: ACTORS.filter((other) => (other === actor) !== actors.includes(other)) })
}

/** Filters entries by actor, kind of change, path and words. */
export function Filters({ points, onPoints }: { readonly points: boolean; readonly onPoints: () => void }) {
  const filter = useTimeline((state) => state.filter)
  const { actors, kind, path, words } = filter
  const commits = useTimeline((state) => state.commits)
  const field = useRef<HTMLInputElement>(null)
  useKeys({
    '1': () => toggleActor('agent'),
    '2': () => toggleActor('user'),
    '3': () => toggleActor('outside'),
    '4': () => toggleActor('policy'),
    '/': () => field.current?.focus(),
  })
  const names: Readonly<Record<Actor, string>> = {
    agent: t`agent`,
    user: t`you`,
    outside: t`outside`,
    policy: t`policy`,
  }
  return (
    <div className="flt" role="toolbar" aria-label={t`Filters`}>
      {ACTORS.map((actor) => {
        const on = actors.includes(actor)
        const count = commits?.filter(({ origin }) => origin.actor === actor).length ?? 0
        return (
          <button key={actor} type="button" className="chip" aria-pressed={on} onClick={() => toggleActor(actor)}>
            <ActorBadge actor={actor} small silent />
            {names[actor]}
            {on && count > 0 && <span className="n">{count}</span>}
          </button>
        )
      })}
      <KindFilter kind={kind} />
      <PointsChip shown={points} onClick={onPoints} />
      <label className="in soft">
        <FileText className="i s" aria-hidden />
        <input
          aria-label={t`Path`}
          placeholder={t`Path`}
          value={path}
          onChange={(event) => setFilter({ path: event.target.value })}
        />
      </label>
      <label className="in soft">
        <Search className="i s" aria-hidden />
        <input
          ref={field}
          aria-label={t`Words in the history`}
          placeholder={t`Words`}
          value={words}
          onChange={(event) => setFilter({ words: event.target.value })}
        />
      </label>
      {isFiltered(filter) && (
        <IconButton icon={X} small name={t`Show everything`} onClick={() => setFilter(NO_FILTER)} />
      )}
    </div>
  )
}

function KindFilter({ kind }: { readonly kind: FilterKind }) {
  const kinds: readonly { readonly value: FilterKind; readonly label: string }[] = [
    { value: 'any', label: t`Any kind` },
    { value: 'created', label: t`Created` },
    { value: 'changed', label: t`Changed` },
    { value: 'deleted', label: t`Deleted` },
  ]
  const choose = (value: string): void => {
    const chosen = kinds.find((other) => other.value === value)
    if (chosen !== undefined) setFilter({ kind: chosen.value })
  }
  return (
    <span className={kind === 'any' ? 'chip pick' : 'chip pick on'}>
      <select aria-label={t`Kind`} value={kind} onChange={(event) => choose(event.target.value)}>
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

function PointsChip({ shown, onClick }: { readonly shown: boolean; readonly onClick: () => void }) {
  const count = usePoints((state) => state.points.filter(({ automatic }) => !automatic).length)
  return (
    <button
      type="button"
      className={shown ? 'chip on' : 'chip'}
      aria-expanded={shown}
      aria-label={t`Restore points`}
      title={t`Restore points`}
      onClick={onClick}
    >
      <Bookmark className="i s" aria-hidden />
      <span className="hide-n">
        <Trans>Points</Trans>
      </span>
      {count > 0 && <span className="n">{count}</span>}
    </button>
  )
}
