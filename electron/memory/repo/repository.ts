import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FileMode, ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { byUser } from '../../../shared/origin.ts'
import { isFromBeforeBoot } from '../../disk/boot.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { byHandle, makeFolderNow, moveNow } from '../../disk/by-handle.ts'
import { DurableFiles, lstatIfThere, uniqueName, unlessMissing } from '../../disk/durable-files.ts'
import { UnreadableIndex } from '../git/git-index-entry.ts'
import { UnsupportedIndex } from '../git/git-index-format.ts'
import { GitIndex, readIndex } from '../git/git-index.ts'
import { GitLocks } from '../git/git-lock.ts'
import { ObjectStore } from '../git/object-store.ts'
import type { RawCommit } from '../git/objects.ts'
import { readHead, type Head } from '../git/refs.ts'
import { Trees } from '../git/tree.ts'
import { GitConfig } from '../git/user-config.ts'
import { Checkout } from './checkout.ts'
import { inSignature, type Person, readMessage, type ReadMessage } from './commit-message.ts'
import { Conversion } from './conversion.ts'
import type { DeviceKeys } from './device-keys.ts'
import type { FileTarget } from './file-edit.ts'
import { Journal } from './journal.ts'
import { Lease } from './lease.ts'
import { Proposed } from './proposed.ts'
import { announcedIndexStamps, indexPathOf, indexStamp, touchTick } from './tick.ts'
import { ownCommitsIn, type TrustedCommits } from './trusted-commits.ts'
import { WorkTree } from './work-tree.ts'

/** Times of files advance in steps of up to this long. */
const CLOCK_STEP_MS = 20
/** Commits of git of which it is remembered whether they are the user's. */
const MAX_JUDGED = 50_000

const gitdirInside = (root: string): string => nodePath.join(root, '.git')

/** The state that includes the commands which only the journal has so far. */
export interface Ahead {
  readonly head: Head
  readonly index: GitIndex
  readonly commits: readonly ObjectId[]
  /** Those of them that another device made. */
  readonly foreign: ReadonlySet<ObjectId>
}

/** The parts of one store on disk. Nothing in here decides when to write. */
export class Repository {
  readonly root: string
  readonly gitdir: string
  /** `variorum` in it, the folder for our own files. */
  readonly ours: string
  /** For files that are not in place yet. */
  readonly scratch: string
  readonly files: DurableFiles
  readonly objects: ObjectStore
  readonly proposed: Proposed
  readonly trees: Trees
  readonly locks: GitLocks
  readonly lease: Lease
  readonly journal: Journal
  readonly ownCommits: TrustedCommits
  readonly config: GitConfig
  readonly conversion: Conversion
  readonly workTree: WorkTree
  readonly checkout: Checkout
  /** Of the user in git, if commits by them are the user's; see DeviceRecord. In small letters. */
  addresses: ReadonlySet<string> = new Set()
  /** What this device knows of the others; null for a repository that was opened only to look at it. */
  devices: DeviceKeys | null = null
  /** The state with all acknowledged commands while a batch is open; else null. While set, we hold git's index lock. */
  ahead: Ahead | null = null
  readonly #ofUser = new BoundedCache<ObjectId, boolean>(MAX_JUDGED)
  /** The stamp of the index as this process last wrote it. */
  #ownStamp: string | null = null
  #index: { readonly value: GitIndex; readonly stamp: string; readonly error: UnreadableIndex | null } | null = null

