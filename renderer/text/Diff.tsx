import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Change } from '../../shared/change.ts'
import { useText } from '../state/memory-store.ts'
import { Button } from '../ui/Button.tsx'
import { diffRows, foldRows, type Piece, type Row, trimEdges, twoSides } from './diff-rows.ts'
import { RedactableText } from './RedactedText.tsx'

const MAX_ROWS = 200

interface DiffProps {
  readonly change: Change
  /** Unchanged lines shown above and below. */
  readonly context?: number
  readonly below?: number
  /** At most this many rows before "show all". */
  readonly maxRows?: number
  readonly undone?: boolean
  readonly sideBySide?: boolean
}

/** The diff of a change, whose two versions are loaded by id. */
export function Diff({
  change,
  context = 1,
  below = context,
  maxRows = MAX_ROWS,
  undone = false,
  sideBySide = false,
}: DiffProps) {
  const before = useText(change.before?.id ?? null)
  const after = useText(change.after?.id ?? null)
  if (before === undefined || after === undefined) return <div className="sk" aria-hidden />
  if (before === null || after === null)
    return (
      <p className="diff-note">
        <Trans>This is not text, or too large to show.</Trans>
      </p>
    )
  if (change.from !== undefined && before === after) return null
  if (before === after && change.before !== null && change.after !== null)
    return (
      <p className="diff-note">
        <Trans>Nothing in the file changed.</Trans>
      </p>
    )
  if (before === after)
    return (
      <p className="diff-note">
        <Trans>The file is empty.</Trans>
      </p>
    )
  if (sideBySide) return <SideBySide before={before} after={after} />
  return <InLine before={before} after={after} context={context} below={below} maxRows={maxRows} undone={undone} />
}

interface InLineProps {
  readonly before: string
  readonly after: string
  readonly context: number
  readonly below?: number
  readonly maxRows?: number
  readonly undone?: boolean
}

export function InLine({ before, after, context, below = context, maxRows = MAX_ROWS, undone = false }: InLineProps) {
  const [all, setAll] = useState(false)
  const rows = useMemo(
    () => trimEdges(foldRows(diffRows(before, after), below, context)),
    [before, after, below, context],
  )
  const shown = all ? rows : rows.slice(0, maxRows)
  const hidden = rows.length - shown.length
  return (
    <>
      <div className={undone ? 'diff struck' : 'diff'} role="group" aria-label={t`Change`}>
        {shown.map((row, at) => (
          <RowView key={at} row={row} undone={undone} />
        ))}
      </div>
      {hidden > 0 && (
        <div className="diff-more">
          <Button variant="q" small onClick={() => setAll(true)}>
            {plural(hidden, { one: 'Show # more line', other: 'Show # more lines' })}
          </Button>
        </div>
      )}
    </>
  )
}

function SideBySide({ before, after }: { readonly before: string; readonly after: string }) {
  const sides = useMemo(() => twoSides(before, after), [before, after])
  return (
    <div className="sides">
      <div className="diff" role="group" aria-label={t`Before`}>
        {sides.map((pair, at) => (
          <RowView key={at} row={pair.old} />
        ))}
      </div>
      <div className="diff" role="group" aria-label={t`After`}>
        {sides.map((pair, at) => (
          <RowView key={at} row={pair.new} />
        ))}
      </div>
    </div>
  )
}

const ROW_MARKS = { same: '', added: '+', removed: '−' }
const ROW_CLASSES = { same: undefined, added: 'a', removed: 'd' }

/** @param undone whether the change was undone: its added lines are marked as removed */
function RowView({ row, undone = false }: { readonly row: Row | null; readonly undone?: boolean }) {
  if (row === null)
    return (
      <div>
        <span className="ln" />
        <span className="mk" />
        <span className="tx">{'\u00a0'}</span>
      </div>
    )
  if (row.kind === 'gap') {
    return (
      <div className="gap">
        <span className="ln" aria-hidden>
          ⋯
        </span>
        <span className="mk" />
        <span className="tx">{plural(row.lines, { one: '# line unchanged', other: '# lines unchanged' })}</span>
      </div>
    )
  }
  if (row.kind === 'changed') {
    return (
      <div className="c">
        <span className="ln">{row.number}</span>
        <span className="mk" aria-label={t`changed`}>
          ~
        </span>
        <span className="tx">
          {row.pieces.map((piece, at) => (
            <PieceView key={at} piece={piece} />
          ))}
        </span>
      </div>
    )
  }
  return (
    <div className={ROW_CLASSES[row.kind]}>
      <span className="ln">{row.number}</span>
      <span className="mk" aria-hidden>
        {undone && row.kind === 'added' ? ROW_MARKS.removed : ROW_MARKS[row.kind]}
      </span>
      <span className="tx">
        {row.kind === 'same' ? (
          <RedactableText text={row.text || '\u00a0'} />
        ) : (
          <PieceView piece={{ kind: row.kind, text: row.text || '\u00a0' }} />
        )}
      </span>
    </div>
  )
}

function PieceView({ piece }: { readonly piece: Piece }) {
  if (piece.kind === 'same') return <RedactableText text={piece.text} />
  const text = piece.text.trim()
  const from = piece.text.length - piece.text.trimStart().length
  const [space, end] = [piece.text.slice(0, from), piece.text.slice(from + text.length)]
  if (text === '') return piece.text
  return piece.kind === 'removed' ? (
    <>
      {space}
      <del>
        <span className="vh">{t`removed`} </span>
        <RedactableText text={text} />
      </del>
      {end || ' '}
    </>
  ) : (
    <>
      {space}
      <ins>
        <span className="vh">{t`added`} </span>
        <RedactableText text={text} />
      </ins>
      {end}
    </>
  )
}
