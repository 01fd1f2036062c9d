import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { History, Undo2 } from 'lucide-react'
import type { Answer } from '../../shared/bisect.ts'
import type { Commit } from '../../shared/commit.ts'
import { phraseChunks } from '../format/phrase-chunks.ts'
import { clock, dayWord } from '../format/time.ts'
import { PastText, usePastFile } from '../memory-parts/PastFile.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { openPoint } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CommitChanges } from './CommitChanges.tsx'
import type { Subject } from './use-bisection.ts'

interface BisectPointProps {
  readonly commit: Commit
  /** Of the question, from 1. */
  readonly number: number
  /** Questions left at most, this one included. */
  readonly left: number
  readonly subject: Subject
  readonly isRunning: boolean
  readonly onAnswer: (answer: Answer) => void
  readonly onBack: (() => void) | undefined
}

/** One point in between: what the memory said there, and the two answers. */
export function BisectPoint({ commit, number, left, subject, isRunning, onAnswer, onBack }: BisectPointProps) {
  const day = dayWord(commit.time)
  const time = clock(commit.time)
  const more = plural(left, { one: 'at most # question left', other: 'at most # questions left' })
  return (
    <section className="past" aria-label={t`Question ${number}: as of ${day}, ${time}`} data-pane tabIndex={-1}>
      <div className="asof" role="status">
        <History className="i" aria-hidden />
        <b className="cut">{t`As of ${day}, ${time}`}</b>
        <span className="ink2 cut">{more}</span>
        <span className="grow" />
        <Button variant="q" small keys="esc" onClick={() => openPoint()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <div className="fade">
        <div className="pbody scroll" tabIndex={0}>
          <Relevant commit={commit} subject={subject} />
        </div>
      </div>
      <div className="acts">
        <div className="row">
          <Button variant="pri" keys="y" disabled={isRunning} onClick={() => onAnswer('yes')}>
            <Trans>Yes</Trans>
          </Button>
          <Button keys="n" disabled={isRunning} onClick={() => onAnswer('no')}>
            <Trans>No</Trans>
          </Button>
          <span className="grow" />
          {onBack !== undefined && (
            <Button variant="q" icon={Undo2} keys="b" onClick={onBack}>
              <Trans>Take back the last answer</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

/** The lines with the words, the chosen file as it was, or, if nothing was chosen, what changed here. */
function Relevant({ commit, subject }: { readonly commit: Commit; readonly subject: Subject }) {
  if (subject.words.trim() !== '') return <LinesThen commit={commit} subject={subject} />
  if (subject.path !== '') return <FileThen commit={commit} path={subject.path} />
  return <CommitChanges commit={commit} />
}

function LinesThen({ commit, subject: { words, path } }: { readonly commit: Commit; readonly subject: Subject }) {
  const { answer: page } = useQuery(`${commit.id} ${path} ${words}`, 0, () =>
    api.timeline.linesAt.query({ at: commit.id, words, ...(path !== '' && { path }) }),
  )
  if (page === undefined) return <Skeleton rows={4} />
  if (page.count === 0)
    return (
      <p className="ink3">
        <Trans>No line contained these words at that point.</Trans>
      </p>
    )
  const more = page.count - page.lines.length
  return (
    <ul className="lines-then" aria-label={t`Lines at that point`}>
      {page.lines.map((line) => (
        <li key={`${line.path} ${line.number}`}>
          <span className="cut">
            <PathText path={line.path} /> <span className="meta num">{line.number}</span>
          </span>
          <span className="ln">
            {phraseChunks(line.text.trim(), words).map(({ text, found }, at) =>
              found ? <mark key={at}>{text}</mark> : text,
            )}
          </span>
        </li>
      ))}
      {more > 0 && <li className="meta">{plural(more, { one: 'and # more line', other: 'and # more lines' })}</li>}
    </ul>
  )
}

function FileThen({ commit, path }: { readonly commit: Commit; readonly path: string }) {
  const blob = usePastFile(path, commit)
  if (blob === undefined) return <Skeleton rows={8} />
  if (blob === null)
    return (
      <p className="ink3">
        <Trans>{path} didn’t exist at this point.</Trans>
      </p>
    )
  return <PastText path={path} blob={blob} />
}
