import { Buffer, isUtf8 } from 'node:buffer'
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
  /** Folders of objects that were put in place, but whose names are not durable yet. */
  readonly #unsynced = new Set<string>()
  /** What a commit that is being made consists of, to be written once more when `git gc` takes it for garbage. */
  readonly #fresh = new Map<ObjectId, () => Promise<ObjectId>>()
  #cache = {}

  constructor(gitdir: string, files: DurableFiles) {
    this.#gitdir = gitdir
    this.#fs = { promises: { ...fs.promises, writeFile: durableWriteFile(files, this.#unsynced) } }
  }

  /** What is written from now on belongs to a new commit. */
  beginCommit(): void {
    this.#fresh.clear()
  }

  /** Writes those objects of the commit again that are no longer there as files of their own; when they were packed, that does no harm. */
  async rewriteMissing(): Promise<void> {
    for (const [id, write] of this.#fresh) if ((await unlessMissing(fs.promises.stat(this.#pathOf(id)))) === null) await write()
    await this.settle()
  }

  #pathOf(id: ObjectId): string {
    return nodePath.join(this.#gitdir, 'objects', id.slice(0, 2), id.slice(2))
  }

  async #write(write: () => Promise<ObjectId>): Promise<ObjectId> {
    const id = await write()
    this.#fresh.set(id, write)
    return id
  }

  /** Makes all that was written durable, at once instead of one by one. Call before anything refers to it. */
  async settle(): Promise<void> {
    const folders = [...this.#unsynced]
    // One that is gone was emptied by `git gc`, which keeps what it packed.
    await Promise.all(folders.map((folder) => unlessMissing(syncDirectory(folder))))
    for (const folder of folders) this.#unsynced.delete(folder)
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
    return this.#write(() => git.writeBlob({ fs: this.#fs, gitdir: this.#gitdir, blob: bytes }))
  }

  async writeTree(entries: readonly TreeEntry[]): Promise<ObjectId> {
    const git = await isomorphicGit()
    const bytes = encodeTree(entries)
    await this.#setDamagedAside(objectId('tree', bytes))
    // isomorphic-git's entries are text, so it would spoil the names of a foreign commit that are none.
    if (!entries.every(({ name }) => name.isWellFormed())) return this.#write(() => git.writeObject({ fs: this.#fs, gitdir: this.#gitdir, type: 'tree', format: 'content', object: bytes }))
    const tree = entries.map(({ name, mode, id }) => ({ path: name, mode, oid: id, type: entryType(mode) }))
    return this.#write(() => git.writeTree({ fs: this.#fs, gitdir: this.#gitdir, tree }))
  }

  /** A new commit has an id that no object had before, so there is none to be verified. */
  async writeCommit(commit: Omit<RawCommit, 'id'>): Promise<ObjectId> {
    const git = await isomorphicGit()
    const { tree, parents, author, message } = commit
    return this.#write(() => git.writeCommit({ fs: this.#fs, gitdir: this.#gitdir, commit: { tree, parent: [...parents], author, committer: author, message } }))
  }

  async read(id: ObjectId): Promise<GitObject> {
    const git = await isomorphicGit()
    const found = await this.#reading(id, () => git.readObject({ fs: this.#fs, gitdir: this.#gitdir, oid: id, format: 'content', cache: this.#cache }))
    if (found.format !== 'content' || !(found.object instanceof Uint8Array)) throw damaged(id)
    return { type: found.type, bytes: found.object }
  }

  async readTree(id: ObjectId): Promise<readonly TreeEntry[]> {
    const { type, bytes } = await this.read(id)
    if (type !== 'tree') throw damaged(id)
    return parseTree(id, Buffer.from(bytes))
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

  /** A loose object that is not what its name says is kept under another name, so that a right one can be written. */
  async #setDamagedAside(id: ObjectId): Promise<void> {
    const path = this.#pathOf(id)
    const compressed = await unlessMissing(fs.promises.readFile(path))
    if (compressed === null || (await isObject(id, compressed))) return
    const aside = nodePath.join(this.#gitdir, 'variorum', 'damaged')
    await fs.promises.mkdir(aside, { recursive: true, mode: 0o700 })
    await fs.promises.rename(path, nodePath.join(aside, `${id}.${uniqueName()}`))
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

/** A name's bytes as text. Bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF), which no text holds, and so come back as they were. */
function nameFrom(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return [...bytes].map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('')
}

function nameBytes(name: string): Buffer {
  return name.isWellFormed() ? Buffer.from(name, 'utf8') : Buffer.from([...name].map((unit) => unit.charCodeAt(0) & 0xff))
}

function parseTree(id: ObjectId, bytes: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < bytes.length; ) {
    const [space, nul] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)]
    if (space < 0 || nul < space || nul + 21 > bytes.length) throw damaged(id)
    entries.push({ mode: bytes.toString('latin1', at, space).replace(/^0+/, ''), name: nameFrom(bytes.subarray(space + 1, nul)), id: bytes.toString('hex', nul + 1, nul + 21) })
    at = nul + 21
  }
  return entries
}

/** @param entries in git's order */
function encodeTree(entries: readonly TreeEntry[]): Buffer {
  return Buffer.concat(entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} `), nameBytes(name), Buffer.from([0]), Buffer.from(id, 'hex')]))
}

/** Bytewise, a directory's name as if it ended in a slash. Source: git's base_name_compare. */
export function inGitOrder(a: TreeEntry, b: TreeEntry): number {
  const key = ({ mode, name }: TreeEntry): Buffer => (mode === '40000' ? Buffer.concat([nameBytes(name), Buffer.from('/')]) : nameBytes(name))
  return Buffer.compare(key(a), key(b))
}

function entryType(mode: string): 'blob' | 'tree' | 'commit' {
  if (mode === '40000' || mode === '040000') return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}

/** fs.promises.writeFile, but whole and durable; of objects the names are made durable by `settle`. */
function durableWriteFile(files: DurableFiles, unsynced: Set<string>): typeof fs.promises.writeFile {
  /** The folders whose own entry is known to be durable. */
  const kept = new Set<string>()
  return async (path, data) => {
    if (typeof path !== 'string' || !(typeof data === 'string' || data instanceof Uint8Array)) throw new TypeError('A path and bytes are expected.')
    const folder = nodePath.dirname(path)
    const isNew = (await fs.promises.mkdir(folder, { recursive: true })) !== undefined
    if (!path.includes(`${nodePath.sep}objects${nodePath.sep}`)) return files.write(path, data, 0o644)
    await files.place(path, data, 0o444)
    unsynced.add(folder)
    if (isNew || !kept.has(folder)) unsynced.add(nodePath.dirname(folder))
    kept.add(folder)
  }
}
