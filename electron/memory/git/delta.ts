import { Buffer } from 'node:buffer'

// Git's deltas: an object told as pieces of another. Pure. Source: git's Documentation/gitformat-pack, "Deltified representation".

const LONGEST_COPY = 0xff_ffff
const LONGEST_INSERT = 0x7f
const BLOCK = 4_096
/** Of less a delta saves nothing; and git takes one of fewer than four bytes, such as nothing's, for damage. */
const SHORTEST = 64

/** Thrown where a delta does not fit its base. */
export class MalformedDelta extends Error {}

/**
 * What a version is made of, told by the one before it: what both begin with, what is new, what both end with. A
 * memory's files and directories change in one place at a time, so this is near the least there is, and fast.
 * @returns null when it would not be worth it
 */
export function deltaBetween(base: Buffer, target: Buffer): Buffer | null {
  if (target.length < SHORTEST) return null
  const prefix = sharedPrefix(base, target)
  const suffix = sharedSuffix(base, target, Math.min(base.length, target.length) - prefix)
  if ((prefix + suffix) * 2 < target.length) return null
  const parts: Buffer[] = [Buffer.from([...size(base.length), ...size(target.length)])]
  parts.push(...copies(0, prefix))
  for (let at = prefix; at < target.length - suffix; at += LONGEST_INSERT) {
    const piece = target.subarray(at, Math.min(at + LONGEST_INSERT, target.length - suffix))
    parts.push(Buffer.from([piece.length]), piece)
  }
  parts.push(...copies(base.length - suffix, suffix))
  return Buffer.concat(parts)
}

export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const reader = { at: 0 }
  if (readSize(delta, reader) !== base.length) throw new MalformedDelta('base')
  const target = Buffer.allocUnsafe(readSize(delta, reader))
  let filled = 0
  while (reader.at < delta.length) {
    const code = delta[reader.at++] ?? 0
    if (code === 0) throw new MalformedDelta('instruction')
    if ((code & 0x80) === 0) {
      filled += delta.copy(target, filled, reader.at, reader.at + code)
      reader.at += code
      continue
    }
    const offset = readBytes(delta, reader, code, 0, 4)
    const length = readBytes(delta, reader, code, 4, 3) || 0x1_0000
    if (offset + length > base.length) throw new MalformedDelta('copy')
    filled += base.copy(target, filled, offset, offset + length)
  }
  if (filled !== target.length) throw new MalformedDelta('length')
  return target
}

function sharedPrefix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + BLOCK <= most && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK
  while (at < most && a[at] === b[at]) at += 1
  return at
}

function sharedSuffix(a: Buffer, b: Buffer, most: number): number {
  let length = 0
  const same = (more: number): boolean =>
    a.compare(b, b.length - length - more, b.length - length, a.length - length - more, a.length - length) === 0
  while (length + BLOCK <= most && same(BLOCK)) length += BLOCK
  while (length < most && a[a.length - length - 1] === b[b.length - length - 1]) length += 1
  return length
}

function copies(offset: number, length: number): readonly Buffer[] {
  const found: Buffer[] = []
  for (let done = 0; done < length; done += LONGEST_COPY)
    found.push(copy(offset + done, Math.min(LONGEST_COPY, length - done)))
  return found
}

function copy(offset: number, length: number): Buffer {
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

function size(value: number): readonly number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) | 0x80)
  }
}

function readSize(bytes: Buffer, reader: { at: number }): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[reader.at++]
    if (byte === undefined) throw new MalformedDelta('size')
    value += (byte & 0x7f) * factor
    if ((byte & 0x80) === 0) return value
  }
}

function readBytes(bytes: Buffer, reader: { at: number }, code: number, bit: number, count: number): number {
  let value = 0
  for (let i = 0; i < count; i += 1)
    if ((code & (1 << (bit + i))) !== 0) value += (bytes[reader.at++] ?? 0) * 2 ** (8 * i)
  return value
}
