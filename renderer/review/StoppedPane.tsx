import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, OctagonX, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { quantityText } from '../format/quantity-text.ts'
import { Changes, restoreSummary } from '../memory-parts/Changes.tsx'
import { stoppedTitle } from '../memory-parts/review-words.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { useReview } from '../state/review-store.ts'
import { keepStopped, type StoppedWriter, undoStopped } from '../state/stopped-writers.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { isPressed, useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { WaitingRow } from './WaitingRow.tsx'

/** All that somebody did, and wants to do, who removed or rewrote too much at once: one key keeps or undoes it. */
export function StoppedPane({ stopped }: { readonly stopped: StoppedWriter }) {
  const { commits, writes, share } = stopped
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  const waiting = useReview(({ review }) => review?.waiting)?.filter(({ id }) => writes.includes(id)) ?? []
  const [keep, undo] = [() => void keepStopped(stopped), () => void undoStopped(stopped)]
  useKeys({ enter: (event) => !isPressed(event) && keep(), u: undo })
  const isOutside = stopped.origin.actor === 'outside'
  return (
    <section className="det" aria-label={stoppedTitle(stopped)} data-pane tabIndex={-1} ref={pane}>
      <div className="in2 scroll">
        <h2>{stoppedTitle(stopped)}</h2>
        <Notice
          icon={OctagonX}
          variant="wait"
          head={
            isOutside
              ? t`${quantityText(share, 'percent')} of the memory was removed or rewritten.`
              : t`${quantityText(share, 'percent')} of the memory would be removed or rewritten.`
          }
        >
          {isOutside ? (
            <Trans>Another program can’t be stopped. If it wasn’t you, undo all of it.</Trans>
          ) : (
            <Trans>What comes after waits for you. Keep all, and the agent may go on; or undo all of it.</Trans>
          )}
        </Notice>
        {commits.length > 0 && <Done commits={commits} />}
        {waiting.length > 0 && (
          <section aria-label={t`Still waiting`}>
            <h3>
              <Trans>Still waiting</Trans>{' '}
              <small>{plural(waiting.length, { one: '# change', other: '# changes' })}</small>
            </h3>
            <ul className="lst">
              {waiting.map((each) => (
                <WaitingRow key={each.id} waiting={each} isOpen={false} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className="ab">
        <Button variant="pri" icon={Check} keys="enter" onClick={keep}>
          <Trans>Keep all of it</Trans>
        </Button>
        <Button variant="red" icon={Undo2} keys="u" onClick={undo}>
          <Trans>Undo all of it</Trans>
        </Button>
      </div>
    </section>
  )
}

/** What is in the memory already, as undoing it would change it back. */
function Done({ commits }: Pick<StoppedWriter, 'commits'>) {
  const changes = useMemory((state) => state.changes)
  const { answer, problem } = useQuery(commits.join(' '), changes, () =>
    api.timeline.previewUndo.query({ what: { commits } }),
  )
  if (answer === null || answer === undefined)
    return problem === null ? <Skeleton rows={4} /> : <p className="bad">{problem}</p>
  return (
    <section className="would" aria-label={t`If you undo it`}>
      <h3>
        <Trans>If you undo it</Trans> <small>{restoreSummary(answer)}</small>
      </h3>
      <Changes
        comparison={answer}
        diffs={false}
        words={{ change: '', return: t`will be restored`, go: t`will be deleted` }}
      />
    </section>
  )
}
