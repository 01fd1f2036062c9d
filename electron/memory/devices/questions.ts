import { z } from 'zod'
import { ObjectId, type StorePath } from '../../../shared/change.ts'
import { type LeftByMerge, Replayed } from '../../../shared/devices.ts'
import type { MergeQuestion } from '../../../shared/merge/file-sets.ts'
import { byOutside, type Origin, unverified } from '../../../shared/origin.ts'
import { MAX_HELD_TEXT, WaitingWrite } from '../../../shared/waiting.ts'
import { JsonFile } from '../../disk/json-file.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { contains } from './ancestry.ts'

/** What a merge leaves, by its commit: it counts once that commit is in the history. */
const Pending = z
  .object({
    commit: ObjectId,
    at: z.string(),
    writes: z.array(WaitingWrite).readonly(),
    replayed: Replayed,
  })
  .readonly()
type Pending = z.infer<typeof Pending>

const FORGOTTEN_AFTER_MS = 7 * 86_400_000

/**
 * What merges leave to others: questions for the user, and where Review looks again. Kept durably before the merge is in
 * force, until it is taken.
 */
export class Questions {
  readonly #file: JsonFile<readonly Pending[]>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<readonly Pending[]>(
      folder,
      'questions.json',
      (stored) => z.array(Pending).parse(stored),
      [],
    )
  }

  async add(commit: ObjectId, writes: readonly WaitingWrite[], replayed: Replayed): Promise<void> {
    const added = { commit, at: new Date().toISOString(), writes, replayed }
    // A round that came to nothing made the same commit, and asked the same.
    await this.#file.change((now) => [...now.filter((each) => each.commit !== commit), added])
  }

  /** Of the merges that are in the history. */
  async open(repo: Repository): Promise<readonly LeftByMerge[]> {
    const pending = await this.#file.read()
    const { commit: head } = await repo.readHead()
    if (head === null) return []
    const found: LeftByMerge[] = []
    for (const { commit, writes, replayed } of pending)
      if (await contains((id) => repo.objects.readCommit(id), head, commit)) found.push({ commit, writes, replayed })
    return found
  }

  /** These were taken. What came to nothing goes, too, once no round can still bring it about. */
  async taken(commits: readonly ObjectId[]): Promise<void> {
    const fresh = new Date(Date.now() - FORGOTTEN_AFTER_MS).toISOString()
    await this.#file.change((now) => now.filter(({ commit, at }) => !commits.includes(commit) && at > fresh))
  }
}

interface Merge {
  readonly repo: Repository
  readonly tree: ObjectId
  readonly theirTree: ObjectId
  /** The remote's commits, oldest first. */
  readonly theirs: readonly ObjectId[]
}

/** Each question as a write that waits: saving it takes the other device's text, and not saving it leaves ours. */
export function writesOf(merge: Merge, questions: readonly MergeQuestion[]): readonly WaitingWrite[] {
  const at = new Date().toISOString()
  return questions.flatMap((question) => {
    const file = fileOf(merge, question)
    if (file === null) return []
    const other = question.kind === 'same' ? { otherPath: question.otherPath } : {}
    const origin = originOf(merge, other.otherPath ?? question.path)
    const conflict = { kind: question.kind, device: origin.device ?? null, ...other }
    return [{ kind: 'write', id: newUlid(), at, origin, files: [file], conflict }]
  })
}

function fileOf({ repo, tree, theirTree }: Merge, question: MergeQuestion): WaitingWrite['files'][number] | null {
  const { path } = question
  const now = repo.trees.file(tree, path)
  if (now === null) return null
  if (question.kind === 'deleted') return { path, before: now.id, after: null }
  if (question.kind === 'file') return { path, before: now.id, after: { id: question.theirs.id } }
  const text = decodeText(repo.objects.readIfThere(now.id))
  const other = question.kind === 'lines' ? question.theirs : ''
  const after = text === null ? null : replacedAt(text, question.line, question.ours, other)
  if (after !== null && after.length <= MAX_HELD_TEXT) return { path, before: now.id, after: { text: after } }
  // Too long to be kept with the question: their whole file, which the history has.
  const theirs = repo.trees.file(theirTree, path)
  return theirs === null ? null : { path, before: now.id, after: { id: theirs.id } }
}

/** A text with another part in the place of one that begins at a line, from 1; null if that part is not there. */
function replacedAt(text: string, line: number, part: string, other: string): string | null {
  const start = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0)
  if (!text.startsWith(part, start)) return null
  return text.slice(0, start) + other + text.slice(start + part.length)
}

/** Who wrote the other text: the newest of the remote's commits that changed the file. */
function originOf({ repo, theirs }: Merge, path: StorePath): Origin {
  const isOwn = repo.ownership()
  for (const id of theirs.toReversed()) {
    const raw = repo.objects.readCommit(id)
    const [parent] = raw.parents
    const before = parent === undefined ? null : repo.trees.at(repo.objects.readCommit(parent).tree, path)
    if (repo.trees.at(raw.tree, path)?.id === before?.id) continue
    const { origin } = repo.messageOf(raw)
    return isOwn(id) ? origin : unverified(origin)
  }
  return byOutside('other')
}
