import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { HistoryOverview } from '../../shared/memory.ts'
import { countText } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { ActorBadge, actorName } from '../memory-parts/ActorBadge.tsx'
import { ACTORS } from '../state/timeline-filter.ts'
import { Button } from '../ui/Button.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { periodName } from './periods.ts'
import { useChosenSpan } from './use-day-choice.ts'

/** The chart as a table, the newest first. The name of a period leads to its changes. */
export function OverviewTable({ overview }: { readonly overview: HistoryOverview }) {
  const { periods, step } = overview
  const { filtered, choose } = useChosenSpan(overview)
  const { shown, more } = useGradualList(step, periods.length, 100, 400)
  const isChosen = (at: number): boolean => filtered?.from === at && filtered.at === at
  return (
    <div className="ov-table scroll" role="region" aria-label={t`Memory over time, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{step === 'day' ? t`Day` : t`Time`}</th>
            <th className="num">{t`Files`}</th>
            <th className="num">{t`Size`}</th>
            {ACTORS.map((actor) => (
              <th key={actor} className="num">
                <ActorBadge actor={actor} small silent /> {actorName(actor)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods
            .map((period, at) => ({ period, at }))
            .toReversed()
            .slice(0, shown)
            .map(({ period: { from, files, bytes, counts }, at }) => (
              <tr key={from} className={isChosen(at) ? 'on' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={isChosen(at)}
                    {...explained(t`Show the changes from this time`)}
                    onClick={() => choose(isChosen(at) ? null : { from: at, at })}
                  >
                    {periodName(from, step)}
                  </button>
                </th>
                <td className="num">{countText(files)}</td>
                <td className="num">{size(bytes)}</td>
                {ACTORS.map((actor) => (
                  <td key={actor} className="num">
                    {counts[actor] === 0 ? '' : countText(counts[actor])}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {more !== null && (
        <Button small onClick={more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}
