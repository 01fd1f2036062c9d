import { Buffer } from 'node:buffer'
import type { Blob, Change, ObjectId, Ulid } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import type { Gate } from '../../../shared/policy.ts'
import type { ExactStat } from '../../disk/exact-stat.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { FreshObject } from '../git/object-store.ts'
import { encodeCommit } from '../git/objects.ts'
import { formatMessage, signaturesOf } from '../repo/commit-message.ts'
import type { Signer } from '../repo/device-keys.ts'
import { ChangedMeanwhile, type FileEdit } from '../repo/file-edit.ts'
import type { JournalEntry } from '../repo/journal-record.ts'
import { AppendInDoubt } from '../repo/journal.ts'
import type { Repository } from '../repo/repository.ts'
import {
  readSnapshot,
  type Acknowledged,
  type Content,
  type Draft,
  type Plan,
  type Snapshot,
  type Version,
} from './plan.ts'
import type { DiskState } from './preconditions.ts'
import type { Publisher } from './publisher.ts'
import { rollBack } from './recovery.ts'
import { done, subjectOf, writtenSubject } from './subject.ts'

/** What a command is written into: an open batch, and the state the command was decided on. */
export interface OpenBatch {
  readonly repo: Repository
  readonly publisher: Publisher
  readonly snapshot: Snapshot
  /** Decides about the subject, too. */
  readonly gate: Gate
}

/** A complete commit of which nothing is written yet: its objects are fresh. */
interface Prepared {
  readonly commit: ObjectId
  readonly variorumId: Ulid
  readonly entry: JournalEntry
  readonly edits: readonly FileEdit[]
}

/**
 * The transaction of one command. The order: stage a few files; append to the journal and sync it (now the command is
 * acknowledged); put the files in place, and mark that in the journal. The batch publishes it to git later. When the
 * files cannot be put in place, they and the journal are rolled back; if that fails too, the command is owed. A kill in
 * between is repaired by recovery. Call only in an open batch.
 * @returns `again` when somebody else changed a file first: decide again
 */
export async function transact(batch: OpenBatch, plan: Plan, onDisk: DiskState): Promise<Acknowledged | 'again'> {
  const { repo, publisher } = batch
  const signer = (await repo.devices?.signer()) ?? null
  const [{ commit, variorumId, entry, edits }, added] = repo.objects.adding(() => prepare(batch, plan, onDisk, signer))
  let staged: readonly FileEdit[] = []
  let placed: ReadonlyMap<string, ExactStat> = new Map()
  try {
    staged = repo.checkout.stage(edits)
    repo.checkout.verify(staged)
    const lengthBefore = repo.journal.length
    acknowledge(batch, entry, added)
    placed = await placeOrRollBack(batch, entry, staged, lengthBefore)
    repo.journal.markPlaced()
    const edited = new Set(edits.map(({ path }) => path))
    const committed = new Map(entry.files.map(({ path, after }) => [path, after?.id]))
    publisher.note(entry, (path) => {
      const now = onDisk.get(path)
      if (edited.has(path) || now?.kind !== 'file') return placed.get(path) ?? null
      // A file may have been written again since what is committed was read: it must not count as that.
      return placed.get(path) ?? (now.id === committed.get(path) ? now.stat : null)
    })
  } catch (error) {
    if (!(error instanceof CommandOwed)) repo.objects.forget(added)
    if (error instanceof ChangedMeanwhile) return 'again'
    throw error
  } finally {
    repo.checkout.discard(staged.filter(({ path }) => !placed.has(path)))
  }
  return { kind: 'acknowledged', commit, variorumId, notes: [] }
}

function prepare(batch: OpenBatch, plan: Plan, onDisk: DiskState, signer: Signer | null): Prepared {
  const { repo, snapshot } = batch
  const files: JournalEntry['files'][number][] = []
  for (const { path, after } of plan.drafts) {
    const known = repo.trees.file(snapshot.tree, path)
    const version = after === null ? null : { id: idOf(repo, { path, after, known }, plan.kind), mode: after.mode }
    files.push({ path, before: known === null ? null : { id: known.id, mode: known.mode }, after: version })
  }
  const tree =
    files.length === 0 && snapshot.tree !== null
      ? snapshot.tree
      : repo.trees.edit(
          snapshot.tree,
          files.map(({ path, after }) => [path, after] as const),
        )
  const { commit, variorumId } = readyCommit(repo, plan, tree) ?? addCommit(batch, plan, { tree, files, signer })
  const entry = {
    branch: snapshot.head.branch,
    parent: snapshot.head.commit,
    commit,
    files,
    adopted: plan.kind === 'adopted',
    ...(plan.ready?.isForeign === true && { foreign: true }),
    makeFolders: plan.makeFolders ?? [],
    removeFolders: plan.removeFolders ?? [],
  }
  return { commit, variorumId, entry, edits: plan.kind === 'adopted' ? [] : editsOf(repo, plan.drafts, files, onDisk) }
}

/** The id of the object that a new version is, which is added where there is none yet. */
function idOf(
  repo: Repository,
  { path, after, known }: { readonly path: string; readonly after: Content; readonly known: Version },
  kind: Plan['kind'],
): ObjectId {
  if ('id' in after) return after.id
  // What is adopted was read as git's objects have it.
  const isAsIs = kind === 'adopted' || after.mode === '120000'
  const bytes = isAsIs ? after.bytes : repo.conversion.toObject(path, after.bytes, repo.ahead?.index ?? null)
  return repo.objects.add('blob', Buffer.from(bytes), known?.id ?? null).id
}

