import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeftRight, GitCompareArrows, Split } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { Comparison } from '../../shared/memory.ts'
import { pointLabel } from '../format/point-label.ts'
import { clock, dayWord } from '../format/time.ts'
import { Changes } from '../memory-parts/Changes.tsx'
import { DiffChoices } from '../memory-parts/DiffChoices.tsx'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { usePoints } from '../state/points-store.ts'
import { NOW, openBisect, openCompare, openPoint } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { tooltip } from '../ui/Tooltip.tsx'

interface ComparePaneProps {
  readonly first: Commit
  /** `null` for the current memory. */
  readonly second: Commit | null
}

/** The differences between two points, from the older to the newer one unless reversed. */
export function ComparePane({ first, second }: ComparePaneProps) {
  const [reversed, setReversed] = useState(false)
  const [diffs, setDiffs] = useState(false)
  const firstIsOlder = second === null || Date.parse(first.time) <= Date.parse(second.time)
  const [from, to] = firstIsOlder === reversed ? [second, first] : [first, second]
  const comparison = useComparison(from?.id ?? null, to?.id ?? null)
  const head = useMemory((state) => state.tree?.commit ?? null)
  const [older, newer] = firstIsOlder ? [first.id, second?.id ?? head] : [second.id, first.id]
  const bisect = newer === null || newer === older ? null : () => openBisect(older, newer)
  useKeys({ esc: () => openPoint(first.id), c: () => openPoint(first.id), b: () => bisect?.() })
  const count = comparison?.changeCount ?? 0
  const begin = nameOf(from)
  const end = nameOf(to)
  return (
    <section className="past" aria-label={t`From ${begin} to ${end}`} data-pane tabIndex={-1}>
      <div className="asof" role="status">
        <GitCompareArrows className="i" aria-hidden />
        <b className="cut">{t`From ${begin} to ${end}`}</b>
        <ReverseButton onClick={() => setReversed(!reversed)} />
        <span className="grow" />
        {bisect !== null && (
          <Button small icon={Split} keys="b" onClick={bisect}>
            <Trans>Find when it changed</Trans>
          </Button>
        )}
        <Button variant="q" small keys="esc" onClick={() => openPoint(first.id)}>
          <Trans>Back</Trans>
        </Button>
      </div>
      <div className="pbody scroll" tabIndex={0}>
        <SecondPoint first={first} second={second} />
        {count > 0 && <DiffChoices />}
        {comparison === undefined ? (
          <Skeleton rows={6} />
        ) : (
          <section className="would" aria-label={t`Differences`}>
            <h2>
              {count === 0 ? t`No differences` : plural(count, { one: '# file differs', other: '# files differ' })}
            </h2>
            <Changes comparison={comparison} diffs={diffs} words={{ change: '', return: t`added`, go: t`removed` }} />
          </section>
        )}
      </div>
      {count > 0 && (
        <div className="acts">
          <div className="row">
            <Button aria-pressed={diffs} onClick={() => setDiffs(!diffs)}>
              {diffs
                ? plural(count, { one: 'Hide the diff', other: 'Hide the # diffs' })
                : plural(count, { one: 'See the diff', other: 'See all # diffs' })}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

function ReverseButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="q" small icon={ArrowLeftRight} {...tooltip(t`Reverse the order`)} onClick={onClick}>
      <Trans>Reverse</Trans>
    </Button>
  )
}

function nameOf(commit: Commit | null): string {
  if (commit === null) return t`now`
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  return t`${day}, ${time}`
}

/** Selects the other point: now, a named point, or any change in the list. */
function SecondPoint({ first, second }: ComparePaneProps) {
  const points = usePoints((state) => state.points)
  const chosen = second?.id ?? NOW
  const listed = chosen === NOW || points.some(({ commit }) => commit === chosen)
  return (
    <div className="row second">
      <label className="row">
        <span className="ink3">
          <Trans>Second point</Trans>
        </span>
        <Select name={t`Second point`} value={chosen} onChange={(other) => openCompare(first.id, other)}>
          <option value={NOW}>{t`now`}</option>
          {!listed && <option value={chosen}>{nameOf(second)}</option>}
          {points
            .filter(({ commit }) => commit !== first.id)
            .map((point) => (
              <option key={point.name} value={point.commit}>
                {pointLabel(point)}
              </option>
            ))}
        </Select>
      </label>
      <span className="ink2 grow">
        <Trans>or select a change in the list</Trans>
      </span>
    </div>
  )
}

function useComparison(from: string | null, to: string | null): Comparison | undefined {
  const changes = useMemory((state) => state.changes)
  const head = useMemory((state) => state.tree?.commit ?? null)
  const begin = from ?? head
  return useQuery(
    begin === null ? null : `${from ?? 'now'} ${to}`,
    changes,
    () => api.timeline.compare.query({ from: begin ?? '', to, path: '' }),
    { warns: true },
  ).answer
}
