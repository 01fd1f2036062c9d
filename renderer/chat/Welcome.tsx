import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Example } from '../memory-parts/Example.tsx'
import { lookedSummary } from '../memory-parts/review-words.ts'
import { useChat } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { useReview } from '../state/review-store.ts'
import { reviewPath } from '../state/routes.ts'
import { FirstLook } from './FirstLook.tsx'
import { asTheySay, Starters, starters } from './Starters.tsx'

/** Shown in a conversation over an empty memory: what to say, beside what a variorum is. */
export function Welcome() {
  return (
    <div className="begin">
      <div className="spec">
        <h2>
          <Trans>Say something worth keeping</Trans>
        </h2>
        <p className="ld">
          <Trans>Everything the agent saves appears beside the chat, and you can undo any of it.</Trans>
        </p>
        <p className="hd">
          <Trans>Try these, in order:</Trans>
        </p>
        <Starters id={undefined} starters={asTheySay(starters())} />
      </div>
      <Example />
    </div>
  )
}

/** Shown in a new conversation when the memory already has files. Before the first one, it says what to ask. */
export function NewConversation() {
  const files = useMemory(({ tree }) => tree?.files)
  const isFirst = useChat(({ list }) => list?.length === 0)
  return (
    <div className="spec">
      <h2>
        <Trans>A new conversation</Trans>
      </h2>
      <p className="ld">
        <Trans>Each change the agent makes appears here, with an Undo button.</Trans>
      </p>
      {isFirst && files !== undefined ? <FirstLook files={files} /> : <SinceYouLooked />}
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
      <p className="spec-note">
        {lookedSummary(lines)}{' '}
        <a className="text-link" href={`#${reviewPath()}`}>
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
          The agent sees the memory as it was then and nothing later. It can’t write, and asking leaves no trace in the
          timeline.
        </Trans>
      </p>
    </div>
  )
}

/** Shown before the first message of a temporary conversation. */
export function LeaveNoTrace() {
  return (
    <div className="spec">
      <h2>
        <Trans>A temporary conversation</Trans>
      </h2>
      <p className="ld">
        <Trans>
          Reading leaves no trace in the timeline. What you say and what the agent reads still go to the model; any
          server contacted is listed under “What happened on this device” in Settings.
        </Trans>
      </p>
    </div>
  )
}
