import { Buffer } from 'node:buffer'
import { sharedEnds } from '../../disk/shared-ends.ts'
import { MAX_OBJECT_BYTES, ObjectTooLarge } from './inflate.ts'

// Git's deltas: an object as copies of parts of another, and inserts. Pure. Source: git's
// Documentation/gitformat-pack, "Deltified representation".

const MAX_COPY_BYTES = 0xff_ffff
const MAX_INSERT_BYTES = 0x7f
/** Below this a delta saves nothing. Git also rejects a delta of fewer than four bytes (for an empty target). */
const MIN_TARGET_BYTES = 64

/** Thrown when a delta does not fit its base. */
export class MalformedDelta extends Error {}

/**
 * Encodes a version as a delta against the previous one: their common prefix, the new middle, their common suffix. A
 * memory's files and directories change in one place at a time, so this is fast and close to the smallest delta.
 * @returns null when a delta would not be worth it
 */
export function deltaBetween(base: Buffer, target: Buffer): Buffer | null {
  if (target.length < MIN_TARGET_BYTES) return null
  const { start: prefix, end: suffix } = sharedEnds(base, target)
  if ((prefix + suffix) * 2 < target.length) return null
  const parts: Buffer[] = [Buffer.from([...encodeSize(base.length), ...encodeSize(target.length)])]
  parts.push(...copies(0, prefix))
  for (let at = prefix; at < target.length - suffix; at += MAX_INSERT_BYTES) {
    const inserted = target.subarray(at, Math.min(at + MAX_INSERT_BYTES, target.length - suffix))
    parts.push(Buffer.from([inserted.length]), inserted)
  }
  parts.push(...copies(base.length - suffix, suffix))
  return Buffer.concat(parts)
}

/** Throws MalformedDelta, or ObjectTooLarge. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const reader = { bytes: delta, at: 0 }
  if (readSize(reader) !== base.length) throw new MalformedDelta('base')
  const size = readSize(reader)
  if (size > MAX_OBJECT_BYTES) throw new ObjectTooLarge(size)
  const target = Buffer.allocUnsafe(size)
  let filled = 0
  while (reader.at < delta.length) {
    const code = delta[reader.at++] ?? 0
    if (code === 0) throw new MalformedDelta('instruction')
    if ((code & 0x80) === 0) {
      filled += delta.copy(target, filled, reader.at, reader.at + code)
      reader.at += code
      continue
    }
    const offset = readPresentBytes(reader, code & 0x0f)
    const length = readPresentBytes(reader, (code >>> 4) & 0x07) || 0x1_0000
    if (offset + length > base.length) throw new MalformedDelta('copy')
    filled += base.copy(target, filled, offset, offset + length)
  }
  if (filled !== target.length) throw new MalformedDelta('length')
  return target
}

function copies(offset: number, length: number): readonly Buffer[] {
  const instructions: Buffer[] = []
  for (let done = 0; done < length; done += MAX_COPY_BYTES)
    instructions.push(encodeCopy(offset + done, Math.min(MAX_COPY_BYTES, length - done)))
  return instructions
}

function encodeCopy(offset: number, length: number): Buffer {
  let code = 0x80
  const bytes: number[] = []
  for (let bit = 0; bit < 7; bit += 1) {
    const byte = bit < 4 ? (offset >>> (8 * bit)) & 0xff : (length >>> (8 * (bit - 4))) & 0xff
    if (byte === 0) continue
    code |= 1 << bit
    bytes.push(byte)
  }
  return Buffer.from([code, ...bytes])
}

function encodeSize(value: number): readonly number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) | 0x80)
  }
}

interface Reader {
  readonly bytes: Buffer
  at: number
}

function readSize(reader: Reader): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new MalformedDelta('size')
    value += (byte & 0x7f) * factor
    if ((byte & 0x80) === 0) return value
  }
}

/** Reads a little-endian number of which only the bytes are stored whose bit is set in `present`, the lowest first. */
function readPresentBytes(reader: Reader, present: number): number {
  let value = 0
  for (let index = 0; present >>> index !== 0; index += 1)
    if ((present & (1 << index)) !== 0) value += (reader.bytes[reader.at++] ?? 0) * 2 ** (8 * index)
  return value
}