/** The commit of a plan that brings one along; null for every other plan. */
function readyCommit(
  repo: Repository,
  { ready }: Plan,
  tree: ObjectId,
): Pick<Prepared, 'commit' | 'variorumId'> | null {
  if (ready === undefined) return null
  const raw = repo.objects.readCommit(ready.commit)
  if (raw.tree !== tree) throw new TypeError('A plan does not lead to the files of its commit.')
  return { commit: ready.commit, variorumId: repo.messageOf(raw).id ?? newUlid() }
}

interface NewCommit {
  readonly tree: ObjectId
  readonly files: JournalEntry['files']
  readonly signer: Signer | null
}

function addCommit(
  { repo, gate, snapshot: { head } }: OpenBatch,
  { drafts, origin, subject, named }: Plan,
  { tree, files, signer }: NewCommit,
): Pick<Prepared, 'commit' | 'variorumId'> {
  const variorumId = newUlid()
  const changes = changesOf(drafts, files)
  const path = changes[0]?.path ?? named ?? ''
  const isSame = changes.every(({ before, after, from }) => from === undefined && before?.id === after?.id)
  const words = subject ?? subjectOf(repo, origin.verb, changes)
  const message = formatMessage({
    id: variorumId,
    origin: signer === null ? origin : { ...origin, device: signer.device },
    changes,
    // The policies' own file may hold anything; their subject may not.
    subject: writtenSubject(gate, isPolicyPath(path) ? '' : path, words, done(origin.verb, path)),
    named: named ?? (isSame ? path : undefined),
  })
  const parents = head.commit === null ? [] : [head.commit]
  const bytes = encodeCommit({ tree, parents, ...signaturesOf(origin, repo.user(), new Date()), message })
  return { commit: repo.objects.add('commit', signer?.sign(bytes) ?? bytes).id, variorumId }
}

/** The changes as the commit message names them: a rename is one change, and does not name its old path twice. */
function changesOf(drafts: readonly Draft[], files: JournalEntry['files']): readonly Change[] {
  const moved = new Set(drafts.map(({ from }) => from))
  const blob = (version: Version): Blob | null => (version === null ? null : { ...version, size: 0 })
  return drafts.flatMap(({ path, from }, at) =>
    moved.has(path)
      ? []
      : [
          {
            path,
            before: blob(files[at]?.before ?? null),
            after: blob(files[at]?.after ?? null),
            ...(from === undefined ? {} : { from }),
          },
        ],
  )
}

/** The edits of files on the disk; a file that is already at its target has none. */
function editsOf(
  repo: Repository,
  drafts: readonly Draft[],
  files: JournalEntry['files'],
  onDisk: DiskState,
): readonly FileEdit[] {
  const edits: FileEdit[] = []
  for (const [at, { path, from }] of drafts.entries()) {
    const expected = onDisk.get(path) ?? { kind: 'missing' }
    const version = files[at]?.after ?? null
    if (expected.kind === 'file' && expected.id === version?.id && expected.mode === version.mode) continue
    const target =
      version === null ? null : repo.targetFor(path, repo.objects.read(version.id).bytes, version.mode, from)
    edits.push({ path, expected, target })
  }
  return edits
}

/** Thrown for a command that is owed: it is durable, but its files are not all in place. */
class CommandOwed extends AppError {
  constructor(cause: unknown) {
    super('disk', say('files-owed'), { cause })
  }
}

/**
 * Appends to the journal. A record in doubt makes the command owed: recovery may finish it, so it must count as done.
 */
function acknowledge({ repo, publisher }: OpenBatch, entry: JournalEntry, added: readonly FreshObject[]): void {
  try {
    repo.journal.append(entry, added)
  } catch (error) {
    if (!(error instanceof AppendInDoubt)) throw error
    publisher.noteOwed(entry)
    throw new CommandOwed(error)
  }
}

/**
 * Puts the files in place. When that fails (a full disk, a read-only folder), puts everything back.
 * @param lengthBefore of the journal, without this command
 */
async function placeOrRollBack(
  { repo, publisher }: OpenBatch,
  entry: JournalEntry,
  staged: readonly FileEdit[],
  lengthBefore: number,
): Promise<ReadonlyMap<string, ExactStat>> {
  const madeFolders: string[] = []
  try {
    return repo.checkout.apply(staged, entry, madeFolders)
  } catch (error) {
    if (await tryToRollBack()) throw error
    publisher.noteOwed(entry)
    throw new CommandOwed(error)
  }
  async function tryToRollBack(): Promise<boolean> {
    try {
      await rollBack(repo, entry, (await readSnapshot(repo)).tree)
      // The record is what a power cut would need to mend files that were put back, but not written to the disk yet.
      await repo.checkout.sync(entry.files.map(({ path }) => path))
      const isRemoved = repo.journal.truncateTo(lengthBefore)
      repo.checkout.discardFolders(madeFolders)
      return isRemoved
    } catch {
      // The record stays in the journal, and the next command begins with its recovery.
      return false
    }
  }
}
