import * as nodePath from 'node:path'
import type { BigIntStats } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicFactory } from 'ulid'
import type { Blob, Change, ObjectId, Ulid } from '../../shared/change.ts'
import { removeIfThere } from './durable-files.ts'
import type { GitIndex } from './git-index.ts'
import type { GitLock } from './git-lock.ts'
import { gitBusy, isCollecting, unfinishedOperation } from './git-state.ts'
import type { JournalEntry } from './journal.ts'
import { bytesOf, type Seen } from './judgement.ts'
import { formatMessage, oneLine, signatureOf, subjectOf } from './message.ts'
import { ChangedMeanwhile, type FileEdit, type StagedEdit } from './place-files.ts'
import type { Draft, Plan, Published, Standing, Version } from './plan.ts'
import { putInPlace, recordWritten, reversed } from './recovery.ts'
import { moveBranch, readHead } from './refs.ts'
import type { Repository } from './repository.ts'
import { StoreError } from './store-interface.ts'

const GIT_PATIENCE_MS = 5_000
const GC_PATIENCE_MS = 60_000
const newUlid = monotonicFactory()

/** A commit whose objects and files are on the disk, but which nobody sees yet. */
interface Prepared {
  readonly commit: ObjectId
  readonly variorumId: Ulid
  readonly subject: string
  readonly entry: JournalEntry
  readonly staged: readonly StagedEdit[]
}

/**
 * The transaction. Order: objects, staged files, journal, git's index lock, branch, work tree, index, journal gone.
 * What fails before the branch moves leaves no trace but unreachable objects; when the files cannot be put in
 * place, the branch goes back. A kill after the branch moved is made good by recovery from the journal.
 * Call only while holding the lease. `again`: somebody else was faster, decide anew.
 */
export async function publish(repo: Repository, standing: Standing, plan: Plan, seen: Seen): Promise<Published | 'again'> {
  const ready = await prepare(repo, standing, plan, seen)
  try {
    await repo.journal.write(ready.entry)
    const outcome = await moveAndPlace(repo, standing, ready, plan, seen)
    if (outcome !== 'again') await outliveCollection(repo)
    if (outcome !== 'index-behind') await repo.journal.clear()
    if (outcome === 'again') return 'again'
  } catch (error) {
    // Unless the branch has moved, the note means nothing: a later state must not be taken for this one.
    if ((await readHead(repo.gitdir)).commit !== ready.commit) await repo.journal.clear()
    if (error instanceof ChangedMeanwhile) return 'again'
    throw error
  } finally {
    await repo.placer.discard(ready.staged)
  }
  await announce(repo, ready.commit)
  return { kind: 'published', commit: ready.commit, variorumId: ready.variorumId, notes: [] }
}

async function prepare(repo: Repository, standing: Standing, plan: Plan, seen: Seen): Promise<Prepared> {
  repo.objects.beginCommit()
  const files: JournalEntry['files'][number][] = []
  for (const { path, after } of plan.drafts) {
    const version: Version = after === null ? null : { id: 'bytes' in after ? await repo.objects.writeBlob(after.bytes) : after.id, mode: after.mode }
    const known = await repo.trees.file(standing.tree, path)
    files.push({ path, before: known === null ? null : { id: known.id, mode: known.mode }, after: version })
  }
  const tree = files.length === 0 && standing.tree !== null ? standing.tree : await repo.trees.edit(standing.tree, files.map(({ path, after }) => [path, after] as const))
  const { commit, variorumId, subject } = await writeCommit(repo, standing, plan, tree, files)
  const entry = {
    branch: standing.head.branch, parent: standing.head.commit, commit, files,
    adopted: plan.kind === 'adopted', makeFolders: plan.makeFolders ?? [], removeFolders: plan.removeFolders ?? [],
  }
  const edits = plan.kind === 'adopted' ? [] : await editsOf(repo, plan.drafts, files, seen)
  await repo.objects.settle()
  return { commit, variorumId, subject, entry, staged: await repo.placer.stage(edits) }
}

async function writeCommit(repo: Repository, { head }: Standing, { drafts, origin, subject: given }: Plan, tree: ObjectId, files: JournalEntry['files']): Promise<Pick<Prepared, 'commit' | 'variorumId' | 'subject'>> {
  const variorumId = newUlid()
  const changes = changesOf(drafts, files)
  const subject = oneLine(given ?? subjectOf(origin.verb, changes))
  const message = formatMessage({ id: variorumId, origin, changes, subject })
  const parents = head.commit === null ? [] : [head.commit]
  return { commit: await repo.objects.writeCommit({ tree, parents, author: signatureOf(origin.actor, new Date()), message }), variorumId, subject }
}

