import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { inflateSync } from 'node:zlib'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { hasCode, lstatIfThere, syncDirectory, uniqueName, type DurableFiles } from '../../disk/durable-files.ts'
import { deltaBetween } from './delta.ts'
import {
  MalformedObject,
  objectId,
  parseCommit,
  parseTree,
  type GitObject,
  type ObjectType,
  type RawCommit,
  type TreeEntry,
} from './objects.ts'
import { deflated, Pack, PackBuilder, type PackContent } from './pack.ts'

/** An object that git does not have yet. */
export interface FreshObject {
  readonly id: ObjectId
  readonly object: GitObject
  /** As it is kept: whole, or as a delta on another object, which may be git's already. */
  readonly content: PackContent
  /** How many deltas have to be followed to read it. */
  readonly depth: number
}

const LONGEST_CHAIN = 50
const CACHED_BYTES = 16_000_000

/**
 * Git's objects: those of its packs, those in files of their own, and in front of both the fresh ones, which only
 * the journal has so far. Reading never trusts a name: what is not what it says is no object.
 */
export class ObjectStore {
  readonly #gitdir: string
  readonly #files: DurableFiles
  readonly #fresh = new Map<ObjectId, FreshObject>()
  readonly #cache = new Map<ObjectId, GitObject>()
  #cached = 0
  /** What was added since it was last asked. */
  #added: FreshObject[] = []
  #packs: Map<string, Pack> | null = null

  constructor(gitdir: string, files: DurableFiles) {
    this.#gitdir = gitdir
    this.#files = files
  }

  get #packFolder(): string {
    return nodePath.join(this.#gitdir, 'objects', 'pack')
  }

  /** Throws `damaged` for an object that is nowhere, or nowhere whole. */
  read(id: ObjectId): GitObject {
    const fresh = this.#fresh.get(id)?.object ?? this.#cache.get(id)
    if (fresh !== undefined) return fresh
    const found = this.#find(id)
    if (found === null) throw damaged(id)
    this.#remember(id, found)
    return found
  }

