import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicFactory } from 'ulid'
import type { Blob, Change, FileMode, ObjectId, Ulid } from '../../shared/change.ts'
import type { Origin } from '../../shared/commit.ts'
import { hasCode } from './durable-files.ts'
import type { GitLock } from './git-lock.ts'
import { isIndexLocked, unfinishedOperation } from './git-state.ts'
import { formatMessage, signatureOf, subjectOf } from './message.ts'
import type { JournalEntry } from './journal.ts'
import { Queue } from './queue.ts'
import { moveBranch, readHead, type Head } from './refs.ts'
import { recover } from './recovery.ts'
import type { Repository } from './repository.ts'
import { StoreError, type Gate } from './store-interface.ts'
import type { TreeFileEntry } from './tree.ts'
import { ChangedMeanwhile, type FileEdit, type Folders, type OnDisk } from './work-tree.ts'

/** A version to be: bytes, or an object that the repository has. */
export type Content = { readonly bytes: Uint8Array; readonly mode: FileMode } | { readonly id: ObjectId; readonly mode: FileMode }

/** What a command wants of one path. `before` is what must stand there now. */
export interface Draft {
  readonly path: string
  readonly before: ObjectId | null
  readonly after: Content | null
  readonly from?: string
}

/** A whole command, decided on the state that the writer's queue shows. */
export interface Plan extends Partial<Folders> {
  readonly drafts: readonly Draft[]
  readonly origin: Origin
  readonly subject?: string
  /** `adopted`: the disk is the source, nothing is written to it. `weighed`: the gate may refuse, but not rewrite. */
  readonly kind?: 'written' | 'weighed' | 'adopted'
}

/** What a plan is decided on. */
export interface Standing {
  readonly head: Head
  /** The tree of HEAD's commit. */
  readonly tree: ObjectId | null
}

export interface Published {
  readonly kind: 'published'
  readonly commit: ObjectId
  readonly variorumId: Ulid
}
export type Unwritten =
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly rule?: string }

/** A plan, or the answer when nothing is to be written. */
export type Decision<Answer> = { readonly kind: 'plan'; readonly plan: Plan } | { readonly kind: 'answer'; readonly answer: Answer }

type Version = { readonly id: ObjectId; readonly mode: FileMode } | null

const GIT_PATIENCE_MS = 5_000
/** After another program wrote the index, HEAD may follow a moment later (as in a checkout). */
const GIT_REST_MS = 120
const RETRIES = 20
const LINGER_MS = 50
const newUlid = monotonicFactory()

/** The one writer of a store in this process: a queue, the lease between processes, and the transaction. */
export class Writer {
  readonly #repo: Repository
  readonly #gate: Gate
  readonly #queue = new Queue()
  /** Told of every commit, in order, once it is durable. */
  readonly #published: (commit: ObjectId) => void
  /** Has what a killed process (or a failed command) left been finished? */
  #settled = false
  #lingerUntil = 0

  constructor(repo: Repository, gate: Gate, published: (commit: ObjectId) => void) {
    this.#repo = repo
    this.#gate = gate
    this.#published = published
  }

  /** Runs a task alone: no other writer of any process is at work meanwhile. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      try {
        await this.#takeLease()
        return await task()
      } catch (error) {
        throw diskTrouble(error) ?? error
      } finally {
        await this.#yieldLease()
      }
    })
  }

  /** Resolves when everything queued is done and the lease is given up. */
  async close(): Promise<void> {
    await this.#queue.run(() => this.#repo.lease.release())
  }

