import { Trans } from '@lingui/react/macro'
import { ActorBadge } from './ActorBadge.tsx'

/** What the badges mean. */
export function ActorLegend() {
  return (
    <div className="legend">
      <span>
        <ActorBadge actor="agent" silent />
        <Trans>the agent</Trans>
      </span>
      <span>
        <ActorBadge actor="user" silent />
        <Trans>you</Trans>
      </span>
      <span>
        <ActorBadge actor="outside" silent />
        <Trans>another program</Trans>
      </span>
      <span>
        <ActorBadge actor="policy" silent />
        <Trans>a policy</Trans>
      </span>
    </div>
  )
}
