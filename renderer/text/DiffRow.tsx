import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowUpDown, UnfoldVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { tooltip } from '../ui/Tooltip.tsx'
import type { Moved, Row } from './diff-rows.ts'
import { isHeading, LineText, PiecesText, type RowText, WholeText } from './DiffText.tsx'
import { endDiffers, type Gap, type Side, type Sides } from './fold-rows.ts'
import type { LineEnd, TextLine } from './text-lines.ts'
import { type UndoRows, UndoRowButtons } from './UndoRows.tsx'

/** What the rows of one diff share. */
export interface RowLook {
  readonly as: 'rendered' | 'source'
  /** Lines inside of code fences. */
  readonly code: ReadonlySet<TextLine>
  /** Whether the change was undone: its added lines are marked as removed. */
  readonly undone: boolean
  /** Whether line ends are shown, since nothing else differs. */
  readonly ends: boolean
  /** The number of digits of the largest line number. */
  readonly digits: number
  readonly onOpen: (gap: Gap) => void
  readonly undo: UndoRows | null
}

const MARKS = { same: '', changed: '~', added: '+', removed: '−' }
const CLASSES = { same: '', changed: 'c', added: 'a', removed: 'd' }

/** One row of a diff in one column. */
export function DiffRow({ row, look }: { readonly row: Row | Gap; readonly look: RowLook }) {
  if (row.kind === 'gap') return <GapRow gap={row} look={look} />
  const line = row.kind === 'removed' ? row.old : row.now
  const moved = 'moved' in row ? row.moved : undefined
  const mark = look.undone && row.kind === 'added' ? MARKS.removed : MARKS[row.kind]
  return (
    <>
      {moved?.at === 0 && <MovedLabel moved={moved} to={row.kind === 'removed'} look={look} />}
      <Cells
        number={line.number}
        look={look}
        kind={moved === undefined ? CLASSES[row.kind] : 'm'}
        line={line}
        row={row}
      >
        <Mark sign={moved === undefined ? mark : ''} spoken={row.kind === 'changed'} />
        <RowContent row={row} as={textOf(line, look)} ends={look.ends} />
      </Cells>
    </>
  )
}

function textOf(line: TextLine, { as, code }: RowLook): RowText {
  return as === 'rendered' && code.has(line) ? 'code' : as
}

interface CellsProps {
  readonly number: number
  readonly look: RowLook
  readonly kind: string
  readonly line: TextLine
  /** The row that the buttons undo. */
  readonly row?: Row
  /** The mark and the content. */
  readonly children: readonly [ReactNode, ReactNode]
}

function Cells({ number, look, kind, line, row, children: [mark, content] }: CellsProps) {
  const as = textOf(line, look)
  const names = ['tx', as === 'code' && 'code', as === 'rendered' && isHeading(line.text) && 'head'].filter(Boolean)
  return (
    <div className={`dl ${kind}`}>
      <span className="ln">{padded(number, look.digits)}</span>
      {mark}
      <span className={names.join(' ')}>{content}</span>
      {row !== undefined && look.undo !== null && <UndoRowButtons row={row} undo={look.undo} />}
    </div>
  )
}

/** Numbers are as wide as the widest one of the diff: each row has columns of its own. */
const padded = (number: number | '', digits: number): string => String(number).padStart(digits, '\u2007')

function Mark({ sign, spoken }: { readonly sign: string; readonly spoken: boolean }) {
  return spoken ? (
    <span className="mk" role="img" aria-label={t`changed`}>
      {sign}
    </span>
  ) : (
    <span className="mk" aria-hidden>
      {sign}
    </span>
  )
}

function RowContent({ row, as, ends }: { readonly row: Row; readonly as: RowText; readonly ends: boolean }) {
  switch (row.kind) {
    case 'same':
      return (
        <>
          <LineText text={row.now.text} as={as} />
          {ends && endDiffers(row) && <EndChange before={row.old.end} after={row.now.end} />}
        </>
      )
    case 'changed':
      return <PiecesText pieces={row.pieces} as={as} />
    case 'removed':
      return row.moved === undefined ? (
        <WholeText kind="removed" text={row.old.text} as={as} />
      ) : (
        <LineText text={row.old.text} as={as} />
      )
    case 'added':
      if (row.pieces !== undefined) return <PiecesText pieces={row.pieces} as={as} />
      return row.moved === undefined ? (
        <WholeText kind="added" text={row.now.text} as={as} />
      ) : (
        <LineText text={row.now.text} as={as} />
      )
  }
}

