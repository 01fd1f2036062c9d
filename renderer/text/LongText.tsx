import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { size } from '../format/sizes.ts'

/** More than people read in one go, and little enough to render at once. */
const CHUNK_CHARACTERS = 4_000

/** A text of any length: its beginning, with a button for more. */
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
