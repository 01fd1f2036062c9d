import { t } from '@lingui/core/macro'
import { markPieces } from '../format/marks.ts'
import { LongText } from './LongText.tsx'

/** A hatched placeholder that shows only the name of the rule. */
export function RedactedText({ rule }: { readonly rule: string }) {
  const name = rule === '' ? t`redacted` : t`redacted: ${rule}`
  return (
    <span className="veil" role="img" aria-label={name} title={name}>
      {rule === '' ? '••••••••' : t`redacted · ${rule}`}
    </span>
  )
}

/** A text of any length, with its redaction marks as placeholders. */
export function RedactableText({ text }: { readonly text: string }) {
  return <LongText text={text}>{(piece) => <MarkedText text={piece} />}</LongText>
}

function MarkedText({ text }: { readonly text: string }) {
  const pieces = markPieces(text)
  if (pieces.every(({ rule }) => rule === null)) return text
  return pieces.map((piece, at) => (piece.rule === null ? piece.text : <RedactedText key={at} rule={piece.rule} />))
}
