import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { personOf } from '../../shared/commit.ts'
import type { ReviewLine } from '../../shared/review.ts'
import { when } from '../format/time.ts'
import { actorName } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { kindWord, reasonText } from '../memory-parts/review-words.ts'
import { changeSettings, useApp } from '../state/app-store.ts'
import { chatPath, filePath, pointPath } from '../state/routes.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { Switch } from '../ui/Switch.tsx'

interface LineDetailProps {
  readonly line: ReviewLine
  readonly onKeep: () => void
  readonly onUndo: () => void
}

/** One change in full: why it comes first, word by word, and where it comes from. */
export function LineDetail({ line, onKeep, onUndo }: LineDetailProps) {
  const { path } = line
  const [before, after] = [line.removed, line.added].map((lines) => lines.map(({ text }) => `${text}\n`).join(''))
  return (
    <section className="det" aria-label={t`This change`} data-pane tabIndex={-1}>
      <div className="in2 scroll">
        <h2>
          {kindWord(line.kind)} <PathText path={path} />
        </h2>
        {line.reasons.length > 0 && (
          <ul className="why">
            {line.reasons.map((reason) => (
              <li key={reason}>{reasonText(reason, line)}</li>
            ))}
          </ul>
        )}
        {before === after ? (
          <p className="diff-note">
            {line.from === null ? (
              <Trans>Can’t show this: it isn’t text, or it’s too large.</Trans>
            ) : (
              t`${line.from} is now ${path}. Its contents are the same.`
            )}
          </p>
        ) : (
          <div className="colx">
            <TextDiff
              before={before ?? ''}
              after={after ?? ''}
              context={0}
              oldFrom={line.removed[0]?.number}
              nowFrom={line.added[0]?.number}
            />
          </div>
        )}
        <Source line={line} />
        {line.by.actor === 'agent' && line.added.length > 0 && <Remembering />}
      </div>
      <div className="ab">
        <Button variant="pri" icon={Undo2} keys="u" onClick={onUndo}>
          <Trans>Undo this change</Trans>
        </Button>
        <Button keys="enter" onClick={onKeep}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </section>
  )
}

/** Whether what is undone is remembered, so that the agent and the user are told when it is written again. */
function Remembering() {
  const on = useApp(({ app }) => app?.settings.rememberRejected ?? true)
  const name = t`Tell me and the agent if a line I undo is written again`
  return (
    <div className="row remember">
      <Switch name={name} on={on} onChange={(rememberRejected) => void changeSettings({ rememberRejected })} />
      <span className="ex">{name}</span>
    </div>
  )
}

/** Who did it, and where it comes from. */
function Source({ line: { by, path } }: { readonly line: ReviewLine }) {
  return (
    <dl className="two">
      <dt>
        <Trans>By</Trans>
      </dt>
      <dd>
        {(by.actor === 'outside' ? personOf(by) : by.client) ?? actorName(by.actor)}, {when(by.time)}
      </dd>
      <dt>
        <Trans>Where</Trans>
      </dt>
      <dd>
        <a href={`#${filePath(path)}`}>
          <Trans>Open the file</Trans>
        </a>{' '}
        ·{' '}
        <a href={`#${pointPath(by.commit)}`}>
          <Trans>Show in the timeline</Trans>
        </a>
        {by.conversation !== null && (
          <>
            {' '}
            ·{' '}
            <a href={`#${chatPath(by.conversation)}`}>
              {by.turn === null ? <Trans>Open the conversation</Trans> : t`Turn ${by.turn} of the conversation`}
            </a>
          </>
        )}
      </dd>
    </dl>
  )
}