  #readIfWhole(id: ObjectId): GitObject | null {
    return this.#fresh.get(id)?.object ?? this.#cache.get(id) ?? this.#find(id)
  }

  readTree(id: ObjectId): readonly TreeEntry[] {
    return this.#parsed(id, 'tree', parseTree)
  }

  readCommit(id: ObjectId): RawCommit {
    return this.#parsed(id, 'commit', (bytes) => parseCommit(id, bytes))
  }

  #parsed<T>(id: ObjectId, type: ObjectType, parse: (bytes: Buffer) => T): T {
    const object = this.read(id)
    try {
      if (object.type === type) return parse(object.bytes)
    } catch (error) {
      if (!(error instanceof MalformedObject)) throw error
    }
    throw damaged(id)
  }

  #find(id: ObjectId): GitObject | null {
    return this.#inPacks(id) ?? this.#loose(id) ?? (this.#lookAgain() ? (this.#inPacks(id) ?? this.#loose(id)) : null)
  }

  #inPacks(id: ObjectId): GitObject | null {
    for (const pack of this.packs()) {
      try {
        const offset = pack.offsetOf(id)
        if (offset !== null) return pack.readAt(offset, (base) => this.read(base))
      } catch {
        // Cut or spoilt; another pack, or a file of its own, may have it whole.
      }
    }
    return null
  }

  #loose(id: ObjectId): GitObject | null {
    try {
      const bytes = inflateSync(fs.readFileSync(this.pathOf(id)))
      const nul = bytes.indexOf(0)
      const type = typeNamed(bytes.toString('latin1', 0, nul).split(' ')[0])
      const content = Buffer.from(bytes.subarray(nul + 1))
      return type !== null && objectId(type, content) === id ? { type, bytes: content } : null
    } catch {
      return null
    }
  }

  packs(): Iterable<Pack> {
    if (this.#packs === null) this.#lookAgain()
    return this.#packs?.values() ?? []
  }

  /** Packs come and go under `git gc`. @returns whether there is any that we did not know */
  #lookAgain(): boolean {
    const known = this.#packs ?? new Map<string, Pack>()
    const names = new Set(
      namesIn(this.#packFolder)
        .filter((name) => name.endsWith('.idx'))
        .map((name) => name.slice(0, -4)),
    )
    let found = false
    for (const name of names) {
      if (known.has(name)) continue
      try {
        known.set(name, new Pack(nodePath.join(this.#packFolder, name)))
        found = true
      } catch {
        // Without its pack, or not whole: `check` tells of it.
      }
    }
    for (const [name, pack] of known) {
      if (names.has(name)) continue
      pack.close()
      known.delete(name)
    }
    this.#packs = known
    return found
  }

  #remember(id: ObjectId, object: GitObject): void {
    if (object.bytes.length > CACHED_BYTES / 4) return
    this.#cached += object.bytes.length
    this.#cache.set(id, object)
    for (const [old, { bytes }] of this.#cache) {
      if (this.#cached <= CACHED_BYTES) break
      this.#cache.delete(old)
      this.#cached -= bytes.length
    }
  }

  /** The one id that begins with these 4 digits or more; null when there is none. Throws `ambiguous-commit`. */
  expand(prefix: string): ObjectId | null {
    const digits = prefix.toLowerCase()
    if (!/^[0-9a-f]{4,40}$/.test(digits)) return null
    this.#lookAgain()
    const found = new Set([...this.#fresh.keys()].filter((id) => id.startsWith(digits)))
    for (const pack of this.packs()) for (const id of pack.startingWith(digits)) found.add(id)
    for (const name of namesIn(nodePath.join(this.#gitdir, 'objects', digits.slice(0, 2))))
      if (name.startsWith(digits.slice(2)) && name.length === 38) found.add(digits.slice(0, 2) + name)
    if (found.size > 1)
      throw new AppError('ambiguous-commit', `More than one object begins with ${prefix}. Give more digits.`)
    return [...found][0] ?? null
  }

  /**
   * Takes in a new object. It is kept even where git has it already: whether git's is whole is not asked.
   * @param base what it is likely to be much like
   */
  add(type: ObjectType, bytes: Buffer, base: ObjectId | null = null): FreshObject {
    const id = objectId(type, bytes)
    const known = this.#fresh.get(id)
    if (known !== undefined) return known
    const depth = 1 + (base === null ? 0 : (this.#fresh.get(base)?.depth ?? 0))
    const like = base === null || base === id || depth > LONGEST_CHAIN ? null : this.#readIfWhole(base)
    const delta = like === null ? null : deltaBetween(like.bytes, bytes)
    const content: PackContent =
      delta === null || base === null
        ? { kind: 'whole', type, size: bytes.length, deflated: deflated(bytes) }
        : { kind: 'delta', base, size: delta.length, deflated: deflated(delta) }
    const fresh = { id, object: { type, bytes }, content, depth: delta === null ? 0 : depth }
    this.#fresh.set(id, fresh)
    this.#added.push(fresh)
    return fresh
  }

  /** All that was added since this was last called: what one command made. */
  takeAdded(): readonly FreshObject[] {
    const added = this.#added
    this.#added = []
    return added
  }

  /** Takes in what a journal has: acknowledged, but perhaps not yet seen by git. */
  addRecovered(objects: readonly { readonly id: ObjectId; readonly object: GitObject }[]): void {
    for (const { id, object } of objects)
      this.#fresh.set(id, {
        id,
        object,
        content: { kind: 'whole', type: object.type, size: object.bytes.length, deflated: deflated(object.bytes) },
        depth: 0,
      })
  }

  /** What a command added that came to nothing. */
  forget(objects: readonly FreshObject[]): void {
    for (const { id } of objects) this.#fresh.delete(id)
  }

  forgetFresh(): void {
    this.#fresh.clear()
    this.#added = []
  }

  /**
   * Makes git see all fresh objects, durably: a pack of their own. Nothing in it refers to what is outside of it.
   * @returns their ids
   */
  async publish(): Promise<readonly ObjectId[]> {
    const objects = [...this.#fresh.values()]
    if (objects.length === 0) return []
    await this.writePack(packOf(objects))
    for (const { id } of objects) await this.#setDamagedAside(id)
    for (const { id, object } of objects) {
      this.#fresh.delete(id)
      this.#remember(id, object)
    }
    return objects.map(({ id }) => id)
  }

  /** Git looks for a pack by its index, so that comes last. @returns the pack's name */
  async writePack(builder: PackBuilder): Promise<string> {
    const { name, pack, index } = builder.finish()
    const path = nodePath.join(this.#packFolder, `pack-${name}`)
    await fs.promises.mkdir(this.#packFolder, { recursive: true })
    await this.#files.placeAll(
      [
        [`${path}.pack`, pack],
        [`${path}.idx`, index],
      ],
      0o444,
    )
    await syncDirectory(this.#packFolder)
    await fs.promises.appendFile(nodePath.join(this.#gitdir, 'variorum', 'packs'), `pack-${name}\n`, { mode: 0o600 })
    this.#lookAgain()
    return `pack-${name}`
  }

  /** Are these all in git, in a pack or a file that is there now? */
  areKept(ids: Iterable<ObjectId>): boolean {
    this.#lookAgain()
    // What was given lately is in the latest packs.
    const packs = [...this.packs()].toReversed()
    return [...ids].every(
      (id) => packs.some((pack) => pack.offsetOf(id) !== null) || lstatIfThere(this.pathOf(id)) !== null,
    )
  }

  /** An object's file that is not what its name says is kept under another name: git would stumble over it for ever. */
  async #setDamagedAside(id: ObjectId): Promise<void> {
    const path = this.pathOf(id)
    // Asked of each object that is published, and hardly ever there.
    if (lstatIfThere(path) === null || this.#loose(id) !== null) return
    const aside = nodePath.join(this.#gitdir, 'variorum', 'damaged')
    await fs.promises.mkdir(aside, { recursive: true, mode: 0o700 })
    await fs.promises.rename(path, nodePath.join(aside, `${id}.${uniqueName()}`))
  }

  /** Where an object's own file is, when it has one. */
  pathOf(id: ObjectId): string {
    return nodePath.join(this.#gitdir, 'objects', id.slice(0, 2), id.slice(2))
  }

  close(): void {
    for (const pack of this.#packs?.values() ?? []) pack.close()
    this.#packs = null
  }
}

/** The journal's deltas may refer to what git has; a pack's own may not. */
export function packOf(objects: Iterable<Pick<FreshObject, 'id' | 'object' | 'content'>>): PackBuilder {
  const builder = new PackBuilder()
  for (const { id, object, content } of objects) {
    if (builder.has(id)) continue
    const stands = content.kind === 'whole' || builder.has(content.base)
    builder.add(
      id,
      stands
        ? content
        : { kind: 'whole', type: object.type, size: object.bytes.length, deflated: deflated(object.bytes) },
    )
  }
  return builder
}

function typeNamed(name: string | undefined): ObjectType | null {
  return name === 'blob' || name === 'tree' || name === 'commit' || name === 'tag' ? name : null
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

export function damaged(id: ObjectId, cause?: unknown): AppError {
  return new AppError(
    'damaged',
    `The object ${id.slice(0, 10)} of this store's history is missing or damaged. Newer and older versions are not touched by this. "git fsck" in the folder tells more; a backup or a clone may still have it.`,
    { cause },
  )
}
