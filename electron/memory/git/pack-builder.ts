import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ObjectId } from '../../../shared/change.ts'
import { deflated } from './deflate.ts'
import { MalformedObject, type GitObject, type ObjectType } from './objects.ts'
import { CODES, encodeEntryHeader, encodeOffset, OFFSET_DELTA } from './pack-entry.ts'
import { encodePackIndex } from './pack-index.ts'

/** One object as it is stored: whole, or as a delta against an object added before. Both deflated. */
export type PackContent =
  | { readonly kind: 'whole'; readonly type: ObjectType; readonly size: number; readonly deflated: Uint8Array }
  | { readonly kind: 'delta'; readonly base: ObjectId; readonly size: number; readonly deflated: Uint8Array }

/** @param how see `deflated` */
export function wholeContent({ type, bytes }: GitObject, how?: { readonly compact: boolean }): PackContent {
  return { kind: 'whole', type, size: bytes.length, deflated: deflated(bytes, how) }
}

/** The first twelve bytes of a pack. */
export function packStart(objects: number): Buffer {
  const start = Buffer.alloc(12)
  start.write('PACK', 'latin1')
  start.writeUInt32BE(2, 4)
  start.writeUInt32BE(objects, 8)
  return start
}

/** @param base where a delta's base is in the same pack */
export function encodePackEntry(content: PackContent, offset: number, base: number | undefined): Buffer {
  if (content.kind === 'whole')
    return Buffer.concat([Buffer.from(encodeEntryHeader(CODES[content.type], content.size)), content.deflated])
  if (base === undefined) throw new MalformedObject('delta without its base')
  const header = [...encodeEntryHeader(OFFSET_DELTA, content.size), ...encodeOffset(offset - base)]
  return Buffer.concat([Buffer.from(header), content.deflated])
}

/** Builds a pack and its index in memory. */
export class PackBuilder {
  readonly #parts: Buffer[] = []
  readonly #entries = new Map<ObjectId, { readonly offset: number; readonly crc: number }>()
  #length = 12

  has(id: ObjectId): boolean {
    return this.#entries.has(id)
  }

  get count(): number {
    return this.#entries.size
  }

  add(id: ObjectId, content: PackContent): void {
    const offset = this.#length
    const base = content.kind === 'delta' ? this.#entries.get(content.base)?.offset : undefined
    const bytes = encodePackEntry(content, offset, base)
    this.#parts.push(bytes)
    this.#entries.set(id, { offset, crc: crc32(bytes) })
    this.#length += bytes.length
  }

  /** @returns the pack and its index; `name` is the pack's checksum, by which git names its file */
  finish(): { readonly name: string; readonly pack: Buffer; readonly index: Buffer } {
    const body = Buffer.concat([packStart(this.#entries.size), ...this.#parts])
    const checksum = createHash('sha1').update(body).digest()
    return {
      name: checksum.toString('hex'),
      pack: Buffer.concat([body, checksum]),
      index: encodePackIndex(this.#entries, checksum),
    }
  }
}
