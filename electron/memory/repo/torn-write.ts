import { Buffer } from 'node:buffer'

// Recognizes what an interrupted write in place leaves on the disk. Pure.

/** The unit a disk writes atomically. A write cut short by a kill or a full disk ends at a multiple of it. */
const SECTOR_BYTES = 512

/** Whether this is what a kill leaves of writing `to` over `from`: whole sectors of `to`, then the rest of `from`. */
export function isInterruptedWrite(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): boolean {
  const same = firstDifference(bytes, to)
  const written = same === to.length ? same : same - (same % SECTOR_BYTES)
  return (
    bytes.length === Math.max(written, from.length) &&
    firstDifference(bytes.subarray(written), from.subarray(written)) === bytes.length - written
  )
}

/**
 * Whether a power cut while these versions were written could leave these bytes: every sector matches the same offset of one of
 * them, or is a prefix of it followed by zeros. A version may also have the tail of a longer one that it was written
 * over, if the file was not truncated yet.
 */
export function isTornWrite(bytes: Uint8Array, versions: readonly Uint8Array[]): boolean {
  const untruncated = versions.flatMap((to) =>
    versions.filter((from) => from.length > to.length).map((from) => Buffer.concat([to, from.subarray(to.length)])),
  )
  const candidates = [...versions, ...untruncated]
  for (let at = 0; at < bytes.length; at += SECTOR_BYTES) {
    const sector = bytes.subarray(at, at + SECTOR_BYTES)
    const isKnown = candidates.some((candidate) =>
      sector.subarray(firstDifference(sector, candidate.subarray(at))).every((byte) => byte === 0),
    )
    if (!isKnown) return false
  }
  return true
}

/** The offset of the first byte that differs; the shorter length when there is none. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a[at] === b[at]) at += 1
  return at
}
