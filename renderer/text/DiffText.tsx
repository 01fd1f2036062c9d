import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { hidesSomething } from '../../shared/invisible.ts'
import { size } from '../format/sizes.ts'
import { InlineMarkdown } from './Markdown.tsx'
import { RedactableText } from './RedactedText.tsx'
import { BlankText } from './VisibleText.tsx'
import type { Piece } from './word-pieces.ts'

/** How the text of a row is shown. */
export type RowText = 'rendered' | 'source' | 'code'

/** What Markdown would change in a line: without any of it, no parser is needed. */
const MARKUP = /[*_`~[\]<>\\&@|]|:\/\/|www\./

/** A line without differences. One that hides something is shown as it is written. */
export function LineText({ text, as }: { readonly text: string; readonly as: RowText }) {
  if (text === '') return '\u00a0'
  if (as !== 'rendered' || hidesSomething(text)) return <RedactableText text={text} />
  const { mark, rest } = splitMark(text)
  return (
    <>
      {mark}
      {MARKUP.test(rest) ? <InlineMarkdown text={escapeBlock(rest)} /> : <RedactableText text={rest} />}
    </>
  )
}

const MARK = /^(\s*)(#{1,6}|[-*+]|\d{1,9}[.)]|>)\s+(?=\S)/

/** The mark of a heading, an item or a quotation as it is printed, and the text behind it. */
function splitMark(text: string): { readonly mark: string; readonly rest: string } {
  const [all = '', indent = '', mark = ''] = MARK.exec(text) ?? []
  const printed = mark.startsWith('#') ? '' : /[-*+]/.test(mark) ? `${indent}– ` : `${indent}${mark} `
  return { mark: all === '' ? '' : printed, rest: text.slice(all.length) }
}

/** Keeps a line from being read as the beginning of a block, as "- - x" or "===". */
function escapeBlock(text: string): string {
  return text
    .trim()
    .replace(/^(#{1,6}\s|[-*+]\s|>|\||={3,}|-{3,}|[`~]{3,}|\d{1,9}(?=[.)]))/, (mark) =>
      /^\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
    )
}

export function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text)
}

/** The pieces of a changed line. */
export function PiecesText({ pieces, as }: { readonly pieces: readonly Piece[]; readonly as: RowText }) {
  const rendered = as === 'rendered' && pieces.every(isWhole)
  return pieces.map((piece, at) => {
    if (piece.kind !== 'same') return <ChangedText key={at} kind={piece.kind} text={piece.text} rendered={rendered} />
    const place = at === 0 ? 'first' : at === pieces.length - 1 ? 'last' : 'middle'
    return <UnchangedText key={at} text={piece.text} place={place} rendered={rendered} />
  })
}

const EMPHASIS = /[*_`]/

/** Whether a piece can be rendered by itself: emphasis in it is closed, and nothing of it would be left out. */
function isWhole({ text }: Piece): boolean {
  const isEven = (mark: RegExp): boolean => (text.match(mark)?.length ?? 0) % 2 === 0
  return isEven(/\*/g) && isEven(/_/g) && isEven(/`/g) && !/[[\]()<>\\~&]/.test(text) && !hidesSomething(text)
}

/** A piece with the blank space around it, which Markdown would drop. */
function PieceText({ text, rendered }: { readonly text: string; readonly rendered: boolean }) {
  if (!rendered || !EMPHASIS.test(text)) return <RedactableText text={text} />
  const inner = text.trim()
  const start = text.length - text.trimStart().length
  return (
    <>
      {text.slice(0, start)}
      <InlineMarkdown text={escapeBlock(inner)} />
      {text.slice(start + inner.length)}
    </>
  )
}

interface ChangedTextProps {
  readonly kind: 'added' | 'removed'
  readonly text: string
  readonly rendered: boolean
}

function ChangedText({ kind, text, rendered }: ChangedTextProps) {
  // Other blank characters are part of what is marked: they have labels.
  const [, start = '', inner = '', end = ''] = /^([ \t]*)(.*?)([ \t]*)$/s.exec(text) ?? []
  if (inner === '')
    return (
      <Marked kind={kind}>
        <BlankText text={text} />
      </Marked>
    )
  return (
    <>
      {start}
      <Marked kind={kind}>
        <PieceText text={inner} rendered={rendered} />
      </Marked>
      {kind === 'removed' ? end || ' ' : end}
    </>
  )
}

function Marked({ kind, children }: { readonly kind: 'added' | 'removed'; readonly children: ReactNode }) {
  return kind === 'removed' ? (
    <del>
      <span className="vh">{t`removed`} </span>
      {children}
    </del>
  ) : (
    <ins>
      <span className="vh">{t`added`} </span>
      {children}
    </ins>
  )
}

/** A removed or added line. */
export function WholeText({
  kind,
  text,
  as,
}: {
  readonly kind: 'added' | 'removed'
  readonly text: string
  readonly as: RowText
}) {
  if (/^[ \t]*$/.test(text)) return <Marked kind={kind}>{text === '' ? '\u00a0' : <BlankText text={text} />}</Marked>
  return (
    <Marked kind={kind}>
      <LineText text={text} as={as} />
    </Marked>
  )
}

/** A longer unchanged part of a changed line is folded to its ends. */
const MAX_UNCHANGED_CHARACTERS = 600
const SHOWN_CHARACTERS = 160

interface UnchangedTextProps {
  readonly text: string
  readonly place: 'first' | 'middle' | 'last'
  readonly rendered: boolean
}

function UnchangedText({ text, place, rendered }: UnchangedTextProps) {
  const [open, setOpen] = useState(false)
  if (text.length <= MAX_UNCHANGED_CHARACTERS) {
    const { mark, rest } = rendered && place === 'first' ? splitMark(text) : { mark: '', rest: text }
    return (
      <>
        {mark}
        <PieceText text={rest} rendered={rendered} />
      </>
    )
  }
  if (open) return <RedactableText text={text} />
  const head = place === 'first' ? '' : text.slice(0, SHOWN_CHARACTERS).toWellFormed()
  const tail = place === 'last' ? '' : text.slice(-SHOWN_CHARACTERS).toWellFormed()
  const hidden = size(text.length - head.length - tail.length)
  return (
    <>
      <RedactableText text={head} />
      <button type="button" className="rest" onClick={() => setOpen(true)}>{t`… ${hidden} unchanged …`}</button>
      <RedactableText text={tail} />
    </>
  )
}