  /**
   * @param root canonical
   * @param place of the repository, if not in the folder itself; see history-place.ts
   */
  constructor(
    root: string,
    {
      gitdir = gitdirInside(root),
      patience,
    }: { readonly gitdir?: string; readonly patience?: number | undefined } = {},
  ) {
    this.root = root
    this.gitdir = gitdir
    this.ours = nodePath.join(this.gitdir, 'variorum')
    this.scratch = nodePath.join(this.ours, 'tmp')
    this.files = new DurableFiles(this.scratch, byHandle)
    this.objects = new ObjectStore(this.gitdir, this.files)
    this.proposed = new Proposed(this.objects)
    this.trees = new Trees(this.objects)
    this.locks = new GitLocks(this.gitdir, nodePath.join(this.ours, 'locks'))
    this.lease = new Lease(this.ours, nodePath.join(this.ours, 'leases'), patience)
    this.journal = new Journal(this.ours)
    this.ownCommits = ownCommitsIn(this.ours)
    this.config = new GitConfig(this.gitdir)
    this.conversion = new Conversion(root, this.gitdir, this.config, (id) => this.objects.readIfThere(id))
    this.workTree = new WorkTree(root, this.conversion, () => this.ahead?.index ?? this.#index?.value ?? null)
    this.checkout = new Checkout(root, this.scratch)
  }

  /** Whether the repository lies outside of the folder. What is called `.git` in the folder is another program's then. */
  get isBeside(): boolean {
    return this.gitdir !== gitdirInside(this.root)
  }

  get indexPath(): string {
    return indexPathOf(this.gitdir)
  }

  /**
   * Tells of which commits the origin is believed: this device wrote them, a device that the user admitted signed them,
   * or the user made them with git. Where others can push, an address proves nothing. The lists are read only when they
   * are needed: a command that was just acknowledged must not fail because they cannot be read.
   */
  ownership(): (commit: ObjectId) => boolean {
    let [own, vouched]: readonly (ReadonlySet<ObjectId> | null)[] = [null, null]
    const isShared = this.devices?.isShared === true
    return (commit) =>
      (this.ahead?.commits.includes(commit) === true && !this.ahead.foreign.has(commit)) ||
      (own ??= this.ownCommits.ids()).has(commit) ||
      (vouched ??= this.devices?.vouched.ids() ?? new Set()).has(commit) ||
      (!isShared && this.addresses.size > 0 && this.#isOfUser(commit))
  }

  /** What a commit says. One that git made is the user's if its address is. */
  messageOf({ message, author }: RawCommit): ReadMessage {
    const read = readMessage(message)
    return read.id === null && this.addresses.has(author.email.toLowerCase())
      ? { ...read, origin: byUser('other') }
      : read
  }

  #isOfUser(commit: ObjectId): boolean {
    const known = this.#ofUser.get(commit)
    if (known !== undefined) return known
    const { id, origin } = this.messageOf(this.objects.readCommit(commit))
    return this.#ofUser.set(commit, id === null && origin.actor === 'user')
  }

  /** Who signs what the user does; null if git's configuration does not say. */
  user(): Person | null {
    const user = this.config.user()
    const [name, email] = [inSignature(user?.name ?? ''), inSignature(user?.email ?? '')]
    return name === '' || email === '' ? null : { name, email }
  }

  /** HEAD with all acknowledged commands: git's own HEAD may lag behind for a moment. */
  async readHead(): Promise<Head> {
    return this.ahead?.head ?? readHead(this.gitdir)
  }

  /** Git's index, read again only if somebody wrote it since. One that cannot be read counts as empty. */
  async index(): Promise<GitIndex> {
    this.conversion.lookAgain()
    if (this.ahead !== null) return this.ahead.index
    const stamp = indexStamp(this.indexPath)
    if (this.#index?.stamp === stamp) return this.#index.value
    try {
      this.#index = {
        value: await readIndex(this.indexPath, { needsChecksum: this.#mayBeTorn() }),
        stamp,
        error: null,
      }
    } catch (error) {
      if (!(error instanceof UnreadableIndex)) throw error
      this.#index = { value: new GitIndex(), stamp, error }
    }
    return this.#index.value
  }

  /**
   * Whether a power cut may have left zeros in parts of the index: we wrote it last and did not sync it, as the journal
   * was not retired.
   */
  #mayBeTorn(): boolean {
    return !this.journal.isEmpty() && isFromBeforeBoot(this.indexChangedAt())
  }

  /**
   * The index to change and write, under git's lock. One that is missing or damaged is rebuilt from HEAD's tree:
   * without its entries git would take every file for deleted.
   */
  async indexToWrite(tree: ObjectId | null): Promise<GitIndex> {
    const index = await this.index()
    const error = this.#index?.error ?? null
    if (error === null && this.#index?.stamp !== '') return index
    if (error instanceof UnsupportedIndex) throw new AppError('not-adoptable', say('index-unknown'), { cause: error })
    if (error !== null) this.setAside(this.indexPath)
    return GitIndex.of(this.trees.files(tree))
  }

  /** Drops the cached index. */
  forgetIndex(): void {
    this.#index = null
  }

  /** The size of git's index in bytes; 0 if there is no index yet. */
  async indexBytes(): Promise<number> {
    return (await unlessMissing(fs.stat(this.indexPath)))?.size ?? 0
  }

  /** When the index last changed, in ms since 1970; 0 when there is none. */
  indexChangedAt(): number {
    return lstatIfThere(this.indexPath)?.mtimeMs ?? 0
  }

  /** What a version is in the work tree. @param like the file whose line ends it gets */
  targetFor(path: string, bytes: Uint8Array, mode: FileMode, like = path): FileTarget {
    if (mode === '120000') return { bytes, mode }
    return { bytes: this.conversion.toWorkTree(path, bytes, () => this.workTree.readRaw(like)), mode }
  }

  /** Announces to other processes that something besides the history changed. */
  touchTick(): Promise<void> {
    return touchTick(this.gitdir)
  }

  /** Whether git itself wrote the index last, rather than a Variorum process. */
  isIndexFromGit(): boolean {
    const stamp = indexStamp(this.indexPath)
    return stamp !== this.#ownStamp && !announcedIndexStamps(this.gitdir).includes(stamp)
  }

  /**
   * Notes that this process wrote its index.
   * @param takenAtMs when the entries were as they were written. An entry that is not certainly older may hide a later
   * change of its file.
   */
  indexWritten(index: GitIndex, stamp: string, takenAtMs: number): void {
    index.written = timeOf(takenAtMs - CLOCK_STEP_MS)
    this.#ownStamp = stamp
    this.#index = { value: index, stamp, error: null }
  }

  /** Moves a damaged file out of the way, where it is kept. */
  setAside(path: string): void {
    const folder = nodePath.join(this.ours, 'damaged')
    makeFolderNow(this.gitdir, folder, 0o700)
    if (lstatIfThere(path) !== null) moveNow(path, nodePath.join(folder, `${nodePath.basename(path)}.${uniqueName()}`))
  }

  close(): void {
    this.objects.close()
    this.journal.close()
  }
}

function timeOf(ms: number): { readonly mtime: number; readonly mtimeNs: number } {
  const mtime = Math.floor(ms / 1_000)
  return { mtime, mtimeNs: Math.floor((ms - mtime * 1_000) * 1e6) }
}
