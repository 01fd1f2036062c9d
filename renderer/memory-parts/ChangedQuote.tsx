import { t } from '@lingui/core/macro'
import { phraseChunks } from '../format/phrase-chunks.ts'
import { RedactableText } from '../text/RedactedText.tsx'

interface QuotedLineProps {
  readonly kind: 'added' | 'removed'
  readonly text: string
  /** Marked where it occurs. */
  readonly phrase?: string
}

/** A line that was added or removed. */
export function QuotedLine({ kind, text, phrase = '' }: QuotedLineProps) {
  return (
    <span className={`qt ${kind} cut`}>
      <span className="mk" aria-hidden>
        {kind === 'added' ? '+' : '−'}
      </span>
      <span className="vh">{kind === 'added' ? t`added: ` : t`removed: `}</span>
      {phrase === '' ? (
        <RedactableText text={text} />
      ) : (
        phraseChunks(text, phrase).map((chunk, at) =>
          chunk.found ? <mark key={at}>{chunk.text}</mark> : <RedactableText key={at} text={chunk.text} />,
        )
      )}
    </span>
  )
}
