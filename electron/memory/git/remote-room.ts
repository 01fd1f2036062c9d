import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { clearOld } from '../../disk/clear-old.ts'
import { toDiskError } from '../../disk/disk-error.ts'
import { hasCode, lstatIfThere, uniqueName, unlessMissing } from '../../disk/durable-files.ts'
import type { RemoteAddress } from './remote-address.ts'
import { RemoteError } from './remote-error.ts'
import { placePack } from './write-pack.ts'

/** Nothing takes as long, so whoever began it was killed. */
const OLD_MS = 24 * 60 * 60 * 1_000
/** The remote is for isomorphic-git, which fetches from none without a refspec. Git is given addresses. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
\tlogAllRefUpdates = false
[remote "there"]
\tfetch = +refs/heads/*:refs/remotes/there/*
`

interface RoomOptions {
  /** Where rooms are made. */
  readonly folder: string
  readonly gitdir: string
  readonly address: RemoteAddress
}

/** The one ref that a fetch writes. */
export const FETCHED = 'refs/fetched'

/**
 * A bare repository of our own for one exchange. Git works here, so that it reads nothing of the store's repository
 * (configuration, hooks, alternates), which may come from a stranger, but the objects. What is fetched stays here until it is
 * whole and checked.
 */
export class RemoteRoom {
  readonly path: string
  readonly #gitdir: string

  private constructor(path: string, gitdir: string) {
    this.path = path
    this.#gitdir = gitdir
  }

  /**
   * Opens a room for one exchange, and leaves nothing of it.
   * @param have commits that the store has, with all they need
   */
  static async use<T>(
    { folder, gitdir, address }: RoomOptions,
    have: readonly ObjectId[],
    exchange: (room: RemoteRoom) => Promise<T>,
  ): Promise<T> {
    let room: RemoteRoom | null = null
    try {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      await clearOld(folder, OLD_MS)
      room = new RemoteRoom(nodePath.join(await fs.realpath(folder), uniqueName()), gitdir)
      await room.#fill(have)
      return await exchange(room)
    } catch (error) {
      if (hasCode(error, 'ENOSPC')) throw new RemoteError('disk-full', address, { cause: error })
      throw toDiskError(error) ?? error
    } finally {
      // What cannot be removed is, the next time.
      if (room !== null) await fs.rm(room.path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    }
  }

  async #fill(have: readonly ObjectId[]): Promise<void> {
    const objects = nodePath.join(this.#gitdir, 'objects')
    refuseForeign(objects)
    await fs.mkdir(this.path, { mode: 0o700 })
    for (const name of ['objects/info', 'objects/pack', 'refs/have'])
      await fs.mkdir(nodePath.join(this.path, name), { recursive: true })
    await this.#write('config', CONFIG)
    await this.#write('HEAD', 'ref: refs/heads/none\n')
    // Git takes a path that begins with a quotation mark for a quoted one, and this one begins with the disk.
    await this.#write('objects/info/alternates', `${objects}\n`)
    for (const [at, id] of [...new Set(have)].entries()) await this.#write(`refs/have/${at}`, `${id}\n`)
  }

  async #write(name: string, text: string): Promise<void> {
    await fs.writeFile(nodePath.join(this.path, name), text, { mode: 0o600 })
  }

  get packFolder(): string {
    return nodePath.join(this.path, 'objects', 'pack')
  }

  /** How much was fetched so far. */
  async fetchedBytes(): Promise<number> {
    const names = (await unlessMissing(fs.readdir(this.packFolder))) ?? []
    const stats = await Promise.all(names.map((name) => unlessMissing(fs.stat(nodePath.join(this.packFolder, name)))))
    return stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0)
  }

  /** The names of the packs that were fetched, without extension. */
  async packs(): Promise<readonly string[]> {
    const names = await fs.readdir(this.packFolder)
    return names.flatMap((name) => /^(pack-[0-9a-f]{40})\.idx$/.exec(name)?.[1] ?? [])
  }

  /** Moves what was fetched into the store, durably. */
  async deliver(): Promise<void> {
    for (const name of await this.packs()) await placePack(this.#gitdir, nodePath.join(this.packFolder, name))
  }

  /** Whether the other side has only a part of the history. */
  get isShallow(): boolean {
    return (lstatIfThere(nodePath.join(this.path, 'shallow'))?.size ?? 0) > 0
  }
}

/** Git reads the objects of all alternates: no store has any when it is adopted. */
function refuseForeign(objects: string): void {
  for (const folder of [objects, nodePath.join(objects, 'pack')]) {
    const stat = lstatIfThere(folder)
    if (stat?.isDirectory() === false) throw new AppError('disk', say('folder-swapped'))
  }
  if (lstatIfThere(nodePath.join(objects, 'info', 'alternates')) !== null)
    throw new AppError('not-adoptable', say('remote-store-alternates'))
}
