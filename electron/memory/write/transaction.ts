import { Buffer } from 'node:buffer'
import type { Blob, Change, ObjectId, Ulid } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ExactStat } from '../../disk/exact-stat.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { FreshObject } from '../git/object-store.ts'
import { encodeCommit } from '../git/objects.ts'
import { ChangedMeanwhile, type FileEdit } from '../repo/checkout.ts'
import { formatMessage, oneLine, signatureOf, subjectOf } from '../repo/commit-message.ts'
import { StillThere, type JournalEntry } from '../repo/journal.ts'
import type { Repository } from '../repo/repository.ts'
import { readSnapshot, type Draft, type Plan, type Published, type Snapshot, type Version } from './plan.ts'
import { bytesOf, type DiskState } from './preconditions.ts'
import type { Publisher } from './publisher.ts'
import { putBack } from './recovery.ts'

/** What a command is written into: an open batch, and the state the command was decided on. */
export interface OpenBatch {
  readonly repo: Repository
  readonly publisher: Publisher
  readonly snapshot: Snapshot
}

/** A commit that is thought out: its objects are fresh, and nothing is written yet. */
interface Prepared {
  readonly commit: ObjectId
  readonly variorumId: Ulid
  readonly entry: JournalEntry
  readonly edits: readonly FileEdit[]
}

/**
 * The transaction of one command. Order: a few files staged beside their place, journal appended and synced (from here
 * on the command is durable), files put in place. Git follows when the batch is published. When the files cannot
 * be put in place, the journal goes back to where it was; a kill before that is made good by recovery. Call only in
 * an open batch. `again`: somebody else was faster, decide anew.
 */
export async function transact(batch: OpenBatch, plan: Plan, seen: DiskState): Promise<Published | 'again'> {
  const { repo, publisher } = batch
  const { commit, variorumId, entry, edits } = prepare(batch, plan, seen)
  const added = repo.objects.takeAdded()
  let staged: readonly FileEdit[] = []
  try {
    staged = repo.checkout.stage(edits)
    repo.checkout.verify(staged)
    const mark = repo.journal.length
    appendOrOwe(batch, entry, added)
    const placed = await placeOrTakeBack(batch, entry, staged, mark)
    const edited = new Set(edits.map(({ path }) => path))
    publisher.note(entry, (path) => {
      const here = seen.get(path)
      return placed.get(path) ?? (edited.has(path) || here?.kind !== 'file' ? null : here.stat)
    })
  } catch (error) {
    if (!(error instanceof NotInPlace)) repo.objects.forget(added)
    if (error instanceof ChangedMeanwhile) return 'again'
    throw error
  } finally {
    repo.checkout.discard(staged)
  }
  return { kind: 'published', commit, variorumId, notes: [] }
}

function prepare(batch: OpenBatch, plan: Plan, seen: DiskState): Prepared {
  const { repo, snapshot } = batch
  repo.objects.takeAdded()
  const files: JournalEntry['files'][number][] = []
  for (const { path, after } of plan.drafts) {
    const known = repo.trees.file(snapshot.tree, path)
    const version: Version =
      after === null
        ? null
        : {
            id: 'bytes' in after ? repo.objects.add('blob', Buffer.from(after.bytes), known?.id ?? null).id : after.id,
            mode: after.mode,
          }
    files.push({ path, before: known === null ? null : { id: known.id, mode: known.mode }, after: version })
  }
  const tree =
    files.length === 0 && snapshot.tree !== null
      ? snapshot.tree
      : repo.trees.edit(
          snapshot.tree,
          files.map(({ path, after }) => [path, after] as const),
        )
  const { commit, variorumId } = addCommit(batch, plan, tree, files)
  const entry = {
    branch: snapshot.head.branch,
    parent: snapshot.head.commit,
    commit,
    files,
    adopted: plan.kind === 'adopted',
    makeFolders: plan.makeFolders ?? [],
    removeFolders: plan.removeFolders ?? [],
  }
  return { commit, variorumId, entry, edits: plan.kind === 'adopted' ? [] : editsOf(repo, plan.drafts, files, seen) }
}

function addCommit(
  { repo, snapshot: { head } }: OpenBatch,
  { drafts, origin, subject: given }: Plan,
  tree: ObjectId,
  files: JournalEntry['files'],
): Pick<Prepared, 'commit' | 'variorumId'> {
  const variorumId = newUlid()
  const changes = changesOf(drafts, files)
  const message = formatMessage({
    id: variorumId,
    origin,
    changes,
    subject: oneLine(given ?? subjectOf(origin.verb, changes)),
  })
  const parents = head.commit === null ? [] : [head.commit]
  const bytes = encodeCommit({ tree, parents, author: signatureOf(origin.actor, new Date()), message })
  return { commit: repo.objects.add('commit', bytes).id, variorumId }
}

/** The drafts as the commit message names them: a rename is one change, and its old path is not named twice. */
function changesOf(drafts: readonly Draft[], files: JournalEntry['files']): readonly Change[] {
  const moved = new Set(drafts.map(({ from }) => from))
  const blob = (version: Version): Blob | null => (version === null ? null : { ...version, size: 0 })
  return drafts.flatMap(({ path, from }, at) =>
    moved.has(path)
      ? []
      : [{ path, before: null, after: blob(files[at]?.after ?? null), ...(from === undefined ? {} : { from }) }],
  )
}

/** What has to be done to the disk; a file that is already as it shall be is left alone. */
function editsOf(
  repo: Repository,
  drafts: readonly Draft[],
  files: JournalEntry['files'],
  seen: DiskState,
): readonly FileEdit[] {
  const edits: FileEdit[] = []
  for (const [at, { path, after }] of drafts.entries()) {
    const now = seen.get(path) ?? { kind: 'missing' }
    const becomes = files[at]?.after ?? null
    if (now.kind === 'file' && now.id === becomes?.id && now.mode === becomes.mode) continue
    edits.push({ path, seen: now, becomes: after === null ? null : { bytes: bytesOf(repo, after), mode: after.mode } })
  }
  return edits
}

/** The command is durable, but its files are not all where they belong. */
class NotInPlace extends AppError {
  constructor(cause: unknown) {
    super(
      'disk',
      'The change is in the history, but its files could not all be put in place, and could not be put back either. What is missing is made good as soon as the folder can be written again.',
      { cause },
    )
  }
}

/** What was written down and cannot be taken back will be done, whatever is answered: so that is what is said. */
function appendOrOwe({ repo, publisher }: OpenBatch, entry: JournalEntry, added: readonly FreshObject[]): void {
  try {
    repo.journal.append(entry, added)
  } catch (error) {
    if (!(error instanceof StillThere)) throw error
    publisher.oweFiles(entry)
    throw new NotInPlace(error)
  }
}

/** When the files cannot be put in place (a full disk, a read-only folder), all goes back to where it was. */
async function placeOrTakeBack(
  { repo, publisher }: OpenBatch,
  entry: JournalEntry,
  staged: readonly FileEdit[],
  mark: number,
): Promise<ReadonlyMap<string, ExactStat>> {
  const made: string[] = []
  try {
    return repo.checkout.apply(staged, entry, made)
  } catch (error) {
    if (await takeBack()) throw error
    publisher.oweFiles(entry)
    throw new NotInPlace(error)
  }
  async function takeBack(): Promise<boolean> {
    try {
      await putBack(repo, entry, (await readSnapshot(repo)).tree)
      const isTakenBack = repo.journal.takeBackTo(mark)
      repo.checkout.discardFolders(made)
      return isTakenBack
    } catch {
      // The journal stays, and the next command begins by finishing what it says.
      return false
    }
  }
}
