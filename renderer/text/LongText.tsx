import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { size } from '../format/sizes.ts'

/** Longer than people read at a stretch, and shorter than what makes a window wait. */
const CHUNK_CHARACTERS = 4_000

/** A text that may be of any length: its beginning, and the rest piece by piece as it is asked for. */
export function LongText({
  text,
  children = (piece) => piece,
}: {
  readonly text: string
  readonly children?: (piece: string) => ReactNode
}) {
  const [shown, show] = useState(CHUNK_CHARACTERS)
  if (text.length <= shown) return children(text)
  const rest = size(text.length - shown)
  return (
    <>
      {children(text.slice(0, shown).toWellFormed())}
      <button
        type="button"
        className="rest"
        onClick={(event) => {
          event.stopPropagation()
          show(shown + CHUNK_CHARACTERS * 2)
        }}
      >{t`… ${rest} more`}</button>
    </>
  )
}
