import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, GitCompareArrows, X } from 'lucide-react'
import type { RestorePoint } from '../../shared/memory.ts'
import { pointLabel } from '../format/point-label.ts'
import { stamp } from '../format/time.ts'
import { forgetPoint, usePoints } from '../state/points-store.ts'
import { NOW, openCompare, openPoint } from '../state/routes.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { tooltip } from '../ui/Tooltip.tsx'

/** All restore points, to open, compare or remove. */
export function PointsPane({ onClose }: { readonly onClose: () => void }) {
  const points = usePoints((state) => state.points)
  const named = points.filter(({ automatic }) => !automatic)
  const automatic = points.filter((point) => point.automatic)
  useKeys({ esc: onClose })
  return (
    <section className="past none" aria-label={t`Restore points`} data-pane tabIndex={-1}>
      <div className="pt-head">
        <Bookmark className="i" aria-hidden />
        <h2 className="grow">
          <Trans>Restore points</Trans>
        </h2>
        <IconButton icon={X} small name={t`Close`} keys="esc" onClick={onClose} />
      </div>
      <div className="pbody scroll" tabIndex={0}>
        {named.length === 0 ? (
          <p className="ink3">
            <Trans>
              No named points yet. Select a change and choose “Name this point…” so you can restore the whole store to
              it later.
            </Trans>
          </p>
        ) : (
          <ul className="pts" aria-label={t`Named points`}>
            {named.map((point) => (
              <PointRow key={point.name} point={point} />
            ))}
          </ul>
        )}
        {automatic.length > 0 && (
          <>
            <h3 className="ink3">
              <Trans>Created automatically before changes to several files</Trans>
            </h3>
            <ul className="pts quiet" aria-label={t`Automatic points`}>
              {automatic.map((point) => (
                <PointRow key={point.name} point={point} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

function PointRow({ point }: { readonly point: RestorePoint }) {
  const label = pointLabel(point)
  return (
    <li>
      <button type="button" className="wr" onClick={() => openPoint(point.commit)}>
        <Bookmark className="i s" aria-hidden />
        <span className="cut grow" title={label}>
          {label}
        </span>
        <span className="meta num">{stamp(point.madeAt)}</span>
      </button>
      <Button
        variant="q"
        small
        icon={GitCompareArrows}
        aria-label={t`Compare with now: ${label}`}
        {...tooltip(t`Compare with now: ${label}`)}
        onClick={() => openCompare(point.commit, NOW)}
      >
        <span className="hide-n">
          <Trans>Compare</Trans>
        </span>
      </Button>
      <IconButton
        icon={X}
        small
        name={t`Remove this restore point: ${label}`}
        onClick={() => void forgetPoint(point)}
      />
    </li>
  )
}
