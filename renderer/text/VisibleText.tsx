import { Fragment } from 'react'
import { visiblePieces } from '../../shared/invisible.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { longName, shortName } from './invisible.ts'

/** A text in which every invisible character is a small label with its name. */
export function VisibleText({ text }: { readonly text: string }) {
  const pieces = visiblePieces(text)
  if (pieces.every(({ kind }) => kind === 'text')) return text
  return pieces.map((piece, at) =>
    piece.kind === 'text' ? <Fragment key={at}>{piece.text}</Fragment> : <HiddenCharacter key={at} code={piece.code} />,
  )
}

/** Blank space that was itself changed: every character of it is shown. */
export function BlankText({ text }: { readonly text: string }) {
  return [...text].map((character, at) => <HiddenCharacter key={at} code={character.codePointAt(0) ?? 0} />)
}

export function HiddenCharacter({ code }: { readonly code: number }) {
  const name = longName(code)
  return (
    <span className="hidden-char" role="img" aria-label={name} {...tooltip(name)}>
      {shortName(code)}
    </span>
  )
}