function EndChange({ before, after }: { readonly before: LineEnd; readonly after: LineEnd }) {
  return (
    <>
      {' '}
      <del>
        <span className="vh">{t`removed`} </span>
        <EndGlyph end={before} />
      </del>{' '}
      <ins>
        <span className="vh">{t`added`} </span>
        <EndGlyph end={after} />
      </ins>
    </>
  )
}

function EndGlyph({ end }: { readonly end: LineEnd }) {
  const name = end === '' ? t`no line break at the end` : end === '\n' ? t`LF line break` : t`CRLF line break`
  return (
    <span className="hidden-char" role="img" aria-label={name} {...tooltip(name)}>
      {end === '' ? t`no line break` : end === '\n' ? 'LF' : 'CRLF'}
    </span>
  )
}

function MovedLabel({ moved, to, look }: { readonly moved: Moved; readonly to: boolean; readonly look: RowLook }) {
  const { path, line } = moved
  const label =
    path === undefined
      ? to
        ? t`moved to line ${line}`
        : t`moved from line ${line}`
      : to
        ? t`moved to ${path}, line ${line}`
        : t`moved from ${path}, line ${line}`
  return (
    <div className="dl m label">
      <span className="ln">{padded('', look.digits)}</span>
      <span className="mk">
        <ArrowUpDown className="i xs" aria-hidden />
      </span>
      <span className="tx">{label}</span>
    </div>
  )
}

function GapRow({ gap, look }: { readonly gap: Gap; readonly look: RowLook }) {
  return (
    <div className={gap.what === 'moved' ? 'dl gap m' : 'dl gap'}>
      <span className="ln">{padded('', look.digits)}</span>
      <span className="mk">
        <UnfoldVertical className="i xs" aria-hidden />
      </span>
      <span className="tx">
        <button type="button" className="unfold" onClick={() => look.onOpen(gap)}>
          {gap.what === 'moved'
            ? plural(gap.rows, { one: '# more line moved', other: '# more lines moved' })
            : plural(gap.rows, { one: '# line unchanged', other: '# lines unchanged' })}
        </button>
      </span>
    </div>
  )
}

/** One row of a diff in two columns. */
export function SidesRow({ sides, look }: { readonly sides: Sides | Gap; readonly look: RowLook }) {
  if ('kind' in sides) return <GapRow gap={sides} look={look} />
  return (
    <div className="pair">
      <Half side={sides.old} isOld look={look} />
      <Half side={sides.now} isOld={false} look={look} />
    </div>
  )
}

function Half({ side, isOld, look }: { readonly side: Side | null; readonly isOld: boolean; readonly look: RowLook }) {
  if (side === null) return <div className="half none" />
  const { row, line, pieces } = side
  const moved = 'moved' in row ? row.moved : undefined
  const kind = row.kind === 'same' ? '' : moved !== undefined ? 'm' : isOld ? 'd' : 'a'
  const sign = row.kind === 'same' || moved !== undefined ? '' : isOld ? MARKS.removed : MARKS.added
  const as = textOf(line, look)
  const [only] = pieces
  return (
    <div className="half">
      {moved?.at === 0 && <MovedLabel moved={moved} to={isOld} look={look} />}
      <Cells
        number={line.number}
        look={look}
        kind={row.kind === 'changed' ? 'c' : kind}
        line={line}
        {...(isOld && row.kind !== 'removed' ? {} : { row })}
      >
        <Mark sign={sign} spoken={false} />
        <>
          {only !== undefined && pieces.length === 1 && only.kind === 'same' ? (
            <LineText text={line.text} as={as} />
          ) : only !== undefined && pieces.length === 1 && only.kind !== 'same' ? (
            <WholeText kind={only.kind} text={line.text} as={as} />
          ) : (
            <PiecesText pieces={pieces} as={as} />
          )}
          {look.ends && endDiffers(row) && <EndGlyph end={line.end} />}
        </>
      </Cells>
    </div>
  )
}

/** A hint for the reader that rows follow which are not on the page yet. */
export function MoreRows({ rows, onShow }: { readonly rows: number; readonly onShow: () => void }) {
  return (
    <div className="diff-more">
      <button type="button" className="btn q sm" onClick={onShow}>
        {plural(rows, { one: 'Show # more line', other: 'Show # more lines' })}
      </button>
    </div>
  )
}

/** Line ends that differ beside other differences. */
export function EndsNote({ lines }: { readonly lines: number }) {
  const count = plural(lines, { one: '# line', other: '# lines' })
  return (
    <p className="diff-note">
      <Trans>Line breaks also changed on {count}.</Trans>
    </p>
  )
}
