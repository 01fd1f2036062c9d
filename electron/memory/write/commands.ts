import type { FileMode, ObjectId } from '../../../shared/change.ts'
import type { Move } from '../../../shared/file-commands.ts'
import { fileOfStub } from '../../../shared/left-by-programs.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Origin } from '../../../shared/origin.ts'
import { POLICIES_PATH } from '../../../shared/policies-path.ts'
import { outermost } from '../../../shared/several-files.ts'
import { nameOf, parentOf } from '../../disk/relative-path.ts'
import { MAX_OBJECT_BYTES } from '../git/inflate.ts'
import { isReservedName, whyPathIsRefused, ignoreReason } from '../paths.ts'
import type { Folders } from '../repo/checkout.ts'
import type { Repository } from '../repo/repository.ts'
import { resolveInside } from '../repo/safe-directory.ts'
import { walk } from '../repo/walk.ts'
import type { FilePut, PutHow, RemoveOnly, WriteHow } from '../store-interface.ts'
import { type Content, type Decision, type Draft, type Unwritten } from './plan.ts'
import { doneToAll } from './subject.ts'

// Plans what each command changes, in the writer's queue. Nothing in here writes.

type Missing = { readonly kind: 'missing' }
type Exists = { readonly kind: 'exists' }

const refused = (reason: Message): Unwritten => ({ kind: 'refused', reason })

export function refuse(reason: Message): { readonly kind: 'answer'; readonly answer: Unwritten } {
  return { kind: 'answer', answer: refused(reason) }
}

/** Writes and removes files. */
export async function planPut(
  repo: Repository,
  files: readonly FilePut[],
  origin: Origin,
  { word, ...how }: PutHow = {},
): Promise<Decision<Unwritten>> {
  const drafts: Draft[] = []
  for (const file of files) {
    const draft = await draftOf(repo, file)
    if ('kind' in draft) return { kind: 'answer', answer: draft }
    drafts.push(draft)
  }
  if (files.length === 0) return refuse(say('nothing-to-write'))
  const twice = pathOfTwo(drafts)
  if (twice !== null) return refuse(say('path-twice', { path: twice }))
  const paths = drafts.map(({ path }) => path)
  const subject = word === undefined && paths.length === 1 ? undefined : doneToAll(origin.verb, paths, { words: word })
  return { kind: 'plan', plan: { drafts, origin, subject, removeFolders: foldersOfRemoved(drafts), ...how } }
}

async function draftOf(repo: Repository, { path, before, bytes }: FilePut): Promise<Draft | Unwritten> {
  if (bytes === null) return { path, before, after: null }
  if (path.split('/').some(isReservedName)) return refused(say('kept-for-git', { path }))
  const why = before === null ? whyPathIsRefused(path, (there) => repo.workTree.lists(there)) : null
  if (why !== null) return refused(say('name-refused', { why }))
  if (bytes.byteLength > MAX_OBJECT_BYTES) return refused(say('file-over-64-mb'))
  const resolved = resolveInside(repo.root, path, { follow: before !== null })
  if (resolved.kind === 'refused') return resolved
  return { path: resolved.path, before, after: { bytes, mode: await modeAt(repo, resolved.path) } }
}

/** The mode with which a file at this path is written: the one it has. */
async function modeAt(repo: Repository, path: string): Promise<FileMode> {
  const now = repo.workTree.inspect(path, await repo.index())
  return now.kind === 'file' && now.mode !== '120000' ? now.mode : '100644'
}

/** Writes a file over another program's version that is kept out of history. */
export async function planReplaceWithheld(
  repo: Repository,
  { path, before, bytes }: FilePut & { readonly bytes: Uint8Array },
  origin: Origin,
): Promise<Decision<Unwritten>> {
  const after = { bytes, mode: await modeAt(repo, path) }
  return { kind: 'plan', plan: { drafts: [{ path, before, after }], origin, replacesWithheld: true } }
}

/** A path that two drafts want, or one as a file and one as a folder: of such files only one would be left. */
function pathOfTwo(drafts: readonly Draft[]): string | null {
  const written = new Set(drafts.flatMap(({ path, after }) => (after === null ? [] : [path])))
  const seen = new Set<string>()
  for (const { path } of drafts) {
    if (seen.has(path)) return path
    seen.add(path)
    if (!written.has(path)) continue
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) if (written.has(folder)) return folder
  }
  return null
}

export function planPolicies(
  before: ObjectId | null,
  bytes: Uint8Array,
  origin: Origin,
  subject: string,
): Decision<Unwritten> {
  return {
    kind: 'plan',
    plan: {
      drafts: [{ path: POLICIES_PATH, before, after: { bytes, mode: '100644' } }],
      origin,
      subject,
    },
  }
}

const NOT_FILES = say('folder-holds-foreign')
const THE_STORE = say('store-cannot-go')

/** A file, or a folder with everything in it, as it is on the disk. */
interface Contents {
  readonly path: string
  readonly files: readonly { readonly path: string; readonly id: ObjectId; readonly content: Content }[]
  readonly folders: readonly string[]
}

