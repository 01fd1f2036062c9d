import { plural, t } from '@lingui/core/macro'
import { shortCount } from '../format/counts.ts'
import { when } from '../format/time.ts'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { chatPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { useTitles } from '../state/use-title.ts'

/** How often the file was read, when last, by whom, and about what that cost. */
export function FileUseLine({ path }: { readonly path: string }) {
  const changes = useMemory((state) => state.changes)
  const use = useQuery(`use of ${path}`, changes, () => api.upkeep.useOf.query({ path }))
  const latest = use?.readers[0]?.conversation
  const reader = useTitles()(latest)
  if (use == null) return null
  if (use.lastRead === null) return <p className="use-line">{t`No read of it is recorded.`}</p>
  const [time, tokens] = [when(use.lastRead), shortCount(use.tokens)]
  return (
    <p className="use-line">
      {plural(use.reads, { one: `Read once, ${time}`, other: `Read # times, last ${time}` })}
      {reader !== undefined && latest !== undefined && (
        <>
          {' '}
          {t`in`} {reader.isHere ? <a href={`#${chatPath(latest)}`}>{reader.title}</a> : reader.title}
        </>
      )}
      {'. '}
      {use.isUnread && `${t`Not read in 60 days.`} `}
      {t`In all, about ${tokens} tokens.`}
    </p>
  )
}
