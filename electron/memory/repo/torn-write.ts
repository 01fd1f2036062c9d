import { Buffer } from 'node:buffer'

// Whether bytes are what an interrupted write leaves. Pure.

/** What a disk writes whole. A write that is cut short by a kill or a full disk ends at one of these. */
const SECTOR = 512

/** Is this `from` with so many of its first sectors as `to` has them, as when `to` was being written over it? */
export function isHalfWritten(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): boolean {
  const same = firstDifference(bytes, to)
  const written = same === to.length ? same : same - (same % SECTOR)
  return (
    bytes.length === Math.max(written, from.length) &&
    firstDifference(bytes.subarray(written), from.subarray(written)) === bytes.length - written
  )
}

/**
 * Is each of its sectors one that one of these has in that place, or the beginning of one and then nothing, as after a
 * power cut? Also where one was written over another that was longer, which was not made shorter yet.
 */
export function isPatchwork(bytes: Uint8Array, versions: readonly Uint8Array[]): boolean {
  const uncut = versions.flatMap((to) =>
    versions.filter((from) => from.length > to.length).map((from) => Buffer.concat([to, from.subarray(to.length)])),
  )
  const wholes = [...versions, ...uncut]
  for (let at = 0; at < bytes.length; at += SECTOR) {
    const sector = bytes.subarray(at, at + SECTOR)
    const isKnown = wholes.some((whole) =>
      sector.subarray(firstDifference(sector, whole.subarray(at))).every((byte) => byte === 0),
    )
    if (!isKnown) return false
  }
  return true
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at += 1
  return at
}
