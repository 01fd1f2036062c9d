import { z } from 'zod'
import { ObjectId, type StorePath } from '../../../shared/change.ts'
import type { MergeQuestion } from '../../../shared/merge/file-sets.ts'
import { byOutside, type Origin, unverified } from '../../../shared/origin.ts'
import { MAX_HELD_TEXT, WaitingWrite } from '../../../shared/waiting.ts'
import { JsonFile } from '../../disk/json-file.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import { decodeText } from '../../disk/utf8.ts'
import type { Repository } from '../repo/repository.ts'
import { contains } from './ancestry.ts'

/** A question, and the commit that it is about: it counts once that commit is in the history. */
const Pending = z.object({ commit: ObjectId, write: WaitingWrite }).readonly()
type Pending = z.infer<typeof Pending>

const FORGOTTEN_AFTER_MS = 7 * 86_400_000

/**
 * What merges left for the user to decide, kept durably before the merge is in force, until whoever keeps all that waits
 * has taken it.
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

  async add(commit: ObjectId, writes: readonly WaitingWrite[]): Promise<void> {
    if (writes.length === 0) return
    // A round that came to nothing made the same commit, and asked the same.
    await this.#file.change((now) => [
      ...now.filter((each) => each.commit !== commit),
      ...writes.map((write) => ({ commit, write })),
    ])
  }

  /** Those whose merge is in the history. */
  async open(repo: Repository): Promise<readonly WaitingWrite[]> {
    const pending = await this.#file.read()
    const { commit: head } = await repo.readHead()
    if (pending.length === 0 || head === null) return []
    const read = (id: ObjectId) => repo.objects.readCommit(id)
    const reached = new Map<ObjectId, boolean>()
    for (const { commit } of pending) if (!reached.has(commit)) reached.set(commit, await contains(read, head, commit))
    return pending.flatMap(({ commit, write }) => (reached.get(commit) === true ? write : []))
  }

  /** These were taken. What came to nothing goes, too, once no round can still bring it about. */
  async taken(ids: readonly string[]): Promise<void> {
    const fresh = new Date(Date.now() - FORGOTTEN_AFTER_MS).toISOString()
    if ((await this.#file.read()).length > 0)
      await this.#file.change((now) => now.filter(({ write: { id, at } }) => !ids.includes(id) && at > fresh))
  }
}

interface Merge {
  readonly repo: Repository
  readonly tree: ObjectId
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

function fileOf({ repo, tree }: Merge, question: MergeQuestion): WaitingWrite['files'][number] | null {
  const { path } = question
  const now = repo.trees.file(tree, path)
  if (now === null) return null
  if (question.kind === 'deleted') return { path, before: now.id, after: null }
  if (question.kind === 'file') return { path, before: now.id, after: { id: question.theirs.id } }
  const text = decodeText(repo.objects.readIfThere(now.id))
  const other = question.kind === 'lines' ? question.theirs : ''
  const after = text === null ? null : replacedAt(text, question.line, question.ours, other)
  return after === null || after.length > MAX_HELD_TEXT ? null : { path, before: now.id, after: { text: after } }
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