async function contentsAt(repo: Repository, path: string): Promise<Contents | Missing | Unwritten> {
  const resolved = resolveInside(repo.root, path, { follow: false })
  if (resolved.kind === 'refused') return resolved
  if (resolved.path === '') return refused(THE_STORE)
  const index = await repo.index()
  const here = repo.workTree.inspect(resolved.path, index)
  if (here.kind === 'missing') return { kind: 'missing' }
  if (here.kind === 'unreadable') return refused(say('file-cannot-be-written', { path: resolved.path, why: here.why }))
  const { files, folders, special, unreadable } =
    here.kind === 'directory'
      ? await walk(repo.root, resolved.path)
      : { files: [resolved.path], folders: [], special: [], unreadable: [] }
  const stub = files.find((file) => fileOfStub(nameOf(file)) !== null)
  if (stub !== undefined) return refused(say('folder-in-cloud', { folder: resolved.path, stub }))
  const [closed] = unreadable
  if (closed !== undefined) return refused(say('folder-not-readable', { folder: closed }))
  if (here.kind === 'special' || special.length > 0 || files.some((file) => ignoreReason(file) !== null))
    return refused(NOT_FILES)
  const found: Contents['files'][number][] = []
  for (const [file, now] of repo.workTree.inspectAll(files, index)) {
    if (now.kind === 'file') found.push({ path: file, id: now.id, content: { id: now.id, mode: now.mode } })
  }
  return { path: resolved.path, files: found, folders }
}

export async function planRemove(
  repo: Repository,
  paths: readonly string[],
  origin: Origin,
  { only, asks }: WriteHow & { readonly only?: RemoveOnly | undefined } = {},
): Promise<Decision<Missing | Unwritten>> {
  const found: Contents[] = []
  for (const path of paths) {
    const each = await contentsAt(repo, path)
    if (!('kind' in each)) found.push(each)
    else if (only === undefined) return { kind: 'answer', answer: each }
  }
  const drafts = found
    .flatMap(({ files }) => files)
    .filter(({ path, id }) => typeof only !== 'object' || only.get(path) === id)
    .map(({ path, id }): Draft => ({ path, before: id, after: null }))
  const removed = only === undefined ? found : drafts
  const [first] = removed
  if (first === undefined) return { kind: 'answer', answer: { kind: 'missing' } }
  return {
    kind: 'plan',
    plan: {
      drafts,
      origin,
      asks,
      subject: doneToAll(
        origin.verb,
        removed.map(({ path }) => path),
      ),
      ...(removed.length === 1 && only === undefined ? { named: first.path } : {}),
      removeFolders: only === undefined ? found.flatMap(({ folders }) => folders) : foldersOfRemoved(drafts),
    },
  }
}

/** Moves files and directories. What is in a directory that is moved goes with it, and is not moved twice. */
export async function planMove(
  repo: Repository,
  moves: readonly Move[],
  origin: Origin,
  { asks }: WriteHow = {},
): Promise<Decision<Missing | Exists | Unwritten>> {
  const froms = new Set(outermost(moves.map(({ from }) => from)))
  const outer = moves.filter(({ from, to }) => from !== to && froms.has(from))
  if (new Set(outer.map(({ to }) => to)).size < outer.length) return { kind: 'answer', answer: { kind: 'exists' } }
  const found: Moved[] = []
  for (const move of outer) {
    const each = await movedBy(repo, move)
    if ('kind' in each) return { kind: 'answer', answer: each }
    found.push(each)
  }
  const [first] = found
  if (first === undefined) return refuse(say('nothing-to-move'))
  const drafts = new Map(found.flatMap((each) => each.drafts).map((draft) => [draft.path, draft]))
  return {
    kind: 'plan',
    plan: {
      drafts: [...drafts.values()],
      origin,
      asks,
      subject: doneToAll(
        origin.verb,
        found.map(({ from, to }) => `${from} to ${to}`),
      ),
      ...(found.length === 1 ? { named: first.to } : {}),
      makeFolders: found.flatMap(({ makeFolders }) => makeFolders),
      removeFolders: found.flatMap(({ removeFolders }) => removeFolders),
    },
  }
}

interface Moved extends Move, Folders {
  readonly drafts: readonly Draft[]
}

async function movedBy(repo: Repository, { from, to }: Move): Promise<Moved | Missing | Exists | Unwritten> {
  const why = whyPathIsRefused(to, (there) => repo.workTree.lists(there))
  if (why !== null) return refused(say('new-name-refused', { why }))
  const found = await contentsAt(repo, from)
  if ('kind' in found) return found
  const target = resolveInside(repo.root, to, { follow: false })
  if (target.kind === 'refused') return target
  if (target.path !== found.path && `${target.path}/`.startsWith(`${found.path}/`))
    return refused(say('folder-into-itself'))
  if (await isTaken(repo, found.path, target.path)) return { kind: 'exists' }
  const moved = (path: string): string => target.path + path.slice(found.path.length)
  const drafts = found.files.flatMap(({ path, id, content }): readonly Draft[] => [
    { path, before: id, after: null },
    { path: moved(path), before: null, after: content, from: path },
  ])
  return {
    from: found.path,
    to: target.path,
    drafts,
    makeFolders: found.folders.map(moved),
    removeFolders: found.folders,
  }
}

/** Whether the target of a rename exists. On a file system that ignores case, a rename by case only finds itself. */
async function isTaken(repo: Repository, from: string, to: string): Promise<boolean> {
  const index = await repo.index()
  const [old, there] = [repo.workTree.inspect(from, index), repo.workTree.inspect(to, index)]
  if (there.kind === 'missing') return false
  const isItself =
    from !== to &&
    from.toLowerCase() === to.toLowerCase() &&
    old.kind === 'file' &&
    there.kind === 'file' &&
    old.stat.ino === there.stat.ino
  return !isItself
}

/** The folders of removed files. They are removed if nothing is left in them: git would not bring them back either. */
export function foldersOfRemoved(drafts: readonly Draft[]): readonly string[] {
  const folders = new Set<string>()
  for (const { path, after } of drafts)
    if (after === null) for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) folders.add(folder)
  return [...folders]
}
