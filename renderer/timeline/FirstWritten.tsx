import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import type { Commit } from '../../shared/commit.ts'
import { when } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { QuotedLine } from '../memory-parts/ChangedQuote.tsx'
import { pointPath } from '../state/routes.ts'
import { phraseIn } from '../state/timeline-filter.ts'
import { useTimeline } from '../state/timeline-store.ts'
import { useSource } from './use-source.ts'

/** Where the words that are looked for in changes were first written, however long ago. */
export function FirstWritten() {
  const first = useTimeline((state) => state.first)
  return first === null ? null : <First commit={first} />
}

function First({ commit }: { readonly commit: Commit }) {
  const phrase = useTimeline(({ filter }) => phraseIn(filter))
  const line = useTimeline((state) => state.found.get(commit.id)?.lines.find(({ kind }) => kind === 'added'))
  const { name } = useSource(commit)
  const at = when(commit.time)
  return (
    <section className="first-written" aria-label={t`First written`}>
      <Flag className="i s" aria-hidden />
      <a className="text-link" href={`#${pointPath(commit.id)}`}>
        <Trans>First written {at}</Trans>
      </a>
      <ActorBadge actor={commit.origin.actor} small />
      <span className="meta cut fit">{name}</span>
      {line !== undefined && <QuotedLine kind="added" text={line.text.trim()} phrase={phrase} />}
    </section>
  )
}
