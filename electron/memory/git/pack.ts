import type { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { applyDelta } from './delta.ts'
import { inflateExactly, MAX_OBJECT_BYTES, ObjectTooLarge } from './inflate.ts'
import { MalformedObject, type GitObject } from './objects.ts'
import { decodeEntryHeader, decodeOffset, OFFSET_DELTA, REF_DELTA, TYPES } from './pack-entry.ts'
import { PackFile } from './pack-file.ts'
import { PackIndex } from './pack-index.ts'

// Git's packs, version 2. Source: git's Documentation/gitformat-pack.

/** The kind, the size and the base of a delta, with room to spare. */
const MAX_HEADER_BYTES = 64
/** Git allows chains of at most 4,095 deltas; ours have 50. */
const MAX_CHAIN_DELTAS = 4_095
const MAX_CACHED_BYTES = 16_000_000

/** Reads the objects of one pack, on demand. The file stays open, so that a pack that git deletes can still be read. */
export class Pack {
  readonly path: string
  readonly #index: PackIndex
  readonly #file: PackFile
  /** Recently read objects by offset: consecutive versions are deltas against each other, and often read in sequence. */
  readonly #cache = new BoundedCache<number, GitObject>(MAX_CACHED_BYTES, ({ bytes }) => bytes.length)

  /** @param path without ".pack" or ".idx". Throws MalformedObject when the index has an unknown format. */
  constructor(path: string) {
    this.path = path
    this.#index = new PackIndex(`${path}.idx`)
    try {
      this.#file = new PackFile(`${path}.pack`)
    } catch (error) {
      this.#index.close()
      throw error
    }
  }

  close(): void {
    this.#index.close()
    this.#file.close()
  }

  get size(): number {
    return this.#file.size
  }

  get count(): number {
    return this.#index.count
  }

  /** Whether the pack ends with the checksum that its index has. Git reads nothing from one that does not. */
  get isIntact(): boolean {
    return this.#file.trailer().equals(this.#index.packChecksum)
  }

  ids(): readonly ObjectId[] {
    return this.#index.ids()
  }

  /** At most two ids that begin with these digits (at least two digits): a second one already makes them ambiguous. */
  startingWith(prefix: string): readonly ObjectId[] {
    return this.#index.startingWith(prefix)
  }

  /** The offset of an object; null when it is not in this pack. */
  offsetOf(id: ObjectId): number | null {
    return this.#index.offsetOf(id)
  }

  /**
   * Reads the object at an offset, following its deltas.
   * @param readBase reads the base of a delta that is not in this pack, by id
   */
  readAt(offset: number, readBase: (id: ObjectId) => GitObject): GitObject {
    try {
      return this.#follow(offset, (id) => this.#index.offsetOf(id), readBase)
    } catch (error) {
      if (!(error instanceof MalformedObject)) throw error
      // A base that is damaged here may be whole elsewhere.
      return this.#follow(offset, () => null, readBase)
    }
  }

  /** @param offsetOf where the base of a delta is to be read in this pack; null elsewhere */
  #follow(offset: number, offsetOf: (id: ObjectId) => number | null, readBase: (id: ObjectId) => GitObject): GitObject {
    const deltas: { readonly at: number; readonly delta: Buffer }[] = []
    let at = offset
    let object = this.#cache.get(at)
    while (object === undefined) {
      if (deltas.length > MAX_CHAIN_DELTAS) throw new MalformedObject('delta chain')
      const header = this.#file.read(at, MAX_HEADER_BYTES)
      const { code, size, end } = decodeEntryHeader(header)
      const type = TYPES[code]
      if (type !== undefined) object = this.#cache.set(at, { type, bytes: this.#inflate(at, header, end, size) })
      else if (code === REF_DELTA) {
        const base = header.toString('hex', end, end + 20)
        deltas.push({ at, delta: this.#inflate(at, header, end + 20, size) })
        const inPack = offsetOf(base)
        // In a forged pack, deltas can be against each other. Those against what is before them cannot.
        if (deltas.some((delta) => delta.at === inPack)) throw new MalformedObject('delta chain')
        object = inPack === null ? readBase(base) : this.#cache.get(inPack)
        at = inPack ?? at
      } else if (code === OFFSET_DELTA) {
        const base = decodeOffset(header, end)
        deltas.push({ at, delta: this.#inflate(at, header, base.end, size) })
        at -= base.value
        object = this.#cache.get(at)
      } else throw new MalformedObject('pack entry')
    }
    for (const { at: deltaAt, delta } of deltas.toReversed())
      object = this.#cache.set(deltaAt, { type: object.type, bytes: applyDelta(object.bytes, delta) })
    return object
  }

  /**
   * @param at where the entry begins, which `header` was read from
   * @param start where the deflated content begins in the entry
   */
  #inflate(at: number, header: Buffer, start: number, size: number): Buffer {
    if (size > MAX_OBJECT_BYTES) throw new ObjectTooLarge(size)
    // Incompressible content grows by 5 bytes for each deflate block, and by the zlib frame.
    const longest = start + size + Math.ceil(size / 16_000) * 5 + 64
    const bytes = longest <= header.length ? header : this.#file.read(at, longest)
    return inflateExactly(bytes.subarray(start), size)
  }
}
