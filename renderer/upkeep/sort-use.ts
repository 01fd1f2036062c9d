import type { FileUse } from '../../shared/upkeep.ts'

export const COLUMNS = ['path', 'reads', 'lastRead', 'tokens', 'bytes', 'lastWritten'] as const
export type Column = (typeof COLUMNS)[number]

export interface Order {
  readonly by: Column
  readonly descending: boolean
}

/** A column that is chosen again turns round; numbers and times begin with the largest. */
export function nextOrder(now: Order, by: Column): Order {
  return now.by === by ? { by, descending: !now.descending } : { by, descending: by !== 'path' }
}

/** Files without a value, like one that was never read, count as least. */
export function sortedUse(files: readonly FileUse[], { by, descending }: Order): readonly FileUse[] {
  const sign = descending ? -1 : 1
  return files.toSorted((a, b) => sign * compared(a, b, by) || (a.path < b.path ? -1 : 1))
}

function compared(a: FileUse, b: FileUse, by: Column): number {
  if (by === 'path') return a.path < b.path ? -1 : 1
  if (by === 'lastRead' || by === 'lastWritten') return timeOf(a[by]) - timeOf(b[by])
  return a[by] - b[by]
}

const timeOf = (time: string | null): number => (time === null ? 0 : Date.parse(time))
