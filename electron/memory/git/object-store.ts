import type { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import type { DurableFiles } from '../../disk/durable-files.ts'
import { deflated } from './deflate.ts'
import { deltaBetween } from './delta.ts'
import { ObjectTooLarge } from './inflate.ts'
import {
  ForbiddenName,
  MalformedObject,
  objectId,
  parseCommit,
  parseTree,
  type GitObject,
  type ObjectType,
  type RawCommit,
  type TreeEntry,
} from './objects.ts'
import { PackBuilder, wholeContent, type PackContent } from './pack-builder.ts'
import { StoredObjects } from './stored-objects.ts'
import { differingEntries, type DifferingEntry } from './tree-differences.ts'

/** An object that git does not have yet. */
export interface FreshObject {
  readonly id: ObjectId
  readonly object: GitObject
  /** Whole, or a delta against another object, which git may have already. */
  readonly content: PackContent
  /** The number of deltas to follow to read it. */
  readonly depth: number
}

const MAX_CHAIN_DELTAS = 50
/** Bases in other packs, one needed for the other. */
const MAX_NESTED_READS = 100
const MAX_CACHED_BYTES = 16_000_000
/** No directory and no message of a commit is as large as this. */
const MAX_PARSED_BYTES = 16_000_000

/**
 * All objects of a repository: those that git has, and in front of them the fresh ones, which only the journal has so
 * far. An object counts as damaged when its content does not match its id.
 */
export class ObjectStore {
  readonly stored: StoredObjects
  readonly #fresh = new Map<ObjectId, FreshObject>()
  readonly #cache = new BoundedCache<ObjectId, GitObject>(MAX_CACHED_BYTES, ({ bytes }) => bytes.length)
  /** Objects of the command that is being prepared. */
  #added: FreshObject[] = []
  /** Objects being read: a delta's base is another object. */
  readonly #reading = new Set<ObjectId>()

  constructor(gitdir: string, files: DurableFiles) {
    this.stored = new StoredObjects(gitdir, files, (id) => this.read(id))
  }

  /** Throws `damaged` for an object that is missing, or damaged everywhere, and `too-large`. */
  read(id: ObjectId): GitObject {
    const known = this.#fresh.get(id)?.object ?? this.#cache.get(id)
    if (known !== undefined) return known
    // A forged pack can name an object as its own base, by way of others.
    if (this.#reading.has(id) || this.#reading.size > MAX_NESTED_READS) throw damaged(id)
    this.#reading.add(id)
    try {
      const found = this.stored.find(id)
      if (found === null) throw damaged(id)
      return this.#cache.set(id, found)
    } finally {
      this.#reading.delete(id)
    }
  }

  /** Whether git does not have it yet. */
  isFresh(id: ObjectId): boolean {
    return this.#fresh.has(id)
  }

  /** The size of an object, and its bytes unless it is too large to be read. Throws `damaged`. */
  readIfFits(id: ObjectId): { readonly size: number; readonly bytes: Buffer | null } {
    const object = this.#readUnlessTooLarge(id)
    return object instanceof ObjectTooLarge
      ? { size: object.size, bytes: null }
      : { size: object.bytes.byteLength, bytes: object.bytes }
  }

  /** The bytes of an object; null when it is missing, damaged or too large. */
  readIfThere(id: ObjectId): Buffer | null {
    try {
      return this.readIfFits(id).bytes
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  #readUnlessTooLarge(id: ObjectId): GitObject | ObjectTooLarge {
    try {
      return this.read(id)
    } catch (error) {
      if (error instanceof ObjectTooLarge) return error
      throw error
    }
  }

  #readIfWhole(id: ObjectId): GitObject | null {
    return this.#fresh.get(id)?.object ?? this.#cache.get(id) ?? this.stored.find(id)
  }

  readTree(id: ObjectId): readonly TreeEntry[] {
    return this.#parsed(id, 'tree', parseTree)
  }

  /** The entries that differ between two trees. */
  compareTrees(before: ObjectId, after: ObjectId): readonly DifferingEntry[] {
    try {
      return differingEntries(this.#bytesOf(before, 'tree'), this.#bytesOf(after, 'tree'))
    } catch (error) {
      // Reading all of each says which of them it is.
      if (error instanceof MalformedObject) this.readTree(before)
      if (error instanceof MalformedObject) this.readTree(after)
      throw error
    }
  }

  readCommit(id: ObjectId): RawCommit {
    return this.#parsed(id, 'commit', (bytes) => parseCommit(id, bytes))
  }

  #parsed<T>(id: ObjectId, type: ObjectType, parse: (bytes: Buffer) => T): T {
    const bytes = this.#bytesOf(id, type)
    try {
      return parse(bytes)
    } catch (error) {
      if (error instanceof ForbiddenName) throw forged(id)
      if (error instanceof MalformedObject) throw damaged(id)
      throw error
    }
  }

  /** The bytes of an object that is small enough to be parsed. */
  #bytesOf(id: ObjectId, type: ObjectType): Buffer {
    const object = this.#readUnlessTooLarge(id)
    if (object instanceof ObjectTooLarge || object.bytes.length > MAX_PARSED_BYTES || object.type !== type)
      throw damaged(id)
    return object.bytes
  }

  /** The one id that begins with these digits, at least 4; null when there is none. Throws `ambiguous-commit`. */
  expand(prefix: string): ObjectId | null {
    const digits = prefix.toLowerCase()
    if (!/^[0-9a-f]{4,40}$/.test(digits)) return null
    const fresh = [...this.#fresh.keys()].filter((id) => id.startsWith(digits))
    const found = new Set([...fresh, ...this.stored.startingWith(digits)])
    if (found.size > 1) throw new AppError('ambiguous-commit', say('ambiguous-object', { prefix }))
    return [...found][0] ?? null
  }

  /**
   * Adds a new object. Added even when git has it already, because git's may be damaged.
   * @param base an object that is likely to be similar
   */
  add(type: ObjectType, bytes: Buffer, base: ObjectId | null = null): FreshObject {
    const id = objectId(type, bytes)
    const known = this.#fresh.get(id)
    if (known !== undefined) return known
    const depth = 1 + (base === null ? 0 : (this.#fresh.get(base)?.depth ?? 0))
    const similar = base === null || base === id || depth > MAX_CHAIN_DELTAS ? null : this.#readIfWhole(base)
    const delta = similar === null ? null : deltaBetween(similar.bytes, bytes)
    const content: PackContent =
      delta === null || base === null
        ? wholeContent({ type, bytes })
        : { kind: 'delta', base, size: delta.length, deflated: deflated(delta) }
    const fresh = { id, object: { type, bytes }, content, depth: delta === null ? 0 : depth }
    this.#fresh.set(id, fresh)
    this.#added.push(fresh)
    return fresh
  }

  /** What a task returns, and the objects that it added: those of one command. When it fails, they are dropped. */
  adding<T>(task: () => T): readonly [T, readonly FreshObject[]] {
    const added: FreshObject[] = []
    this.#added = added
    try {
      return [task(), added]
    } catch (error) {
      this.forget(added)
      throw error
    } finally {
      this.#added = []
    }
  }

  /** Adds the objects of a journal's records: acknowledged, but perhaps not published to git. */
  addRecovered(objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]): void {
    for (const { id, object } of objects) this.#fresh.set(id, { id, object, content: wholeContent(object), depth: 0 })
  }

  /** Drops what a failed command added. */
  forget(objects: readonly FreshObject[]): void {
    for (const { id } of objects) this.#fresh.delete(id)
  }

  forgetFresh(): void {
    this.#fresh.clear()
    this.#added = []
  }

  /**
   * Gives git all fresh objects, durably, in a pack of their own that refers to nothing outside of it.
   * @returns their ids
   */
  async publish(): Promise<readonly ObjectId[]> {
    const objects = this.cut()
    if (objects.length === 0) return []
    const builder = new PackBuilder()
    for (const { id, content } of objects) builder.add(id, content)
    await this.stored.writePack(builder)
    const ids = objects.map(({ id }) => id)
    await this.published(objects, ids)
    return ids
  }

  get hasFresh(): boolean {
    return this.#fresh.size > 0
  }

  /** All fresh objects, as a pack of their own may have them. They stay fresh until `published`. */
  cut(): readonly PackedObject[] {
    return packed(this.#fresh.values())
  }

  /** Git has these now. */
  async published(objects: readonly PackedObject[], loose: readonly ObjectId[]): Promise<void> {
    for (const { id } of objects) {
      const fresh = this.#fresh.get(id)
      this.#fresh.delete(id)
      if (fresh !== undefined) this.#cache.set(id, fresh.object)
    }
    for (const id of loose) this.stored.setDamagedAside(id)
  }

  close(): void {
    this.stored.close()
  }
}

/** An object of a pack that refers to nothing outside of it. */
export interface PackedObject {
  readonly id: ObjectId
  readonly content: PackContent
}

/** A delta in the journal may be against an object that git has; in a pack it must be against one of the same pack. */
function packed(objects: Iterable<FreshObject>): readonly PackedObject[] {
  const known = new Set<ObjectId>()
  const found: PackedObject[] = []
  for (const { id, object, content } of objects) {
    found.push({ id, content: content.kind === 'whole' || known.has(content.base) ? content : wholeContent(object) })
    known.add(id)
  }
  return found
}

function forged(id: ObjectId): AppError {
  return new AppError('damaged', say('object-forged', { id: id.slice(0, 10) }))
}

function damaged(id: ObjectId): AppError {
  return new AppError('damaged', say('object-damaged', { id: id.slice(0, 10) }))
}
