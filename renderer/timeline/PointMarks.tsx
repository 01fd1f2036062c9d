import { t } from '@lingui/core/macro'
import { Bookmark } from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { listText } from '../format/language.ts'
import { pointLabel } from '../format/point-label.ts'
import { usePoints } from '../state/points-store.ts'
import { tooltip } from '../ui/Tooltip.tsx'

/** The restore points at these commits: named ones by name, automatic ones as a faint icon. */
export function PointMarks({
  commits,
  short = false,
}: {
  readonly commits: readonly Commit[]
  readonly short?: boolean
}) {
  const points = usePoints((state) => state.points)
  const here = points.filter((point) => commits.some(({ id }) => id === point.commit))
  if (here.length === 0) return null
  const named = here.filter(({ automatic }) => !automatic)
  const label = listText(here.map(pointLabel))
  if (named.length === 0 || short)
    return (
      <span
        className={named.length === 0 ? 'pt quiet' : 'pt'}
        role="img"
        aria-label={t`restore point: ${label}`}
        {...tooltip(label)}
      >
        <Bookmark className="i xs" aria-hidden />
      </span>
    )
  return named.map(({ name }) => (
    <span key={name} className="badge agent pt-name" {...tooltip(t`restore point: ${name}`)}>
      <Bookmark className="i xs" aria-hidden />
      <span className="cut">{name}</span>
    </span>
  ))
}
