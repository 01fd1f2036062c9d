import type { ObjectType } from './objects.ts'

// The header of each entry in a pack, version 2. Source: git's Documentation/gitformat-pack.

export const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
export const CODES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
export const OFFSET_DELTA = 6
export const REF_DELTA = 7

/** Reads an entry's kind and the size of its content when inflated. */
export function decodeEntryHeader(bytes: Buffer): {
  readonly code: number
  readonly size: number
  readonly end: number
} {
  let at = 0
  let byte = bytes.readUInt8(at)
  const code = (byte >> 4) & 7
  let size = byte & 0x0f
  for (let factor = 16; (byte & 0x80) !== 0; factor *= 128) {
    at += 1
    byte = bytes.readUInt8(at)
    size += (byte & 0x7f) * factor
  }
  return { code, size, end: at + 1 }
}

export function encodeEntryHeader(code: number, size: number): readonly number[] {
  const bytes = [(code << 4) | (size & 0x0f)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest % 128)
  }
  return bytes
}

/** Reads the variable-length number that packs use for offsets, and version 4 of git's index for prefixes. */
export function decodeOffset(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start
  let byte = bytes.readUInt8(at)
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    at += 1
    byte = bytes.readUInt8(at)
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end: at + 1 }
}

export function encodeOffset(value: number): readonly number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1
    bytes.unshift((rest % 128) | 0x80)
  }
  return bytes
}
