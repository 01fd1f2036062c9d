import type { ObjectId } from '../../../shared/change.ts'
import type { ChangedLines, HistoryQuery } from '../../../shared/memory.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { linesWith, shownLine } from '../repo/changed-text.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { Timeline, TimelineQuery } from './timeline.ts'

/** The commits of a page without a limit. */
const PAGE_COMMITS = 50

/** The commits of one page, in the requested order; see HistoryPage. */
export interface EntryPage {
  readonly entries: readonly ChainEntry[]
  readonly next: ObjectId | null
  /** The number of commits examined. */
  readonly examined: number
}

export function pageOf(timeline: Timeline, chain: Chain, { words, ...query }: HistoryQuery): Promise<EntryPage> {
  const wanted = { ...query, words: words?.split(/\s+/) }
  return query.oldestFirst === true ? oldestFirst(timeline, chain, wanted) : newestFirst(timeline, chain, wanted)
}

type Wanted = TimelineQuery & Pick<HistoryQuery, 'kind' | 'limit' | 'within'>

async function newestFirst(
  timeline: Timeline,
  chain: Chain,
  { limit = PAGE_COMMITS, within = Infinity, kind, ...query }: Wanted,
): Promise<EntryPage> {
  const until = performance.now() + within
  const slice = new TimeSlice()
  const entries: ChainEntry[] = []
  let examined = 0
  let stoppedAt: ObjectId | null = null
  const onExamined = (commit: ObjectId): boolean => {
    examined += 1
    stoppedAt = performance.now() > until ? commit : null
    return stoppedAt === null
  }
  for await (const entry of timeline.entries({ ...query, onSkipped: onExamined })) {
    if (slice.isOver) await slice.yield()
    if (kind !== undefined && !chain.isOfKind(entry.commit, kind)) {
      if (onExamined(entry.commit)) continue
      break
    }
    // There is a next page once there is a commit for it.
    if (entries.length === limit) return { entries, next: entries.at(-1)?.commit ?? null, examined }
    entries.push(entry)
    // Counted here, so that it counts towards the time limit.
    chain.counted(entry.commit)
    if (!onExamined(entry.commit)) break
  }
  return { entries, next: stoppedAt, examined }
}

async function oldestFirst(timeline: Timeline, chain: Chain, wanted: Wanted): Promise<EntryPage> {
  const { limit = PAGE_COMMITS, kind, ...query } = wanted
  const fromOldest = timeline.fromOldest(query)
  if (fromOldest === null) return walkedOldestFirst(timeline, chain, wanted)
  const slice = new TimeSlice()
  const entries: ChainEntry[] = []
  let examined = 0
  for await (const entry of fromOldest) {
    if (slice.isOver) await slice.yield()
    examined += 1
    if (kind !== undefined && !chain.isOfKind(entry.commit, kind)) continue
    if (entries.length === limit) return { entries, next: entries.at(-1)?.commit ?? null, examined }
    entries.push(entry)
  }
  return { entries, next: null, examined }
}

/** Walks from the newest commit on, and keeps only the last ones. */
async function walkedOldestFirst(
  timeline: Timeline,
  chain: Chain,
  { limit = PAGE_COMMITS, kind, after, ...query }: Wanted,
): Promise<EntryPage> {
  const slice = new TimeSlice()
  const last: ChainEntry[] = []
  let examined = 0
  for await (const entry of timeline.entries(query)) {
    if (slice.isOver) await slice.yield()
    if (entry.commit === after) break
    examined += 1
    if (kind !== undefined && !chain.isOfKind(entry.commit, kind)) continue
    last.push(entry)
    if (last.length > 2 * limit + 1) last.splice(0, limit)
  }
  const entries = last.slice(-limit).toReversed()
  return { entries, next: last.length > limit ? (entries.at(-1)?.commit ?? null) : null, examined }
}

/** The lines shown of each commit. */
const MAX_FOUND_LINES = 3

/** The changed lines of a commit that have a phrase; the added ones come first. */
export function linesFound(timeline: Timeline, entry: ChainEntry, phrase: string): ChangedLines {
  const all = [...timeline.changedTexts(entry, phrase)].flatMap(({ path, text }) =>
    linesWith(text, phrase).map((line) => ({ path, kind: line.kind, text: shownLine(line.text, phrase) })),
  )
  const inOrder = [...all.filter(({ kind }) => kind === 'added'), ...all.filter(({ kind }) => kind === 'removed')]
  return { commit: entry.commit, lines: inOrder.slice(0, MAX_FOUND_LINES), count: all.length }
}
