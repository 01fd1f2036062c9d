import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Popover } from 'radix-ui'
import { type ReactNode, useMemo } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { shortCount, tokens } from '../format/counts.ts'
import { costText } from '../format/money.ts'
import { useApp } from '../state/app-store.ts'
import { useChosenModel } from '../state/models-store.ts'
import { settingsPath } from '../state/routes.ts'
import { Meter } from '../ui/Meter.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { tallyOf, type Tally, tokensText } from './tally.ts'

/** The meter warns from this share of the limit. */
const WARN_AT_SHARE = 0.75

/** How full the model's context is and what the conversation used and cost; opens to a table by turn. */
export function UsageMeter({ turns }: { readonly turns: readonly Turn[] }) {
  const app = useApp((state) => state.app)
  const model = useChosenModel(app)
  const prices = app?.settings.prices
  const tally = useMemo(() => (prices === undefined ? null : tallyOf(turns, prices)), [turns, prices])
  if (tally === null) return null
  const limit = model?.maxInput ?? null
  const used = tally.context === null ? null : shortCount(tally.context)
  const most = limit === null ? '' : shortCount(limit)
  const context = used === null ? t`tokens unknown` : limit === null ? t`${used} tokens` : t`${used} of ${most}`
  const cost = tally.total.cost.isWhole || tally.total.cost.known > 0 ? costText(tally.total.cost) : t`cost unknown`
  return (
    <span className="cost">
      {limit !== null && tally.context !== null && (
        <Meter name={t`Context used`} meter={{ used: tally.context, limit }} warnAt={WARN_AT_SHARE} text={context} />
      )}
      <UsageButton context={context} cost={cost}>
        <UsageDetails tally={tally} limit={limit} />
      </UsageButton>
    </span>
  )
}

interface UsageButtonProps {
  readonly context: string
  readonly cost: string
  /** What it opens to. */
  readonly children: ReactNode
}

function UsageButton({ context, cost, children }: UsageButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="pick num">
          <span className="vh">{t`Context and cost: ${context}, ${cost}`}</span>
          <span className="hide-n" aria-hidden>
            {context}
          </span>
          <span aria-hidden>{cost}</span>
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu used"
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={t`This conversation’s usage`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function UsageDetails({ tally, limit }: { readonly tally: Tally; readonly limit: number | null }) {
  return (
    <>
      <h2>
        <Trans>Context</Trans>
      </h2>
      <p>{contextSentence(tally.context, limit)}</p>
      <h2>
        <Trans>This conversation</Trans>
      </h2>
      <TurnTable tally={tally} />
      <p className="ink3">
        <Trans>
          Tokens are counted by the service and priced as in{' '}
          <a className="text-link" href={`#${settingsPath('prices')}`}>
            Settings
          </a>
          . A summary counts towards the turn in which it was made.
        </Trans>
      </p>
    </>
  )
}

function contextSentence(context: number | null, limit: number | null): string {
  if (context === null) return t`The service hasn’t reported a token count.`
  const [used, most] = [tokens(context), limit === null ? '' : tokens(limit)]
  return limit === null
    ? t`The last request and its answer: ${used}. The service doesn’t say how many tokens the model accepts.`
    : t`The last request and its answer: ${used}. The model accepts up to ${most}.`
}

/** What each turn used, and the sum. */
function TurnTable({ tally }: { readonly tally: Tally }) {
  const hasHour = tally.total.cacheWriteHour.known > 0
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th>
              <Trans>turn</Trans>
            </th>
            <th>
              <Trans>input</Trans>
            </th>
            <th>
              <Trans>cache read</Trans>
            </th>
            <th>{hasHour ? t`cache write, 5 min` : t`cache write`}</th>
            {hasHour && (
              <th>
                <Trans>cache write, 1 hour</Trans>
              </th>
            )}
            <th>
              <Trans>output</Trans>
            </th>
            <th>
              <Trans>of which thinking</Trans>
            </th>
            <th>
              <Trans>cost</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {tally.turns.map((turn) => (
            <tr key={turn.turn}>
              <td {...tooltip(turn.model)}>
                {turn.turn}
                <span className="vh">{` · ${turn.model}`}</span>
              </td>
              <AmountCells amounts={turn} hasHour={hasHour} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>
              <Trans>total</Trans>
            </th>
            <AmountCells amounts={tally.total} hasHour={hasHour} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function AmountCells({ amounts, hasHour }: { readonly amounts: Tally['total']; readonly hasHour: boolean }) {
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, thoughts, cost } = amounts
  return (
    <>
      <td>{tokensText(input)}</td>
      <td>{tokensText(cacheRead)}</td>
      <td>{tokensText(cacheWrite)}</td>
      {hasHour && <td>{tokensText(cacheWriteHour)}</td>}
      <td>{tokensText(output)}</td>
      <td>{tokensText(thoughts)}</td>
      <td>{costText(cost)}</td>
    </>
  )
}