  /**
   * Decides and writes one command. `decide` may run several times: whenever somebody else was faster, it is asked
   * again on the new standing. Versions by other programs that stand in the way become a commit of their own first.
   */
  write<Answer>(decide: (standing: Standing) => Promise<Decision<Answer>>): Promise<Published | Unwritten | Answer> {
    return this.exclusively(async () => {
      for (let attempt = 0; attempt < RETRIES; attempt += 1) {
        await this.#waitForGit()
        const standing = await readStanding(this.#repo)
        const decision = await decide(standing)
        if (decision.kind === 'answer') return decision.answer
        const result = await this.#attempt(standing, decision.plan)
        if (result === 'again') continue
        this.#lingerUntil = result.kind === 'conflict' ? Date.now() + LINGER_MS : 0
        return result
      }
      throw new StoreError('git-busy', 'Other programs keep changing this folder. Nothing was written; try again in a moment.')
    })
  }

  async #attempt(standing: Standing, plan: Plan): Promise<Published | Unwritten | 'again'> {
    const kind = plan.kind ?? 'written'
    const seen = await this.#inspect(plan.drafts)
    if (kind !== 'adopted') {
      const outside = await this.#outsideVersions(standing, plan.drafts, seen)
      if (outside.length > 0) {
        await this.#publish(standing, { kind: 'adopted', drafts: outside, origin: { actor: 'outside', verb: 'adopt', lineage: 'outside' } }, seen)
        return 'again'
      }
      const why = (await this.#whyNot(plan.drafts, seen)) ?? null
      if (why !== null) return why
    }
    const drafts = kind === 'adopted' ? plan.drafts : await this.#judge(plan, kind)
    return 'kind' in drafts ? drafts : this.#publish(standing, { ...plan, drafts }, seen)
  }

  async #inspect(drafts: readonly Draft[]): Promise<ReadonlyMap<string, OnDisk>> {
    const index = await this.#repo.index()
    const seen = new Map<string, OnDisk>()
    for (const { path } of drafts) seen.set(path, await this.#repo.workTree.inspect(path, index))
    // Where names differ only by case for us alone, the new name of a rename shows the very file it comes from.
    for (const { path, from = '' } of drafts) {
      const [now, old] = [seen.get(path), seen.get(from)]
      if (path.toLowerCase() === from.toLowerCase() && now?.kind === 'file' && old?.kind === 'file' && now.stat.ino === old.stat.ino) seen.set(path, { kind: 'missing' })
    }
    return seen
  }

  /** Drafts that adopt what another program left at these paths and HEAD does not know yet. */
  async #outsideVersions({ tree }: Standing, drafts: readonly Draft[], seen: ReadonlyMap<string, OnDisk>): Promise<readonly Draft[]> {
    const found: Draft[] = []
    for (const { path } of drafts) {
      const known = await this.#repo.trees.file(tree, path)
      const draft = await adoptionOf(this.#repo, path, known, seen.get(path) ?? { kind: 'missing' })
      if (draft !== null) found.push(draft)
    }
    return found
  }

  async #whyNot(drafts: readonly Draft[], seen: ReadonlyMap<string, OnDisk>): Promise<Unwritten | null> {
    const gone = new Set(drafts.filter(({ after }) => after === null).map(({ path }) => path))
    const conflicts = drafts.filter(({ path, before }) => {
      const now = seen.get(path)
      return (now?.kind === 'file' ? now.id : null) !== before
    })
    if (conflicts.length > 0) {
      return { kind: 'conflict', paths: conflicts.map(({ path }) => path), reason: `${conflicts[0]?.path ?? ''} was changed meanwhile. Nothing was written; look at the newer version first.` }
    }
    for (const { path, after } of drafts) {
      if (after === null) continue
      const now = seen.get(path)
      if (now?.kind === 'directory' && (await this.#repo.workTree.walk(path)).files.some((file) => !gone.has(file))) {
        return { kind: 'refused', reason: `${path} is a folder with files in it. Nothing was written.` }
      }
      if (now?.kind === 'special') return { kind: 'refused', reason: `${path} is a device, pipe or socket. Nothing was written.` }
      const file = await this.#fileAbove(path, gone)
      if (file !== null) return { kind: 'refused', reason: `${file} is a file, so nothing can stand below it. Nothing was written.` }
    }
    return null
  }

  /** The ancestor of a path that is a file (and will not be gone), if there is one. */
  async #fileAbove(path: string, gone: ReadonlySet<string>): Promise<string | null> {
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth += 1) {
      const above = names.slice(0, depth).join('/')
      const found = await this.#repo.workTree.inspect(above, await this.#repo.index())
      if (found.kind === 'missing') return null
      if (found.kind !== 'directory' && !gone.has(above)) return above
    }
    return null
  }

  async #judge({ drafts, origin }: Plan, kind: 'written' | 'weighed'): Promise<readonly Draft[] | Unwritten> {
    const judged: Draft[] = []
    for (const draft of drafts) {
      const after = draft.after === null ? null : await this.#bytes(draft.after)
      const before = draft.before === null ? null : await this.#repo.workTree.read(draft.path)
      const verdict = this.#gate({ path: draft.path, before, after, origin })
      if (verdict.kind === 'refuse') return { kind: 'refused', reason: verdict.reason, rule: verdict.rule }
      if (verdict.kind === 'replace' && kind === 'written' && draft.after !== null) judged.push({ ...draft, after: { bytes: verdict.after, mode: draft.after.mode } })
      else judged.push(draft)
    }
    return judged
  }

  async #bytes(content: Content): Promise<Uint8Array> {
    return 'bytes' in content ? content.bytes : (await this.#repo.objects.read(content.id)).bytes
  }

  /**
   * The transaction. Order: objects, staged files, journal, git's locks, branch, work tree, index, journal gone.
   * Whatever fails before the branch moves leaves no trace but unreachable objects.
   */
  async #publish(standing: Standing, plan: Plan, seen: ReadonlyMap<string, OnDisk>): Promise<Published | 'again'> {
    const repo = this.#repo
    const contents: Version[] = []
    for (const { after } of plan.drafts) contents.push(after === null ? null : { id: 'bytes' in after ? await repo.objects.writeBlob(after.bytes) : after.id, mode: after.mode })
    const versions = await Promise.all(plan.drafts.map(async ({ path }, at) => ({ path, before: await repo.trees.file(standing.tree, path), after: contents[at] ?? null })))
    const tree = await repo.trees.edit(standing.tree, versions.map(({ path, after }) => [path, after] as const))
    const { commit, variorumId, subject } = await this.#writeCommit(standing, plan, tree, contents)
    const edits = plan.kind === 'adopted' ? [] : await this.#editsOf(plan.drafts, contents, seen)
    const folders = { makeFolders: plan.makeFolders ?? [], removeFolders: plan.removeFolders ?? [] }
    const staged = await repo.workTree.stage(edits)
    try {
      await repo.journal.write({
        branch: standing.head.branch, parent: standing.head.commit, commit, ...folders,
        adopted: plan.kind === 'adopted', files: versions,
      })
      const lock = await this.#lockIndex(standing)
      if (lock === null) return await this.#giveUp()
      try {
        await repo.workTree.verify(edits)
        const who = signatureOf(plan.origin.actor, new Date())
        if (!(await moveBranch(repo.gitdir, repo.locks, { head: standing.head, to: commit, who, why: subject }))) return await this.#giveUp()
        const placed = await this.#applyOrTakeBack(standing, commit, () => repo.workTree.apply(staged, folders))
        await this.#updateIndex(versions, (path) => placed.get(path) ?? (edits.some((edit) => edit.path === path) ? null : statOf(seen.get(path))), lock)
      } finally {
        await lock.release()
      }
      await repo.journal.clear()
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return await this.#giveUp()
      throw error
    } finally {
      await repo.workTree.discard(staged)
    }
    await this.#announce(commit)
    return { kind: 'published', commit, variorumId }
  }

  /** What has to be done to the disk; a file that is already as it shall be is left alone. */
  async #editsOf(drafts: readonly Draft[], contents: readonly Version[], seen: ReadonlyMap<string, OnDisk>): Promise<readonly FileEdit[]> {
    const edits: FileEdit[] = []
    for (const [at, { path, after }] of drafts.entries()) {
      const now = seen.get(path) ?? { kind: 'missing' }
      const becomes = contents[at] ?? null
      if (now.kind === 'file' && now.id === becomes?.id && now.mode === becomes.mode) continue
      edits.push({ path, seen: now, becomes: after === null ? null : { bytes: await this.#bytes(after), mode: after.mode } })
    }
    return edits
  }

  async #giveUp(): Promise<'again'> {
    await this.#repo.journal.clear()
    return 'again'
  }

  async #writeCommit(standing: Standing, plan: Plan, tree: ObjectId, contents: readonly Version[]): Promise<{ commit: ObjectId; variorumId: Ulid; subject: string }> {
    const variorumId = newUlid()
    const changes = changesOf(plan.drafts, contents)
    const subject = plan.subject ?? subjectOf(plan.origin.verb, changes)
    const message = formatMessage({ id: variorumId, origin: plan.origin, changes, subject })
    const author = signatureOf(plan.origin.actor, new Date())
    const parents = standing.head.commit === null ? [] : [standing.head.commit]
    return { commit: await this.#repo.objects.writeCommit({ tree, parents, author, message }), variorumId, subject }
  }

  /** Git's index lock, as long as nothing moved since the standing was read. */
  async #lockIndex({ head }: Standing): Promise<GitLock | null> {
    const lock = await this.#repo.locks.take(this.#repo.indexPath, GIT_PATIENCE_MS)
    if (lock === null) throw gitBusy('a git command')
    const now = await readHead(this.#repo.gitdir)
    if (now.branch === head.branch && now.commit === head.commit && (await unfinishedOperation(this.#repo.gitdir)) === null) return lock
    await lock.release()
    return null
  }

  /** When the files cannot be put in place (a full disk, a read-only folder), the branch goes back to where it was. */
  async #applyOrTakeBack<T>(standing: Standing, commit: ObjectId, apply: () => Promise<T>): Promise<T> {
    try {
      return await apply()
    } catch (error) {
      // Should this fail too, the journal stays and the next command begins by finishing what it says.
      this.#settled = false
      const entry = await this.#repo.journal.read()
      if (entry !== null) await recover(this.#repo, reversed(entry), standing.tree)
      await moveBranch(this.#repo.gitdir, this.#repo.locks, { head: { branch: standing.head.branch, commit }, to: standing.head.commit, who: signatureOf('user', new Date()), why: 'not written' })
      await this.#repo.journal.clear()
      this.#settled = true
      throw error
    }
  }

  /** Our paths in git's index follow HEAD, except where the user staged something else: that stays staged. */
  async #updateIndex(versions: readonly { path: string; before: Version; after: Version }[], stat: (path: string) => ReturnType<typeof statOf>, lock: GitLock): Promise<void> {
    const index = await this.#repo.index()
    for (const { path, before, after } of versions) {
      if (!index.holds(path, before)) continue
      if (after === null) index.delete(path)
      else index.set(path, after.id, after.mode, stat(path))
    }
    await this.#repo.writeIndex(index, lock)
  }

  async #announce(commit: ObjectId): Promise<void> {
    await fs.appendFile(nodePath.join(this.#repo.ours, 'written'), `${commit}\n`, { mode: 0o600 })
    await this.#repo.tick(commit)
    this.#published(commit)
  }

  async #takeLease(): Promise<void> {
    if (this.#repo.lease.held && this.#settled) return
    const { abandoned } = this.#repo.lease.held ? { abandoned: true } : await this.#repo.lease.acquire()
    const entry = await this.#repo.journal.read()
    if (this.#settled && !abandoned && entry === null) return
    const head = await readHead(this.#repo.gitdir)
    await this.#repo.locks.clear([this.#repo.indexPath, nodePath.join(this.#repo.gitdir, ...head.branch.split('/'))])
    if (entry !== null) {
      const { tree } = await readStanding(this.#repo)
      await recover(this.#repo, entry, tree)
      await this.#repo.journal.clear()
    }
    await this.#repo.files.clear()
    this.#settled = true
  }

  /**
   * Keeps the lease for the next task, unless somebody else waits for it. After a conflict it is kept a moment
   * longer: whoever was told looks again and comes back, and must not lose to other processes for ever.
   */
  async #yieldLease(): Promise<void> {
    const linger = this.#lingerUntil - Date.now()
    if (linger > 0) {
      setTimeout(() => void this.#queue.run(() => this.#yieldLease()), linger)
      return
    }
    const wanted = await this.#repo.lease.isWanted()
    if (this.#queue.length > 1 && !wanted) return
    await this.#repo.lease.release()
    if (wanted) await delay(8)
  }

  async #waitForGit(): Promise<void> {
    for (const until = Date.now() + GIT_PATIENCE_MS; ; await delay(20)) {
      const busy = await whatGitDoes(this.#repo)
      if (busy === null) return
      if (Date.now() > until) throw gitBusy(busy)
    }
  }
}

export async function readStanding(repo: Repository): Promise<Standing> {
  const head = await readHead(repo.gitdir)
  return { head, tree: head.commit === null ? null : (await repo.objects.readCommit(head.commit)).tree }
}

/** What git is doing in the folder, in words; null when it is at rest. */
export async function whatGitDoes(repo: Repository): Promise<string | null> {
  const operation = await unfinishedOperation(repo.gitdir)
  if (operation !== null) return operation
  if (await isIndexLocked(repo.gitdir)) return 'a git command'
  const recent = Date.now() - (await repo.indexChangedAt()) < GIT_REST_MS
  return recent && (await repo.indexIsGits()) ? 'a git command' : null
}

function gitBusy(what: string): StoreError {
  return new StoreError('git-busy', `Git is busy in this folder: ${what} is not finished. Nothing was written; finish it or try again in a moment.`)
}

/** What adopting the disk's version of a path would be; null when HEAD has it, or when it is not a file. */
export async function adoptionOf(repo: Repository, path: string, known: TreeFileEntry | null, now: OnDisk): Promise<Draft | null> {
  if (now.kind === 'special') return null
  const before = known?.id ?? null
  if (now.kind !== 'file') return known === null ? null : { path, before, after: null }
  if (known !== null && known.id === now.id && known.mode === now.mode) return null
  const bytes = await repo.workTree.read(path)
  return bytes === null ? null : { path, before, after: { bytes, mode: now.mode } }
}

function statOf(seen: OnDisk | undefined): Extract<OnDisk, { kind: 'file' }>['stat'] | null {
  return seen?.kind === 'file' ? seen.stat : null
}

/** The drafts as the commit message names them: a rename is one change, and its old path is not named twice. */
function changesOf(drafts: readonly Draft[], contents: readonly Version[]): readonly Change[] {
  const moved = new Set(drafts.map(({ from }) => from))
  const blob = (version: Version): Blob | null => (version === null ? null : { ...version, size: 0 })
  return drafts.flatMap(({ path, from }, at) => (moved.has(path) ? [] : [{ path, before: null, after: blob(contents[at] ?? null), ...(from === undefined ? {} : { from }) }]))
}

function reversed(entry: JournalEntry): JournalEntry {
  return { ...entry, files: entry.files.map(({ path, before, after }) => ({ path, before: after, after: before })), makeFolders: entry.removeFolders, removeFolders: [] }
}

const TROUBLES: Record<string, string> = {
  ENOSPC: 'The disk is full. Nothing was written; make room and try again.',
  EDQUOT: 'Your share of the disk is used up. Nothing was written; make room and try again.',
  EROFS: 'The disk can only be read. Nothing was written; make it writable and try again.',
  EACCES: 'The memory folder does not let Variorum write (no permission). Nothing was written; change the folder\'s permissions and try again.',
  EPERM: 'The memory folder does not let Variorum write (no permission). Nothing was written; change the folder\'s permissions and try again.',
  EMFILE: 'Too many files are open on this computer. Nothing was written; close something and try again.',
  ENFILE: 'Too many files are open on this computer. Nothing was written; close something and try again.',
  EIO: 'The disk reported a fault. Nothing was written; check the disk before you go on.',
}

/** A sentence without the host's path in place of the system's message; null when it is not the disk's fault. */
function diskTrouble(error: unknown): StoreError | null {
  const code = Object.keys(TROUBLES).find((candidate) => hasCode(error, candidate))
  return code === undefined ? null : new StoreError('disk', TROUBLES[code] ?? '', { cause: error })
}
