import { t } from '@lingui/core/macro'
import { markPieces } from '../format/marks.ts'
import { LongText } from './LongText.tsx'
import { VisibleText } from './VisibleText.tsx'

/** A hatched placeholder that shows only the name of the rule. */
export function RedactedText({ rule }: { readonly rule: string }) {
  const name = rule === '' ? t`redacted` : t`redacted: ${rule}`
  return (
    <span className="veil" role="img" aria-label={name} title={name}>
      {rule === '' ? '••••••••' : t`redacted · ${rule}`}
    </span>
  )
}

/** A text of any length, with its redaction marks as placeholders, and with labels for what cannot be seen. */
export function RedactableText({ text }: { readonly text: string }) {
  return <LongText text={text}>{(piece) => <MarkedText text={piece} />}</LongText>
}

function MarkedText({ text }: { readonly text: string }) {
  return markPieces(text).map((piece, at) =>
    piece.rule === null ? <VisibleText key={at} text={piece.text} /> : <RedactedText key={at} rule={piece.rule} />,
  )
}
