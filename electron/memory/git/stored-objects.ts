import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { makeFolderNow, moveNow } from '../../disk/by-handle.ts'
import { hasCode, lstatIfThere, uniqueName, type DurableFiles } from '../../disk/durable-files.ts'
import { inflateLoose, MAX_OBJECT_BYTES, ObjectTooLarge } from './inflate.ts'
import { objectId, type GitObject } from './objects.ts'
import type { PackBuilder } from './pack-builder.ts'
import { Pack } from './pack.ts'
import { writePack } from './write-pack.ts'

/**
 * The objects that git has on disk: in its packs, and loose, each in a file of its own. A loose object whose content
 * does not match its id counts as missing.
 */
export class StoredObjects {
  readonly #gitdir: string
  readonly #files: DurableFiles
  readonly #readBase: (id: ObjectId) => GitObject
  #packs: Map<string, Pack> | null = null

  /** @param readBase reads the base of a delta, which may be anywhere */
  constructor(gitdir: string, files: DurableFiles, readBase: (id: ObjectId) => GitObject) {
    this.#gitdir = gitdir
    this.#files = files
    this.#readBase = readBase
  }

  get #packFolder(): string {
    return nodePath.join(this.#gitdir, 'objects', 'pack')
  }

  /** The object; null when it is missing or damaged everywhere. Throws ObjectTooLarge. */
  find(id: ObjectId): GitObject | null {
    return this.#inPacks(id) ?? this.#loose(id) ?? (this.rescanPacks() ? (this.#inPacks(id) ?? this.#loose(id)) : null)
  }

  #inPacks(id: ObjectId): GitObject | null {
    for (const pack of this.packs()) {
      const object = unlessDamaged(() => {
        const offset = pack.offsetOf(id)
        return offset === null ? null : pack.readAt(offset, this.#readBase)
      })
      if (object !== null) return object
    }
    return null
  }

  #loose(id: ObjectId): GitObject | null {
    return unlessDamaged(() => {
      const path = this.loosePath(id)
      const stat = fs.lstatSync(path)
      if (!stat.isFile()) return null
      // Content that cannot be compressed grows a little.
      if (stat.size > 1.01 * MAX_OBJECT_BYTES) throw new ObjectTooLarge(stat.size)
      const object = inflateLoose(fs.readFileSync(path))
      return objectId(object.type, object.bytes) === id ? object : null
    })
  }

  packs(): Iterable<Pack> {
    if (this.#packs === null) this.rescanPacks()
    return this.#packs?.values() ?? []
  }

  /** Opens new packs and closes deleted ones: they come and go under `git gc`. @returns whether there was a new one */
  rescanPacks(): boolean {
    const known = (this.#packs ??= new Map<string, Pack>())
    const names = new Set(
      namesIn(this.#packFolder)
        .filter((name) => name.endsWith('.idx'))
        .map((name) => name.slice(0, -4)),
    )
    let foundNew = false
    for (const name of names) {
      if (known.has(name)) continue
      try {
        known.set(name, new Pack(nodePath.join(this.#packFolder, name)))
        foundNew = true
      } catch (error) {
        if (isOutOfFiles(error)) throw error
        // The pack is missing or damaged: `check` reports it.
      }
    }
    for (const [name, pack] of known) {
      if (names.has(name)) continue
      pack.close()
      known.delete(name)
    }
    return foundNew
  }

  /** Ids that begin with these lower-case digits, at least two of them when there are several. */
  startingWith(digits: string): ReadonlySet<ObjectId> {
    this.rescanPacks()
    const found = new Set<ObjectId>()
    for (const pack of this.packs()) for (const id of pack.startingWith(digits)) found.add(id)
    for (const name of namesIn(nodePath.join(this.#gitdir, 'objects', digits.slice(0, 2))))
      if (name.startsWith(digits.slice(2)) && name.length === 38) found.add(digits.slice(0, 2) + name)
    return found
  }

  /** Whether git has all of these now, in a pack or loose. */
  hasAll(ids: Iterable<ObjectId>): boolean {
    this.rescanPacks()
    // Recently published objects are in the newest packs.
    const packs = [...this.packs()].toReversed()
    return [...ids].every(
      (id) => packs.some((pack) => pack.offsetOf(id) !== null) || lstatIfThere(this.loosePath(id)) !== null,
    )
  }

  /** Writes a pack durably. @returns its name */
  async writePack(builder: PackBuilder): Promise<string> {
    const name = await writePack(this.#gitdir, this.#files, builder)
    this.rescanPacks()
    return name
  }

  /** Moves away a loose object that does not match its id: git would fail on it although a pack has it whole. */
  setDamagedAside(id: ObjectId): void {
    const path = this.loosePath(id)
    // Called for each published object; such a file hardly ever exists.
    if (lstatIfThere(path) === null || this.#isWholeOrTooLarge(id)) return
    const aside = nodePath.join(this.#gitdir, 'variorum', 'damaged')
    makeFolderNow(this.#gitdir, aside, 0o700)
    moveNow(path, nodePath.join(aside, `${id}.${uniqueName()}`))
  }

  #isWholeOrTooLarge(id: ObjectId): boolean {
    try {
      return this.#loose(id) !== null
    } catch (error) {
      if (error instanceof ObjectTooLarge) return true
      throw error
    }
  }

  /** The path of an object's own file, whether it exists or not. */
  loosePath(id: ObjectId): string {
    return nodePath.join(this.#gitdir, 'objects', id.slice(0, 2), id.slice(2))
  }

  close(): void {
    for (const pack of this.#packs?.values() ?? []) pack.close()
    this.#packs = null
  }
}

/**
 * What one copy of an object says; null when it is truncated or corrupt, since another copy may be whole. Having too
 * many files open says nothing about the object.
 */
function unlessDamaged(read: () => GitObject | null): GitObject | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ObjectTooLarge || isOutOfFiles(error)) throw error
    return null
  }
}

const isOutOfFiles = (error: unknown): boolean => hasCode(error, 'EMFILE', 'ENFILE', 'ENOMEM')

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}
