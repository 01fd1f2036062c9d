import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Actor } from '../../shared/commit.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { ActorLegend } from '../memory-parts/ActorLegend.tsx'
import { lookedSummary } from '../memory-parts/review-words.ts'
import { useReview } from '../state/review-store.ts'
import { reviewPath } from '../state/routes.ts'

/** Shown in a conversation over an empty memory: what a variorum is, by the example of one line. */
export function Welcome() {
  const readings: readonly { readonly actor: Actor; readonly text: string; readonly source: string }[] = [
    { actor: 'agent', text: t`4 to 9 December, alone`, source: t`today, turn 3` },
    { actor: 'agent', text: t`27 November to 2 December, with Tomás`, source: t`2 Nov, turn 9` },
    { actor: 'user', text: t`end of November`, source: t`2 Oct, you` },
  ]
  return (
    <div className="spec">
      <h2>
        <Trans>Nothing remembered yet</Trans>
      </h2>
      <p className="ld">
        <Trans>
          Say something worth keeping. Everything the agent saves appears alongside, and you can undo any of it.
        </Trans>
      </p>
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
      <p className="cap">
        <Trans>
          A variorum prints every reading of a text, with who made each. Here the text is the memory, and every reading
          can be brought back.
        </Trans>
      </p>
      <ActorLegend />
    </div>
  )
}

/** Shown in a new conversation when the memory already has files. */
export function NewConversation() {
  return (
    <div className="spec">
      <h2>
        <Trans>A new conversation</Trans>
      </h2>
      <p className="ld">
        <Trans>The agent can read the whole memory. Each change it makes appears here as a card you can undo.</Trans>
      </p>
      <SinceYouLooked />
    </div>
  )
}

/** What is new, in a sentence, with the way to look at it. */
function SinceYouLooked() {
  const lines = useReview(({ review }) => review?.lines)
  if (lines === undefined || lines.length === 0) return null
  return (
    <section aria-label={t`Since you last looked`}>
      <div className="hd">
        <span>
          <Trans>Since you last looked</Trans>
        </span>
      </div>
      <p className="cap">
        {lookedSummary(lines)}{' '}
        <a href={`#${reviewPath()}`}>
          <Trans>Review</Trans>
        </a>
      </p>
    </section>
  )
}

/** Shown before the first question about a past state of the memory. */
export function AskThePast() {
  return (
    <div className="spec">
      <h2>
        <Trans>Ask about the memory as it was</Trans>
      </h2>
      <p className="ld">
        <Trans>
          The agent sees the memory of that moment and nothing later. It cannot write, and asking leaves no trace in the
          timeline.
        </Trans>
      </p>
    </div>
  )
}
