import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { shortCount } from '../format/counts.ts'
import { sentencesText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { chatPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { type NamedConversation, useTitles } from '../state/use-title.ts'

/** How often the file was read, when last, by whom, and about what that cost. */
export function FileUseLine({ path }: { readonly path: string }) {
  const changes = useMemory((state) => state.changes)
  const use = useQuery(`use of ${path}`, changes, () => api.upkeep.useOf.query({ path }))
  const latest = use?.readers[0]?.conversation
  const reader = useTitles()(latest)
  if (use == null) return null
  if (use.lastRead === null) return <p className="use-line">{t`No reads recorded.`}</p>
  const [time, tokens] = [when(use.lastRead), shortCount(use.tokens)]
  const rest = sentencesText([use.isUnread && t`Not read in 60 days.`, t`Reads have used about ${tokens} tokens.`])
  return (
    <p className="use-line">
      {reader === undefined || latest === undefined ? (
        <Plural value={use.reads} one={`Read once, ${time}.`} other={`Read # times, last ${time}.`} />
      ) : (
        <Plural
          value={use.reads}
          one={
            <Trans>
              Read once, {time}, in <Reader id={latest} reader={reader} />.
            </Trans>
          }
          other={
            <Trans>
              Read # times, last {time}, in <Reader id={latest} reader={reader} />.
            </Trans>
          }
        />
      )}{' '}
      {rest}
    </p>
  )
}

interface ReaderProps {
  readonly id: string
  readonly reader: NamedConversation
}

/** The conversation that read the file last. */
function Reader({ id, reader: { title, isHere } }: ReaderProps) {
  return isHere ? <a href={`#${chatPath(id)}`}>{title}</a> : title
}
