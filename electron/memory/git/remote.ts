import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId } from '../../../shared/change.ts'
import { readIfThere } from '../../disk/durable-files.ts'
import { gitEnvironment, otherSide } from './git-settings.ts'
import { HttpRemote } from './http-remote.ts'
import { isBranchName, isRefName } from './names.ts'
import { type GitEnded, runGit } from './native-git.ts'
import type { RemoteAddress } from './remote-address.ts'
import { MAX_PACK_BYTES, RemoteError } from './remote-error.ts'
import { failureOf, pushRefusal } from './remote-failures.ts'
import { FETCHED, RemoteRoom } from './remote-room.ts'

// The transport between a store's repository and a remote: by the git program, and over HTTP without one.

export interface RemoteOptions {
  /** The store's git directory, canonical: what is fetched goes into its objects, and what is pushed comes from there. */
  readonly gitdir: string
  /** A folder of this device for repositories of our own, each for one exchange. */
  readonly folder: string
  readonly address: RemoteAddress
  readonly signal?: AbortSignal
  /** The percentage transferred; null while it is unknown. */
  readonly onProgress?: (percent: number | null) => void
  /** The git program; null for none. */
  readonly git?: string | null
  /** Without the git program: what asks servers, in place of Node's own. */
  readonly fetch?: typeof globalThis.fetch
  /** For tests. */
  readonly maxPackBytes?: number
  readonly silenceMs?: number
}

export interface RemoteRefs {
  /** All refs there, with what each points to. */
  readonly refs: ReadonlyMap<string, ObjectId>
  /** The branch that HEAD names there; null when that is unknown. */
  readonly head: string | null
}

/** Every failure is a `RemoteError`, or an `AppError` about the disk here. */
export interface Remote {
  list(): Promise<RemoteRefs>
  /**
   * Brings a branch's commit and all it needs into the store's objects, and nothing else. No ref of the store leads to it: until
   * the caller makes one, it is garbage to git.
   * @param have commits that the store has, with all they need
   */
  fetch(ref: string, have: readonly ObjectId[]): Promise<ObjectId>
  /** Moves a branch there forward, never by force. `behind`: somebody else has moved it, or does at this moment. */
  push(commit: ObjectId, ref: string): Promise<'pushed' | 'behind'>
}

/** Looks for what it needs here; the remote is asked by the verbs. */
export async function openRemote(options: RemoteOptions): Promise<Remote> {
  const { address } = options
  const git = options.git === undefined ? await findGit() : options.git
  if (git !== null) return new NativeRemote(options, git)
  if (address.kind !== 'http' && address.kind !== 'https') throw new RemoteError('needs-git', address)
  return new HttpRemote(options)
}

let found: Promise<string | null> | null = null

/** The first version that reads settings from the environment (`GIT_CONFIG_COUNT`). */
const OLDEST = [2, 31] as const

function findGit(): Promise<string | null> {
  found ??= versionOf('git').then((version) => {
    const [major = 0, minor = 0] = version
    return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]) ? 'git' : null
  })
  // It may be installed while we run.
  void found.then((git) => {
    if (git === null) found = null
  })
  return found
}

async function versionOf(git: string): Promise<readonly number[]> {
  const { stopped, out } = await runGit({
    git,
    args: ['version'],
    env: process.env,
    cwd: nodePath.parse(process.execPath).root,
  })
  const [, major, minor] = /git version (\d+)\.(\d+)/.exec(out) ?? []
  return stopped === null && major !== undefined ? [Number(major), Number(minor)] : []
}

class NativeRemote implements Remote {
  readonly #options: RemoteOptions
  readonly #git: string

  constructor(options: RemoteOptions, git: string) {
    this.#options = options
    this.#git = git
  }

