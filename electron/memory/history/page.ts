import type { ObjectId } from '../../../shared/change.ts'
import type { HistoryQuery } from '../../../shared/memory.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Chain, Link } from './chain.ts'
import type { LinkQuery, Timeline } from './walked-timeline.ts'

/** How many commits a page has when it is not said. */
const PAGE = 50

/** The commits of one page, in the order they were asked for; see HistoryPage. */
export interface LinkPage {
  readonly links: readonly Link[]
  readonly next: ObjectId | null
  readonly looked: number
}

export function pageOf(timeline: Timeline, chain: Chain, { words, ...query }: HistoryQuery): Promise<LinkPage> {
  const wanted = { ...query, words: words?.split(/\s+/).filter((word) => word !== '') }
  return query.oldestFirst === true ? oldestFirst(timeline, chain, wanted) : newestFirst(timeline, chain, wanted)
}

type Wanted = LinkQuery & Pick<HistoryQuery, 'kind' | 'limit' | 'within'>

async function newestFirst(
  timeline: Timeline,
  chain: Chain,
  { limit = PAGE, within = Infinity, kind, ...query }: Wanted,
): Promise<LinkPage> {
  const until = performance.now() + within
  const slice = new TimeSlice()
  const links: Link[] = []
  let looked = 0
  let stoppedAt: ObjectId | null = null
  const passed = (commit: ObjectId): boolean => {
    looked += 1
    stoppedAt = performance.now() > until ? commit : null
    return stoppedAt === null
  }
  for await (const link of timeline.links({ ...query, passed })) {
    if (slice.isOver) await slice.yield()
    if (kind !== undefined && !chain.isOfKind(link.commit, kind)) {
      if (passed(link.commit)) continue
      break
    }
    // That there is a next page is known when there is something for it.
    if (links.length === limit) return { links, next: links.at(-1)?.commit ?? null, looked }
    links.push(link)
    // Read here, where it counts as time.
    chain.counted(link.commit)
    if (!passed(link.commit)) break
  }
  return { links, next: stoppedAt, looked }
}

/** All that is newer is passed over, from the newest on. */
async function oldestFirst(
  timeline: Timeline,
  chain: Chain,
  { limit = PAGE, kind, after, ...query }: Wanted,
): Promise<LinkPage> {
  const slice = new TimeSlice()
  const last: Link[] = []
  let looked = 0
  for await (const link of timeline.links(query)) {
    if (slice.isOver) await slice.yield()
    if (link.commit === after) break
    looked += 1
    if (kind !== undefined && !chain.isOfKind(link.commit, kind)) continue
    last.push(link)
    if (last.length > 2 * limit + 1) last.splice(0, limit)
  }
  const links = last.slice(-limit).toReversed()
  return { links, next: last.length > limit ? (links.at(-1)?.commit ?? null) : null, looked }
}
