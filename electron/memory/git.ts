import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { ObjectId } from '../../shared/change.ts'
import { hasCode, syncDirectory, uniqueName, unlessMissing, type DurableFiles } from './durable-files.ts'
import { StoreError } from './store-interface.ts'

// The one file that knows isomorphic-git. It is large, so it is loaded on first use.
type IsomorphicGit = typeof import('isomorphic-git')
let loading: Promise<IsomorphicGit> | null = null
function isomorphicGit(): Promise<IsomorphicGit> {
  loading ??= import('isomorphic-git')
  return loading
}

const inflated = promisify(inflate)

/** A tree entry as git has it. Gitlinks and other modes that we do not write are carried along untouched. */
export interface TreeEntry {
  readonly name: string
  readonly mode: string
  readonly id: ObjectId
}

export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Minutes to add to local time to get UTC, as in Date.getTimezoneOffset. */
  readonly timezoneOffset: number
}

export interface RawCommit {
  readonly id: ObjectId
  readonly tree: ObjectId
  readonly parents: readonly ObjectId[]
  readonly author: Signature
  readonly message: string
}

export type GitObject = { readonly type: 'blob' | 'tree' | 'commit' | 'tag'; readonly bytes: Uint8Array }

/**
 * Git objects, read and written through isomorphic-git. Its writes go through a file-system adapter that makes
 * each file whole or not at all; an object that exists already is verified before it is trusted, since
 * isomorphic-git never heals one that is empty or cut.
 */
export class GitObjects {
  readonly #gitdir: string
  readonly #fs: { readonly promises: typeof fs.promises }
  #cache = {}

  constructor(gitdir: string, files: DurableFiles) {
    this.#gitdir = gitdir
    this.#fs = { promises: { ...fs.promises, writeFile: durableWriteFile(files) } }
  }

