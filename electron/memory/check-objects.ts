import { Buffer } from 'node:buffer'
import type { ObjectId } from '../../shared/change.ts'
import type { Finding } from '../../shared/check.ts'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { join } from '../disk/relative-path.ts'
import { TimeSlice } from '../disk/yield.ts'
import { pathOf } from './git/git-index-entry.ts'
import { ObjectTooLarge } from './git/inflate.ts'
import { DIRECTORY, objectId } from './git/objects.ts'
import type { Repository } from './repo/repository.ts'

/** Reads every object that some commits reach, each once, and checks that its content matches its id. */
export class ObjectWalk {
  readonly #repo: Repository
  readonly #signal: AbortSignal | undefined
  readonly #progress: ((commits: number) => void) | undefined
  readonly #slice = new TimeSlice()
  readonly seen = new Set<ObjectId>()
  /** Missing or damaged objects, and where the walk first met each. */
  readonly missing = new Map<ObjectId, string | Message>()
  commits = 0

  constructor(repo: Repository, signal?: AbortSignal, progress?: (commits: number) => void) {
    this.#repo = repo
    this.#signal = signal
    this.#progress = progress
  }

  async from(tip: ObjectId): Promise<void> {
    const pending = [tip]
    for (let id = pending.pop(); id !== undefined && this.#signal?.aborted !== true; id = pending.pop()) {
      if (this.seen.has(id)) continue
      this.commits += 1
      this.#progress?.(this.commits)
      if (!this.#isWhole(id, say('the-commit', { commit: id.slice(0, 7) }))) continue
      const { tree, parents } = this.#repo.objects.readCommit(id)
      pending.push(...parents)
      await this.#walkTree(tree, '')
    }
  }

  async #walkTree(id: ObjectId, path: string): Promise<void> {
    if (this.seen.has(id) || !this.#isWhole(id, path === '' ? say('the-folder-itself') : path)) return
    for (const entry of this.#repo.objects.readTree(id)) {
      if (this.#slice.isOver) await this.#slice.yield()
      if (this.#signal?.aborted === true) return
      const child = join(path, entry.name)
      if (entry.mode === DIRECTORY) await this.#walkTree(entry.id, child)
      else if (entry.mode !== '160000' && !this.seen.has(entry.id)) this.#isWhole(entry.id, child)
    }
  }

  #isWhole(id: ObjectId, where: string | Message): boolean {
    this.seen.add(id)
    try {
      const { type, bytes } = this.#repo.objects.read(id)
      if (objectId(type, bytes) === id) return true
    } catch (error) {
      // Too large to be checked here, and no sign of damage.
      if (error instanceof ObjectTooLarge) return true
      if (!(error instanceof AppError)) throw error
    }
    this.missing.set(id, where)
    return false
  }
}

/**
 * Reports missing objects. With `repair` it restores those of the present state that the files or git's index still
 * have.
 */
export async function repairMissing(repo: Repository, { missing }: ObjectWalk, repair: boolean): Promise<Finding> {
  const before = missing.size
  const places = [...new Set(missing.values())]
  const what = say('check-objects', { count: before, places: shortened(places) })
  const means = say('check-objects-mean')
  if (!repair) return { what, means, done: null, canRepair: true }
  const indexed = [...((await repo.index().catch(() => null))?.entries() ?? [])]

  const paths = new Set([
    ...places.filter((place) => typeof place === 'string'),
    ...indexed.map(({ key }) => pathOf(key)),
  ])
  const files = indexed.flatMap(({ key, id, mode }) =>
    mode === '100644' || mode === '100755' || mode === '120000' ? [[pathOf(key), { id, mode }] as const] : [],
  )
  const [, added] = repo.objects.adding(() => {
    for (const path of paths) {
      const bytes = bytesIfReadable(repo, path)
      if (bytes !== null && missing.has(objectId('blob', bytes))) repo.objects.add('blob', Buffer.from(bytes))
    }
    if (files.length > 0) repo.trees.edit(null, files)
  })
  const restored = added.filter(({ id }) => missing.delete(id))
  await repo.objects.publish()
  // Git copes better with a missing object than with a file that is not a valid object.
  for (const id of missing.keys()) repo.setAside(repo.objects.stored.loosePath(id))
  const done =
    restored.length === 0
      ? say('check-objects-lost')
      : say('check-objects-restored', { restored: restored.length, before })
  return { what, means, done, canRepair: missing.size < before }
}

function shortened(places: readonly (string | Message)[]): readonly (string | Message)[] | Message {
  if (places.length <= 3) return places
  return say('and-more', { names: places.slice(0, 2), count: places.length - 2 })
}

function bytesIfReadable(repo: Repository, path: string): Uint8Array | null {
  try {
    return repo.workTree.read(path)
  } catch {
    return null
  }
}
