import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useRef } from 'react'
import { chosenText } from '../../shared/merge/conflicts.ts'
import type { Choice, Conflict } from '../../shared/undoing.ts'
import { wordPieces } from '../text/word-pieces.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { isOwn, ownText, useOwnText } from './own-text.ts'
import { PathText } from './PathText.tsx'
import { Version } from './Version.tsx'

/** What the two versions are called. */
export interface ConflictWords {
  readonly mine: string
  readonly theirs: string
  readonly keepMine: string
  readonly useTheirs: string
}

interface ConflictCardProps {
  readonly conflict: Conflict
  readonly choice: Choice | null
  readonly words: ConflictWords
  /** The one that the keys decide. */
  readonly isCurrent: boolean
  /** Whether the keys of the choices work here. */
  readonly hasKeys: boolean
  readonly onChoose: (choice: Choice | null) => void
}

/** One place that both sides changed: the present text, the other one, and the choice. */
export function ConflictCard({ conflict, choice, words, isCurrent, hasKeys, onChoose }: ConflictCardProps) {
  const { path, kind, line, mine, theirs, context } = conflict
  const pieces = useMemo(() => wordPieces(mine ?? '', theirs ?? ''), [mine, theirs])
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  useOwnText(conflict.id, choice)
  const name = kind === 'lines' ? t`${path}, line ${line}` : path
  return (
    <article ref={card} className={isCurrent ? 'clash on' : 'clash'} aria-label={t`Conflict in ${name}`}>
      <h3>
        <PathText path={path} /> {kind === 'lines' && <small>{t`line ${line}`}</small>}
      </h3>
      {kind === 'name' ? (
        <p className="diff-note">
          <Trans>Another file now has this file’s earlier name, so this one keeps its current name.</Trans>
        </p>
      ) : (
        <div className="two-texts">
          <Version
            name={words.mine}
            keys={hasKeys ? '1' : undefined}
            text={mine}
            pieces={pieces?.filter((piece) => piece.kind !== 'added') ?? null}
          />
          <Version
            name={words.theirs}
            keys={hasKeys ? '2' : undefined}
            text={theirs}
            pieces={pieces?.filter((piece) => piece.kind !== 'removed') ?? null}
          />
        </div>
      )}
      <Choices conflict={conflict} choice={choice} words={words} hasKeys={hasKeys} onChoose={onChoose} />
      {isOwn(choice) ? (
        <textarea
          className="mem-edit"
          aria-label={t`Your text`}
          value={choice.text}
          rows={Math.max(2, choice.text.split('\n').length)}
          onChange={(event) => onChoose({ text: event.target.value })}
          autoFocus
        />
      ) : (
        choice !== null &&
        kind === 'lines' && (
          <Result context={context} text={chosenText(choice, { ours: mine ?? '', theirs: theirs ?? '' })} />
        )
      )}
    </article>
  )
}

function Result({ context, text }: { readonly context: Conflict['context']; readonly text: string }) {
  return (
    <div className="colx res" role="group" aria-label={t`Result`}>
      <div className="fh">
        <Trans>Result</Trans>
      </div>
      <div className="tx">
        {context.before !== '' && <span className="ink3">{`${context.before}\n`}</span>}
        {text}
        {context.after !== '' && <span className="ink3">{context.after}</span>}
      </div>
    </div>
  )
}

function Choices({ conflict, choice, words, hasKeys, onChoose }: Omit<ConflictCardProps, 'isCurrent'>) {
  const { kind } = conflict
  const options: readonly (readonly [label: string, keys: string, on: boolean, choice: Choice])[] = [
    [words.keepMine, '1', choice === 'mine', 'mine'],
    [words.useTheirs, '2', choice === 'theirs', 'theirs'],
    [t`Keep both`, '3', choice === 'both', 'both'],
    [t`Edit`, '4', isOwn(choice), ownText(conflict)],
  ]
  const shown = options.slice(0, kind === 'lines' ? 4 : kind === 'file' ? 2 : 1)
  return (
    <div className="seg" role="group" aria-label={t`What to keep`}>
      {shown.map(([label, keys, on, value]) => (
        <button key={keys} type="button" aria-pressed={on} onClick={() => onChoose(on ? null : value)}>
          {kind === 'name' ? <Trans>Keep the current name</Trans> : label} {hasKeys && <Kbd keys={keys} />}
        </button>
      ))}
    </div>
  )
}
