import type { TreeFile } from '../../../shared/memory.ts'
import { type FileUse, type MemoryUse, READERS_SHOWN, UNREAD_DAYS } from '../../../shared/upkeep.ts'
import type { ChainEntry } from './chain.ts'

/** Something was read: a file, a folder, or ('') everything. */
export interface Read {
  readonly path: string
  /** ISO 8601. */
  readonly time: string
  readonly conversation?: string | undefined
  /** About what it cost; earlier versions of the app did not record it. */
  readonly tokens?: number | undefined
}

/** What commits record as read. */
export async function viewsIn(entries: Iterable<ChainEntry> | AsyncIterable<ChainEntry>): Promise<readonly Read[]> {
  const views: Read[] = []
  for await (const { named = '', time, origin } of entries) {
    views.push({ path: named, time, conversation: origin.conversation, tokens: origin.tokens })
  }
  return views
}

/** For reads whose cost was not recorded. */
const BYTES_PER_TOKEN = 4
const DAY_MS = 86_400_000

/** How each file is used, from the reads on record; none counts as unread while others may be unknown. Pure. */
export function memoryUse(
  files: readonly TreeFile[],
  reads: Iterable<Read>,
  { now, isComplete }: { readonly now: Date; readonly isComplete: boolean },
): MemoryUse {
  const byPath = new Map<string, Read[]>()
  let since: string | null = null
  for (const read of reads) {
    if (since === null || Date.parse(read.time) < Date.parse(since)) since = read.time
    const known = byPath.get(read.path)
    if (known === undefined) byPath.set(read.path, [read])
    else known.push(read)
  }
  const longAgo = now.getTime() - UNREAD_DAYS * DAY_MS
  const isRecordedLong = isComplete && since !== null && Date.parse(since) < longAgo
  return {
    since,
    files: files.map((file) => {
      const use = useOf(file, byPath.get(file.path) ?? [])
      const isOld = (time: string | null): boolean => time === null || Date.parse(time) < longAgo
      return { ...use, isUnread: isRecordedLong && isOld(use.lastRead) && isOld(use.lastWritten) }
    }),
  }
}

function useOf({ path, blob, last }: TreeFile, reads: readonly Read[]): Omit<FileUse, 'isUnread'> {
  const readers = new Map<string, { reads: number; lastRead: string }>()
  let [lastRead, tokens]: [string | null, number] = [null, 0]
  for (const read of reads) {
    lastRead = later(lastRead, read.time)
    tokens += read.tokens ?? Math.ceil(blob.size / BYTES_PER_TOKEN)
    if (read.conversation === undefined) continue
    const known = readers.get(read.conversation) ?? { reads: 0, lastRead: read.time }
    readers.set(read.conversation, { reads: known.reads + 1, lastRead: later(known.lastRead, read.time) })
  }
  const latest = [...readers]
    .map(([conversation, each]) => ({ conversation, ...each }))
    .toSorted((a, b) => Date.parse(b.lastRead) - Date.parse(a.lastRead))
  return {
    path,
    bytes: blob.size,
    reads: reads.length,
    lastRead,
    readers: latest.slice(0, READERS_SHOWN),
    readerCount: latest.length,
    tokens,
    lastWritten: last?.time ?? null,
  }
}

function later(a: string | null, b: string): string {
  return a === null || Date.parse(b) > Date.parse(a) ? b : a
}
