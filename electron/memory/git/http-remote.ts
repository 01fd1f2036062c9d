import type { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { systemCode } from '../../disk/disk-error.ts'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { checkFetched } from './check-fetched.ts'
import { loadGit } from './config.ts'
import { GitHttpClient } from './http-client.ts'
import { isBranchName, isRefName } from './names.ts'
import { RemoteError } from './remote-error.ts'
import { pushRefusal } from './remote-failures.ts'
import { RemoteRoom } from './remote-room.ts'
import type { Remote, RemoteOptions, RemoteRefs } from './remote.ts'

// The transport where there is no git program, over HTTP: by isomorphic-git, which holds all that is sent in memory.

/** Node reads no larger file at once. */
const MAX_FILE_BYTES = 2_000_000_000
/** Of what the other side says. */
const MAX_COMPLAINTS = 64_000

/** What isomorphic-git's errors say beyond their code. */
const GitFailure = z.object({
  code: z.string(),
  data: z
    .object({
      reason: z.string().optional(),
      statusCode: z.number().optional(),
      result: z
        .object({
          error: z.string().nullish(),
          refs: z.record(z.string(), z.object({ error: z.string().nullish() })).optional(),
        })
        .optional(),
    })
    .catch({}),
})

export class HttpRemote implements Remote {
  readonly #options: RemoteOptions

  constructor(options: RemoteOptions) {
    this.#options = options
  }

  list(): Promise<RemoteRefs> {
    return this.#telling('list', async () => {
      const git = await loadGit()
      const info = await git.getRemoteInfo2({ ...this.#place(), protocolVersion: 1 })
      const found = info.protocolVersion === 1 ? (info.refs ?? []) : []
      const refs = found.flatMap(({ ref, oid }) => {
        const id = ObjectId.safeParse(oid)
        return id.success && isRefName(ref) ? [[ref, id.data] as const] : []
      })
      const head = found.find(({ ref }) => ref === 'HEAD')?.target ?? null
      return { refs: new Map(refs), head: head !== null && isBranchName(head) ? head : null }
    })
  }

  fetch(ref: string, have: readonly ObjectId[]): Promise<ObjectId> {
    if (!isRefName(ref)) throw new TypeError('not a ref')
    return this.#inRoom('fetch', have, async (room, files) => {
      const git = await loadGit()
      if (!(await this.list()).refs.has(ref)) throw new RemoteError('no-branch', this.#options.address, { branch: ref })
      const asked = { remote: 'there', remoteRef: ref, singleBranch: true, tags: false }
      const { fetchHead } = await git.fetch({ ...this.#place(have), fs: files, gitdir: room.path, ...asked })
      if (room.isShallow) throw new RemoteError('shallow', this.#options.address)
      const id = ObjectId.parse(fetchHead)
      if (!(await checkFetched(room, this.#options.gitdir, id))) throw new RemoteError('damaged', this.#options.address)
      await room.deliver()
      return id
    })
  }

  push(commit: ObjectId, ref: string): Promise<'pushed' | 'behind'> {
    if (!isBranchName(ref)) throw new TypeError('not a branch')
    return this.#inRoom('push', [commit], async (room, files) => {
      const git = await loadGit()
      const asked = { remote: 'there', ref: 'refs/have/0', remoteRef: ref, force: false }
      let complaints = ''
      const onMessage = (text: string): void => {
        complaints = (complaints + text).slice(-MAX_COMPLAINTS)
      }
      try {
        await git.push({ ...this.#place(), fs: files, gitdir: room.path, ...asked, onMessage })
        return 'pushed'
      } catch (error) {
        const { code, data } = GitFailure.safeParse(error).data ?? { code: '', data: {} }
        if (code === 'PushRejectedError' && data.reason === 'not-fast-forward') return 'behind'
        if (code !== 'GitPushError') throw error
        const { refs, error: unpacking } = data.result ?? {}
        const why = pushRefusal(
          `[remote rejected] ${refs?.[ref]?.error ?? ''}`,
          `remote: ${unpacking ?? ''}\n${complaints}`,
        )
        if (why === 'behind') return why
        throw new RemoteError(why, this.#options.address)
      }
    })
  }

  #place(have: readonly ObjectId[] = []) {
    const { user, password, url } = this.#options.address
    return {
      http: new GitHttpClient(this.#options, have),
      url,
      onAuth: () =>
        user === undefined && password === undefined ? undefined : { username: user ?? '', password: password ?? '' },
    }
  }

  #inRoom<T>(
    verb: 'fetch' | 'push',
    have: readonly ObjectId[],
    exchange: (room: RemoteRoom, files: ReturnType<typeof filesOf>) => Promise<T>,
  ): Promise<T> {
    return RemoteRoom.use(this.#options, have, (room) =>
      this.#telling(verb, () => exchange(room, filesOf(room.path, this.#options.gitdir))),
    )
  }

  /** Tells what a failure means. */
  async #telling<T>(verb: 'list' | 'fetch' | 'push', exchange: () => Promise<T>): Promise<T> {
    const { address, signal } = this.#options
    try {
      if (signal?.aborted === true) throw new RemoteError('cancelled', address)
      return await exchange()
    } catch (error) {
      if (error instanceof AppError) throw error
      if (systemCode(error) !== null) throw error
      const { code = '', data } = GitFailure.safeParse(error).data ?? {}
      if (code === '') throw error
      // Its message may quote the address, or what the server said.
      const cause = new Error(`isomorphic-git: ${code}`)
      if (data?.statusCode === 401 || data?.statusCode === 203) throw new RemoteError('sign-in', address, { cause })
      if (/^(?:SmartHttpError|ParseError|EmptyServerResponseError)$/.test(code) && verb !== 'push')
        throw new RemoteError('not-a-repository', address, { cause })
      throw new RemoteError(verb === 'fetch' ? 'damaged' : 'other', address, { cause })
    }
  }
}

/**
 * The room's files, and for its objects those of the store, too: only to be read, and without following links, which a
 * stranger may have put there.
 */
function filesOf(room: string, gitdir: string) {
  const objects = nodePath.join(room, 'objects') + nodePath.sep
  /** The path of the same object in the store; null if the path is not an object's. */
  const stored = (path: string): string | null => {
    const normal = nodePath.normalize(path)
    return normal.startsWith(objects) ? nodePath.join(gitdir, 'objects', normal.slice(objects.length)) : null
  }
  const either = async <T>(path: string, look: (path: string) => Promise<T>): Promise<T> => {
    const place = stored(path)
    const found = await unlessMissing(look(path))
    return found ?? (await look(place ?? path))
  }
  const { readFile, readdir, lstat } = fs.promises
  const promises = {
    ...fs.promises,
    readFile: async (path: string, options: Parameters<typeof readFile>[1] = null): Promise<Buffer | string> => {
      const [place, found] = [stored(path), await unlessMissing(readFile(path, options))]
      if (found !== null) return found
      return (place === null ? null : await readPlainFile(place, MAX_FILE_BYTES)) ?? (await readFile(path, options))
    },
    readdir: async (path: string): Promise<string[]> => {
      const [place, own] = [stored(path), await unlessMissing(readdir(path))]
      const theirs = place === null ? null : await unlessMissing(readdir(place))
      if (own === null && theirs === null) return readdir(path)
      return [...new Set([...(own ?? []), ...(theirs ?? [])])]
    },
    lstat: (path: string): Promise<fs.Stats> => either(path, (path) => lstat(path)),
    stat: (path: string): Promise<fs.Stats> => either(path, (path) => lstat(path)),
  }
  return { promises }
}
