import type { FileUse } from '../../shared/upkeep.ts'

// What is large in the memory, and what of it nobody reads. Pure.

const MAX_TILES = 60

/** A file, or (`file` null) all that are smaller than those shown. */
export interface SizedPart {
  readonly file: FileUse | null
  readonly bytes: number
  readonly count: number
}

export const bytesOf = (files: readonly FileUse[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

export const neverRead = (files: readonly FileUse[]): readonly FileUse[] => files.filter(({ reads }) => reads === 0)

/** The parts that the map of sizes shows, the largest first. Empty files have none. */
export function partsOf(files: readonly FileUse[]): readonly SizedPart[] {
  const sorted = files.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes)
  const others = sorted.slice(MAX_TILES)
  const parts: readonly SizedPart[] = sorted.slice(0, MAX_TILES).map((file) => ({ file, bytes: file.bytes, count: 1 }))
  if (others.length === 0) return parts
  return [...parts, { file: null, bytes: bytesOf(others), count: others.length }].toSorted((a, b) => b.bytes - a.bytes)
}

/** The fewest files that hold at least half of the memory, and their share; null if that says nothing. */
export function largestShare(files: readonly FileUse[]): { readonly count: number; readonly share: number } | null {
  const all = bytesOf(files)
  let [count, bytes] = [0, 0]
  for (const file of files.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes * 2 >= all) break
    count += 1
    bytes += file.bytes
  }
  return all === 0 || count * 4 > files.length ? null : { count, share: bytes / all }
}