  list(): Promise<RemoteRefs> {
    return this.#inRoom([], async (room) => {
      const ended = await this.#run(room, ['ls-remote', '--symref', ...this.#otherSide('upload-pack'), '--', this.#url])
      if (ended.code !== 0) throw this.#failure('list', ended)
      return this.#refsIn(ended.out)
    })
  }

  fetch(ref: string, have: readonly ObjectId[]): Promise<ObjectId> {
    if (!isRefName(ref)) throw new TypeError('not a ref')
    return this.#inRoom(have, async (room) => {
      const quiet = ['--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules']
      const args = [
        'fetch',
        '--progress',
        ...quiet,
        ...this.#otherSide('upload-pack'),
        '--',
        this.#url,
        `+${ref}:${FETCHED}`,
      ]
      const ended = await this.#run(room, args)
      if (room.isShallow) throw this.#error('shallow', ended)
      if (ended.code !== 0) throw this.#failure('fetch', ended, ref)
      if (await this.#isTooMuch(room)) throw this.#error('too-large', ended)
      // Git ends well without the ref, too, where the other side has only a part of the history.
      const id = ObjectId.safeParse((await readIfThere(nodePath.join(room.path, FETCHED)))?.trim())
      if (!id.success) throw this.#failure('fetch', ended, ref)
      await room.deliver()
      return id.data
    })
  }

  push(commit: ObjectId, ref: string): Promise<'pushed' | 'behind'> {
    if (!isBranchName(ref)) throw new TypeError('not a branch')
    return this.#inRoom([], async (room) => {
      const args = [
        'push',
        '--porcelain',
        '--no-verify',
        '--progress',
        '--no-follow-tags',
        ...this.#otherSide('receive-pack'),
      ]
      const ended = await this.#run(room, [...args, '--', this.#url, `${ObjectId.parse(commit)}:${ref}`])
      if (ended.code === 0) return 'pushed'
      const line = ended.out.split('\n').find((text) => text.startsWith('!')) ?? ''
      const why = pushRefusal(line, ended.err)
      if (why === 'behind') return why
      throw this.#error(why, ended)
    })
  }

  get #url(): string {
    return this.#options.address.url
  }

  async #inRoom<T>(have: readonly ObjectId[], exchange: (room: RemoteRoom) => Promise<T>): Promise<T> {
    if (this.#options.address.kind === 'folder') await this.#refuseMissing()
    return RemoteRoom.use(this.#options, have, exchange)
  }

  /** Git would take a file for a bundle. */
  async #refuseMissing(): Promise<void> {
    const { address } = this.#options
    const stat = await fs.stat(address.url).catch(() => null)
    if (stat === null) throw new RemoteError('not-found', address)
    if (!stat.isDirectory()) throw new RemoteError('not-a-repository', address)
  }

  /** @throws when we ended it */
  async #run(room: RemoteRoom, args: readonly string[]): Promise<GitEnded> {
    const { address, signal, silenceMs, onProgress } = this.#options
    const env = gitEnvironment(process.env, room.path, address, await this.#hasOwnSsh(room))
    const isTooMuch = (): Promise<boolean> => this.#isTooMuch(room)
    const ended = await runGit({ git: this.#git, args, env, cwd: room.path, signal, silenceMs, onProgress, isTooMuch })
    if (ended.stopped === 'not-started') throw this.#error('needs-git', ended)
    if (ended.stopped !== null) throw this.#error(ended.stopped, ended)
    return ended
  }

  async #isTooMuch(room: RemoteRoom): Promise<boolean> {
    return (await room.fetchedBytes()) > (this.#options.maxPackBytes ?? MAX_PACK_BYTES)
  }

  async #hasOwnSsh({ path }: RemoteRoom): Promise<boolean> {
    const { address } = this.#options
    if (address.kind !== 'ssh') return false
    const env = gitEnvironment(process.env, path, address, true)
    const { code } = await runGit({ git: this.#git, args: ['config', '--get', 'core.sshCommand'], env, cwd: path })
    return code === 0
  }

  /** For a folder, what runs at its side runs here. */
  #otherSide(service: 'upload-pack' | 'receive-pack'): readonly string[] {
    if (this.#options.address.kind !== 'folder') return []
    return [`--${service}=${otherSide(this.#git, service)}`]
  }

  #refsIn(out: string): RemoteRefs {
    const refs = new Map<string, ObjectId>()
    let head: string | null = null
    for (const line of out.split('\n')) {
      const [value = '', name = ''] = line.split('\t')
      if (/^[0-9a-f]{64}$/.test(value)) throw new RemoteError('sha256', this.#options.address)
      if (name === 'HEAD' && value.startsWith('ref: ')) head = value.slice('ref: '.length)
      const id = ObjectId.safeParse(value)
      if (id.success && isRefName(name)) refs.set(name, id.data)
    }
    return { refs, head: head !== null && isBranchName(head) ? head : null }
  }

  #failure(verb: 'list' | 'fetch' | 'push', ended: GitEnded, branch = ''): RemoteError {
    return this.#error(failureOf(verb, ended.err), ended, branch)
  }

  #error(why: RemoteError['why'], { err, code }: GitEnded, branch = ''): RemoteError {
    const { address, maxPackBytes } = this.#options
    const cause = new Error(`git ended with ${code}: ${err.slice(-MAX_CAUSE)}`)
    return new RemoteError(why, address, {
      cause,
      branch,
      ...(maxPackBytes === undefined ? {} : { maxBytes: maxPackBytes }),
    })
  }
}

const MAX_CAUSE = 2_000
