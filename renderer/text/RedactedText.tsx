import { t } from '@lingui/core/macro'
import { Fragment } from 'react'
import { markPieces } from '../format/marks.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { LongText } from './LongText.tsx'
import { useMarkPlace } from './mark-place.ts'
import { VisibleText } from './VisibleText.tsx'

/** A hatched placeholder that shows only the name of the rule, and opens where that is possible. */
export function RedactedText({ rule }: { readonly rule: string }) {
  const draw = useMarkPlace()
  if (draw !== null && rule !== '') return draw(rule)
  const name = rule === '' ? t`redacted` : t`redacted: ${rule}`
  return (
    <span className="veil" role="img" aria-label={name} {...tooltip(name)}>
      {rule === '' ? '••••••••' : t`redacted · ${rule}`}
    </span>
  )
}

/** A text of any length, with its redaction marks as placeholders, and with labels for what cannot be seen. */
export function RedactableText({ text }: { readonly text: string }) {
  return <LongText text={text}>{(piece) => <MarkedPiece text={piece} />}</LongText>
}

function MarkedPiece({ text }: { readonly text: string }) {
  return markPieces(text).map((piece, at) =>
    piece.rule === null ? <VisibleText key={at} text={piece.text} /> : <RedactedText key={at} rule={piece.rule} />,
  )
}

/** The same without the labels: a message as it was typed. */
export function MarkedText({ text }: { readonly text: string }) {
  return (
    <LongText text={text}>
      {(shown) =>
        markPieces(shown).map((piece, at) =>
          piece.rule === null ? (
            <Fragment key={at}>{piece.text}</Fragment>
          ) : (
            <RedactedText key={at} rule={piece.rule} />
          ),
        )
      }
    </LongText>
  )
}
