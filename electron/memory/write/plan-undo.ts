import { Buffer } from 'node:buffer'
import type { Change, ObjectId } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Origin } from '../../../shared/origin.ts'
import type { Choices, ChangedLines, Content as Undone, Conflict, UndoHow } from '../../../shared/undoing.ts'
import { decodeText } from '../../disk/utf8.ts'
import { objectId } from '../git/objects.ts'
import type { Repository } from '../repo/repository.ts'
import { foldersOfRemoved, refuse } from './commands.ts'
import type { Content, Decision, Draft, Unwritten } from './plan.ts'
import { done, quoting } from './subject.ts'
import { idOf, undoSteps, type UndoneFiles, type UndoStep } from './undo-steps.ts'

/** Larger files are undone whole, or not at all. */
const MAX_MERGED_BYTES = 2_000_000

/** Commits to undo together, or a part of them. */
export interface Undoable {
  /** Oldest first. */
  readonly commits: readonly Pick<Commit, 'variorumId' | 'subject' | 'origin'>[]
  /** Newest first. */
  readonly steps: readonly UndoStep[]
  /** The commits stay in effect: only a part of them is undone. */
  readonly isPart: boolean
}

/** What undoing these changes would leave, from the present files on the disk. */
export async function readUndone(
  repo: Repository,
  steps: readonly UndoStep[],
  choices: Choices = {},
): Promise<UndoneFiles> {
  const index = await repo.index()
  const onDisk = new Map<ObjectId, string>()
  const now = (path: string): Undone | null => {
    const found = repo.workTree.inspect(path, index)
    if (found.kind !== 'file') return null
    onDisk.set(found.id, path)
    return { id: found.id, mode: found.mode }
  }
  return undoSteps(steps, { now, textOf: (id) => textOf(repo, id, onDisk.get(id)) }, choices)
}

/** @param path where another program may have put it on the disk, so that git does not have it */
function textOf(repo: Repository, id: ObjectId, path: string | undefined): string | null {
  const read = path === undefined ? null : repo.workTree.read(path)
  const bytes = read !== null && objectId('blob', read) === id ? read : repo.objects.readIfFits(id).bytes
  return bytes === null || bytes.byteLength > MAX_MERGED_BYTES ? null : decodeText(bytes)
}

/** Undoes commits together as one new commit; a conflict that nobody decided is the answer instead. */
export async function planUndo(
  repo: Repository,
  undoable: Undoable,
  origin: Origin,
  { override = false, choices }: UndoHow,
): Promise<Decision<Unwritten>> {
  const { commits, steps, isPart } = undoable
  const undone = await readUndone(repo, steps, choices)
  const open = undone.conflicts.filter(({ choice }) => choice === null)
  if (open.length > 0) return { kind: 'answer', answer: conflictOf(open) }
  const drafts = draftsOf(undone)
  if (drafts.length === 0) return refuse(say('nothing-to-undo'))
  const ids = commits.flatMap(({ variorumId }) => variorumId ?? [])
  return {
    kind: 'plan',
    plan: {
      kind: 'exact',
      drafts,
      origin: { ...origin, ...(isPart ? { undoesPart: ids } : { undoes: ids }) },
      subject: subjectOf(undoable),
      removeFolders: foldersOfRemoved(drafts),
      override,
    },
  }
}

function conflictOf(conflicts: readonly Conflict[]): Unwritten {
  const paths = [...new Set(conflicts.map(({ path }) => path))]
  return {
    kind: 'conflict',
    paths,
    reason: say('undo-in-the-way', { paths: names(paths) }),
    conflicts,
  }
}

function draftsOf({ files, moved }: UndoneFiles): readonly Draft[] {
  return [...files].flatMap(([path, { now, after }]): readonly Draft[] => {
    const isSame = now === null || after === null ? now === after : now.mode === after.mode && idOf(now) === idOf(after)
    if (isSame) return []
    const from = moved.get(path)
    const draft = { path, before: now === null ? null : idOf(now), after: after === null ? null : contentOf(after) }
    return [from === undefined || from === path ? draft : { ...draft, from }]
  })
}

function contentOf(content: Undone): Content {
  return 'id' in content ? content : { bytes: Buffer.from(content.text, 'utf8'), mode: content.mode }
}

/** What an undo would do, as changes, with the texts of the versions that git does not have. */
export function changesOf(undone: UndoneFiles): {
  readonly changes: readonly Change[]
  readonly texts: ReadonlyMap<ObjectId, string>
} {
  const texts = new Map<ObjectId, string>()
  const blob = (content: Undone | null): Change['after'] => {
    if (content === null) return null
    const id = idOf(content)
    if ('text' in content) texts.set(id, content.text)
    return { id, mode: content.mode, size: 'text' in content ? Buffer.byteLength(content.text) : 0 }
  }
  const left = new Set(undone.moved.values())
  const changes = draftsOf(undone).flatMap(({ path, from }): readonly Change[] => {
    const file = undone.files.get(path)
    if (file === undefined || (file.after === null && left.has(path))) return []
    const old = from === undefined ? file.now : (undone.files.get(from)?.now ?? null)
    return [{ path, before: blob(old), after: blob(file.after), ...(from === undefined ? {} : { from }) }]
  })
  return { changes, texts }
}

function subjectOf({ commits, steps, isPart }: Undoable): string {
  const [first, ...more] = commits
  if (first === undefined) return done('undo', 'nothing')
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  if (!isPart) return subjectOfUndoing(first, rest)
  const count = steps.reduce((sum, { lines }) => sum + linesIn(lines), 0)
  if (count === 0) return quoting(done('undo', 'a part of'), first.subject, rest)
  return quoting(done('undo', count === 1 ? '1 line of' : `${count} lines of`), first.subject, rest)
}

const linesIn = (lines: ChangedLines | undefined): number =>
  lines === undefined ? 0 : Math.max(lines.removed.length, lines.added.length)

/** Undoing an undo is a redo, and undoing a redo is an undo of the original commit again. */
function subjectOfUndoing({ subject, origin }: Pick<Commit, 'subject' | 'origin'>, rest: string): string {
  if (origin.verb !== 'undo' || rest !== '') return quoting('undid', subject, rest)
  return subject.startsWith('undid ') ? subject.replace(/^undid/, 'redid') : subject.replace(/^redid/, 'undid')
}

function names(paths: readonly string[]): readonly string[] | Message {
  return paths.length <= 3 ? paths : say('and-more', { names: paths.slice(0, 2), count: paths.length - 2 })
}