/** The drafts as the commit message names them: a rename is one change, and its old path is not named twice. */
function changesOf(drafts: readonly Draft[], files: JournalEntry['files']): readonly Change[] {
  const moved = new Set(drafts.map(({ from }) => from))
  const blob = (version: Version): Blob | null => (version === null ? null : { ...version, size: 0 })
  return drafts.flatMap(({ path, from }, at) => (moved.has(path) ? [] : [{ path, before: null, after: blob(files[at]?.after ?? null), ...(from === undefined ? {} : { from }) }]))
}

/** What has to be done to the disk; a file that is already as it shall be is left alone. */
async function editsOf(repo: Repository, drafts: readonly Draft[], files: JournalEntry['files'], seen: Seen): Promise<readonly FileEdit[]> {
  const edits: FileEdit[] = []
  for (const [at, { path, after }] of drafts.entries()) {
    const now = seen.get(path) ?? { kind: 'missing' }
    const becomes = files[at]?.after ?? null
    if (now.kind === 'file' && now.id === becomes?.id && now.mode === becomes.mode) continue
    edits.push({ path, seen: now, becomes: after === null ? null : { bytes: await bytesOf(repo, after), mode: after.mode } })
  }
  return edits
}

/** Under git's index lock, as long as nothing moved since the standing was read. */
async function moveAndPlace(repo: Repository, standing: Standing, ready: Prepared, plan: Plan, seen: Seen): Promise<'done' | 'index-behind' | 'again'> {
  const lock = await lockIndex(repo, standing)
  if (lock === null) return 'again'
  try {
    const index = await repo.indexToWrite(standing.tree)
    await repo.placer.verify(ready.staged)
    if (await isCollecting(repo.gitdir)) return 'again'
    await repo.objects.rewriteMissing()
    const who = signatureOf(plan.origin.actor, new Date())
    if (!(await moveBranch(repo.gitdir, repo.locks, { head: standing.head, to: ready.commit, who, why: ready.subject }))) return 'again'
    const placed = await placeOrTakeBack(repo, standing, ready)
    const edited = new Set(ready.staged.map(({ path }) => path))
    const statOf = (path: string): BigIntStats | null => {
      const here = seen.get(path)
      return placed.get(path) ?? (edited.has(path) || here?.kind !== 'file' ? null : here.stat)
    }
    return (await updateIndex(repo, index, ready.entry, statOf, lock)) ? 'done' : 'index-behind'
  } finally {
    await lock.release()
  }
}

/** A `git gc` that began while the branch moved may not have seen it, and then deletes the commit under it. */
async function outliveCollection(repo: Repository): Promise<void> {
  for (const until = Date.now() + GC_PATIENCE_MS; Date.now() < until && (await isCollecting(repo.gitdir)); ) await delay(20)
  await repo.objects.rewriteMissing()
}

async function lockIndex(repo: Repository, { head }: Standing): Promise<GitLock | null> {
  const lock = await repo.locks.take(repo.indexPath, GIT_PATIENCE_MS)
  if (lock === null) throw gitBusy('a git command')
  const now = await readHead(repo.gitdir)
  if (now.branch === head.branch && now.commit === head.commit && (await unfinishedOperation(repo.gitdir)) === null) return lock
  await lock.release()
  return null
}

/** When the files cannot be put in place (a full disk, a read-only folder), all goes back to where it was. */
async function placeOrTakeBack(repo: Repository, { head, tree }: Standing, { commit, entry, staged }: Prepared): Promise<ReadonlyMap<string, BigIntStats>> {
  try {
    return await repo.placer.apply(staged, entry)
  } catch (error) {
    if (!(await takeBack())) throw new StoreError('disk', 'The change is in the history, but its files could not all be put in place, and could not be put back either. What is missing is made good as soon as the folder can be written again.', { cause: error })
    throw error
  }
  async function takeBack(): Promise<boolean> {
    try {
      await putInPlace(repo, reversed(entry), tree)
      return await moveBranch(repo.gitdir, repo.locks, { head: { branch: head.branch, commit }, to: head.commit, who: signatureOf('user', new Date()), why: 'not written' })
    } catch {
      // The journal stays, and the next command begins by finishing what it says.
      return false
    }
  }
}

/**
 * Our paths in git's index follow HEAD, except where the user staged something else: that stays staged.
 * @returns false when it could not be written: the commit is made all the same, and recovery does it later
 */
async function updateIndex(repo: Repository, index: GitIndex, { files }: JournalEntry, statOf: (path: string) => BigIntStats | null, lock: GitLock): Promise<boolean> {
  index.follow(files, statOf)
  try {
    await repo.writeIndex(index, lock)
    return true
  } catch {
    repo.forgetIndex()
    return false
  }
}

/** The commit is durable and stays, so nothing that fails here may be told as a failure of the command. */
async function announce(repo: Repository, commit: ObjectId): Promise<void> {
  try {
    await recordWritten(repo, commit)
    await repo.tick(commit)
  } catch {
    // Other processes then learn of it by watching the branch.
    await removeIfThere(nodePath.join(repo.ours, 'tick')).catch(() => undefined)
  }
}
