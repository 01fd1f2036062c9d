import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Turn } from '../../shared/conversation.ts'
import { takeApart } from '../../shared/quoted-files.ts'
import { codePieces } from '../text/code-pieces.ts'
import { CodeBlock } from '../text/CodeBlock.tsx'
import { MarkedText } from '../text/RedactedText.tsx'
import { SentFile } from './SentFile.tsx'
import { SentPicture } from './SentPicture.tsx'

/** Longer messages are folded. */
const MAX_LINES = 16
const MAX_CHARACTERS = 1_600

const isLong = (text: string): boolean => text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES

/** A message as it was typed, and the files and pictures in it. A long one shows its beginning, until it is opened or the focus goes into it. */
export function MessageText({ text: message, pictures = [] }: Pick<Turn, 'text' | 'pictures'>) {
  const [open, setOpen] = useState(false)
  const { typed: text, files } = takeApart(message)
  const isFolded = !open && isLong(text)
  return (
    <>
      {pictures.map((picture, at) => (
        <SentPicture key={at} picture={picture} />
      ))}
      <div className={isFolded ? 'folded-text' : undefined} onFocus={() => setOpen(true)}>
        {codePieces(text).map((piece, at) =>
          piece.isCode ? (
            <CodeBlock key={at} code={piece.text}>
              <MarkedText text={piece.text} />
            </CodeBlock>
          ) : (
            <MarkedText key={at} text={piece.text} />
          ),
        )}
      </div>
      {isFolded && (
        <button type="button" className="looked" onClick={() => setOpen(true)}>
          <Trans>Show the whole message</Trans>
        </button>
      )}
      {files.map((file, at) => (
        <SentFile key={at} file={file} />
      ))}
    </>
  )
}
