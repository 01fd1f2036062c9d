import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { DurableFiles } from '../../disk/durable-files.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { ObjectTooLarge } from './inflate.ts'
import { DIRECTORY, type GitObject, MalformedObject, parseCommit, parseTree } from './objects.ts'
import { Pack } from './pack.ts'
import type { RemoteRoom } from './remote-room.ts'
import { StoredObjects } from './stored-objects.ts'

/**
 * Whether what was fetched into a room is sound, as git's own fetch would check: every new commit and folder that the commit
 * needs can be read, has names that git accepts, and needs nothing that neither came nor is in the store. The ids are
 * right: whoever wrote the index computed them.
 */
export async function checkFetched(room: RemoteRoom, gitdir: string, commit: ObjectId): Promise<boolean> {
  const names = await room.packs()
  const packs: Pack[] = []
  try {
    for (const name of names) {
      const path = nodePath.join(room.packFolder, name)
      if (!(await isWhole(`${path}.pack`, name))) return false
      packs.push(new Pack(path))
    }
    const absent = await new FetchedWalk(packs).from(commit)
    return new StoredObjects(gitdir, new DurableFiles(room.path), noBase).hasAll(absent)
  } catch (error) {
    if (error instanceof MalformedObject || error instanceof ObjectTooLarge) return false
    throw error
  } finally {
    for (const pack of packs) pack.close()
  }
}

/** Nothing is read of the store, and what came leans on nothing else. */
const noBase = (): GitObject => {
  throw new MalformedObject('base')
}

/** Whether a pack's last 20 bytes, after which it is named, are the checksum of the others. */
async function isWhole(path: string, name: string): Promise<boolean> {
  const { size } = await fs.promises.stat(path)
  const sum = createHash('sha1')
  if (size > 20) await pipeline(fs.createReadStream(path, { end: size - 21 }), sum)
  return name === `pack-${sum.digest('hex')}`
}

class FetchedWalk {
  readonly #packs: readonly Pack[]
  readonly #seen = new Set<ObjectId>()
  readonly #absent = new Set<ObjectId>()
  readonly #slice = new TimeSlice()

  constructor(packs: readonly Pack[]) {
    this.#packs = packs
  }

  /** @returns what is needed and did not come */
  async from(commit: ObjectId): Promise<ReadonlySet<ObjectId>> {
    const commits = [commit]
    for (let id = commits.pop(); id !== undefined; id = commits.pop()) {
      const object = this.#new(id)
      if (object === null) continue
      if (object.type !== 'commit') throw new MalformedObject('commit')
      const { tree, parents } = parseCommit(id, object.bytes)
      commits.push(...parents)
      await this.#throughTree(tree)
    }
    return this.#absent
  }

  async #throughTree(tree: ObjectId): Promise<void> {
    const trees = [tree]
    for (let id = trees.pop(); id !== undefined; id = trees.pop()) {
      const object = this.#new(id)
      if (object === null) continue
      if (object.type !== 'tree') throw new MalformedObject('tree')
      for (const entry of parseTree(object.bytes)) {
        if (entry.mode === DIRECTORY) trees.push(entry.id)
        else if (entry.mode !== '160000') this.#needed(entry.id)
      }
      if (this.#slice.isOver) await this.#slice.yield()
    }
  }

  /** An object that came, the first time that it is needed. */
  #new(id: ObjectId): GitObject | null {
    return this.#needed(id) ? this.#find(id) : null
  }

  #needed(id: ObjectId): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    const came = this.#packs.some((pack) => pack.offsetOf(id) !== null)
    if (!came) this.#absent.add(id)
    return came
  }

  readonly #find = (id: ObjectId): GitObject => {
    for (const pack of this.#packs) {
      const offset = pack.offsetOf(id)
      if (offset !== null) return pack.readAt(offset, this.#find)
    }
    throw new MalformedObject('base')
  }
}