  async init(defaultBranch: string): Promise<void> {
    const git = await isomorphicGit()
    await git.init({ fs: this.#fs, gitdir: this.#gitdir, dir: nodePath.dirname(this.#gitdir), defaultBranch })
  }

  async config(path: string): Promise<unknown> {
    const git = await isomorphicGit()
    return git.getConfig({ fs: this.#fs, gitdir: this.#gitdir, path })
  }

  async writeBlob(bytes: Uint8Array): Promise<ObjectId> {
    const id = objectId('blob', bytes)
    await this.#setDamagedAside(id)
    const git = await isomorphicGit()
    return git.writeBlob({ fs: this.#fs, gitdir: this.#gitdir, blob: bytes })
  }

  async writeTree(entries: readonly TreeEntry[]): Promise<ObjectId> {
    const git = await isomorphicGit()
    const tree = entries.map(({ name, mode, id }) => ({ path: name, mode, oid: id, type: entryType(mode) }))
    const write = (): Promise<string> => git.writeTree({ fs: this.#fs, gitdir: this.#gitdir, tree })
    const id = await write()
    return (await this.#setDamagedAside(id)) ? write() : id
  }

  async writeCommit(commit: Omit<RawCommit, 'id'>): Promise<ObjectId> {
    const git = await isomorphicGit()
    const { tree, parents, author, message } = commit
    const write = (): Promise<string> =>
      git.writeCommit({ fs: this.#fs, gitdir: this.#gitdir, commit: { tree, parent: [...parents], author, committer: author, message } })
    const id = await write()
    return (await this.#setDamagedAside(id)) ? write() : id
  }

  async read(id: ObjectId): Promise<GitObject> {
    const git = await isomorphicGit()
    const found = await this.#reading(id, () => git.readObject({ fs: this.#fs, gitdir: this.#gitdir, oid: id, format: 'content', cache: this.#cache }))
    if (found.format !== 'content' || !(found.object instanceof Uint8Array)) throw damaged(id)
    return { type: found.type, bytes: found.object }
  }

  async readTree(id: ObjectId): Promise<readonly TreeEntry[]> {
    const git = await isomorphicGit()
    const { tree } = await this.#reading(id, () => git.readTree({ fs: this.#fs, gitdir: this.#gitdir, oid: id, cache: this.#cache }))
    return tree.map(({ path, mode, oid }) => ({ name: path, mode: mode.replace(/^0+/, ''), id: oid }))
  }

  async readCommit(id: ObjectId): Promise<RawCommit> {
    const git = await isomorphicGit()
    const { oid, commit } = await this.#reading(id, () => git.readCommit({ fs: this.#fs, gitdir: this.#gitdir, oid: id, cache: this.#cache }))
    return { id: oid, tree: commit.tree, parents: commit.parent, author: commit.author, message: commit.message }
  }

  /** The full ids that begin with a prefix of 4 digits or more. */
  async expand(prefix: string): Promise<ObjectId | null> {
    const git = await isomorphicGit()
    try {
      return await git.expandOid({ fs: this.#fs, gitdir: this.#gitdir, oid: prefix.toLowerCase(), cache: this.#cache })
    } catch (error) {
      if (hasCode(error, 'NotFoundError')) return null
      if (hasCode(error, 'AmbiguousError')) throw new StoreError('ambiguous-commit', `More than one object begins with ${prefix}. Give more digits.`)
      throw error
    }
  }

  /** Is an ignore rule of the repository that contains this folder in force for it? */
  async ignores(dir: string, filepath: string): Promise<boolean> {
    const git = await isomorphicGit()
    return git.isIgnored({ fs: this.#fs, dir, filepath })
  }

  async #reading<T>(id: ObjectId, read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (first) {
      // Packs may have been replaced by a `git gc` since they were listed.
      this.#cache = {}
      try {
        return await read()
      } catch {
        throw damaged(id, first)
      }
    }
  }

  /** @returns true when a loose object was there that was not what its name says. It is kept, under another name. */
  async #setDamagedAside(id: ObjectId): Promise<boolean> {
    const path = nodePath.join(this.#gitdir, 'objects', id.slice(0, 2), id.slice(2))
    const compressed = await unlessMissing(fs.promises.readFile(path))
    if (compressed === null || (await isObject(id, compressed))) return false
    const aside = nodePath.join(this.#gitdir, 'variorum', 'damaged')
    await fs.promises.mkdir(aside, { recursive: true, mode: 0o700 })
    await fs.promises.rename(path, nodePath.join(aside, `${id}.${uniqueName()}`))
    return true
  }
}

/** The id git gives to an object. */
export function objectId(type: 'blob' | 'tree' | 'commit', bytes: Uint8Array): ObjectId {
  return createHash('sha1').update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

async function isObject(id: ObjectId, compressed: Uint8Array): Promise<boolean> {
  try {
    return createHash('sha1').update(await inflated(compressed)).digest('hex') === id
  } catch {
    return false
  }
}

function damaged(id: ObjectId, cause?: unknown): StoreError {
  return new StoreError('damaged', `The object ${id.slice(0, 10)} of this store's history is missing or damaged. Newer and older versions are not touched by this. "git fsck" in the folder tells more; a backup or a clone may still have it.`, { cause })
}

function entryType(mode: string): 'blob' | 'tree' | 'commit' {
  if (mode === '40000' || mode === '040000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}

/** fs.promises.writeFile, but durable. isomorphic-git expects ENOENT when the folder is missing, and makes it then. */
function durableWriteFile(files: DurableFiles): typeof fs.promises.writeFile {
  return async (path, data) => {
    if (typeof path !== 'string' || !(typeof data === 'string' || data instanceof Uint8Array)) throw new TypeError('A path and bytes are expected.')
    await fs.promises.mkdir(nodePath.dirname(path), { recursive: true })
    await files.write(path, data, path.includes(`${nodePath.sep}objects${nodePath.sep}`) ? 0o444 : 0o644)
    if (path.includes(`${nodePath.sep}objects${nodePath.sep}`)) await syncDirectory(nodePath.dirname(nodePath.dirname(path)))
  }
}
