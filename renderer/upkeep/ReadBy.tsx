import { plural, t } from '@lingui/core/macro'
import type { FileUse } from '../../shared/upkeep.ts'
import { chatPath } from '../state/routes.ts'
import { useTitles } from '../state/use-title.ts'

/** The latest conversation that read it, and how many others did. */
export function ReadBy({ file: { readers, readerCount } }: { readonly file: FileUse }) {
  const named = useTitles()
  const [latest] = readers
  if (latest === undefined) return null
  const reader = named(latest.conversation)
  const all = readers.map(({ conversation }) => named(conversation)?.title ?? t`an unavailable conversation`).join('\n')
  const others = readerCount - 1
  return (
    <span className="cut" title={all}>
      {reader?.isHere === true ? (
        <a href={`#${chatPath(latest.conversation)}`}>{reader.title}</a>
      ) : (
        (reader?.title ?? t`an unavailable conversation`)
      )}
      {others > 0 && ` ${plural(others, { one: 'and # other', other: 'and # others' })}`}
    </span>
  )
}
