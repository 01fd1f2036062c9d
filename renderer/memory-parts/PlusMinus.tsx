import { plural } from '@lingui/core/macro'
import type { LineCount } from '../../shared/change.ts'
import { listText } from '../format/language.ts'

export function countWords({ added, removed }: LineCount): string {
  const words = []
  if (added > 0) words.push(plural(added, { one: '# added', other: '# added' }))
  if (removed > 0) words.push(plural(removed, { one: '# removed', other: '# removed' }))
  return listText(words)
}

/** "+1 −1", read out as "1 added, 1 removed". */
export function PlusMinus({ lines }: { readonly lines: LineCount | null }) {
  if (lines === null || (lines.added === 0 && lines.removed === 0)) return null
  return (
    <span className="pm num">
      <span aria-hidden>
        {lines.added > 0 && <span className="p">+{lines.added}</span>}
        {lines.added > 0 && lines.removed > 0 && ' '}
        {lines.removed > 0 && <span className="m">−{lines.removed}</span>}
      </span>
      <span className="vh">{countWords(lines)}</span>
    </span>
  )
}
