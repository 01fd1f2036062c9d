import { Trans } from '@lingui/react/macro'
import { RedactableText } from '../text/RedactedText.tsx'
import type { Piece } from '../text/word-pieces.ts'
import { Kbd } from '../ui/Kbd.tsx'

interface VersionProps {
  readonly name: string
  /** Choose it. */
  readonly keys: string | undefined
  readonly text: string | null
  /** Its words, and those that only it has; null where the other text has little of it. */
  readonly pieces: readonly Piece[] | null
}

/** One version of a place where two disagree. */
export function Version({ name, keys, text, pieces }: VersionProps) {
  return (
    <div className="colx" role="group" aria-label={name}>
      <div className="fh">
        <span className="grow cut" title={name}>
          {name}
        </span>
        {keys !== undefined && <Kbd keys={keys} boxed />}
      </div>
      {text === null ? (
        <p className="diff-note">
          <Trans>Can’t show this: it isn’t text, or it’s too large.</Trans>
        </p>
      ) : text === '' ? (
        <p className="diff-note">
          <Trans>(no text here)</Trans>
        </p>
      ) : (
        <div className="tx">
          {pieces === null ? (
            <RedactableText text={text} />
          ) : (
            pieces.map((piece, at) =>
              piece.kind === 'same' ? (
                <RedactableText key={at} text={piece.text} />
              ) : (
                <mark key={at}>
                  <RedactableText text={piece.text} />
                </mark>
              ),
            )
          )}
        </div>
      )}
    </div>
  )
}
