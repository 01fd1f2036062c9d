import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Actor } from '../../shared/origin.ts'
import { ActorBadge } from './ActorBadge.tsx'
import { ActorLegend } from './ActorLegend.tsx'

/** What a variorum is, by the example of one line. */
export function Example() {
  const readings: readonly { readonly actor: Actor; readonly text: string; readonly source: string }[] = [
    { actor: 'agent', text: t`4 to 9 December, alone`, source: t`today, turn 3` },
    { actor: 'agent', text: t`27 November to 2 December, with Tomás`, source: t`2 Nov, turn 9` },
    { actor: 'user', text: t`end of November`, source: t`2 Oct, you` },
  ]
  return (
    <div className="spec">
      <div className="hd">
        <span>
          <Trans>Example</Trans>
        </span>
        <span>travel/lisbon.md</span>
      </div>
      <p className="pg">
        <Trans>
          Flat in Graça, third floor, no lift. <span className="lem">Lisbon, 4 to 9 December, alone.</span>
          <sup>5</sup> Return the borrowed level to the harbour office.
        </Trans>
      </p>
      <table aria-label={t`Readings of line 5`}>
        <tbody>
          {readings.map((reading, at) => (
            <tr key={reading.text} className={at === 0 ? 'now' : undefined}>
              <td>
                <ActorBadge actor={reading.actor} />
              </td>
              <td>{reading.text}</td>
              <td>{reading.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="spec-note">
        <Trans>
          A variorum prints every reading of a text and says whose it is. Here the text is the memory, and every reading
          can be restored.
        </Trans>
      </p>
      <ActorLegend />
    </div>
  )
}
