import { Buffer } from 'node:buffer'
import type { ObjectId, StorePath } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  type FileSets,
  type FileVersion,
  mergeFileSets,
  type MergedFile,
  type MergeQuestion,
} from '../../../shared/merge/file-sets.ts'
import { withLinesThatStay } from '../../../shared/merge/lines-between.ts'
import { makeFolderNow } from '../../disk/by-handle.ts'
import { parentOf } from '../../disk/relative-path.ts'
import { decodeText } from '../../disk/utf8.ts'
import { ObjectStore } from '../git/object-store.ts'
import type { GitObject } from '../git/objects.ts'
import { PackBuilder } from '../git/pack-builder.ts'
import { type PathEdit, Trees } from '../git/tree.ts'
import { writePackNow } from '../git/write-pack.ts'
import { pairRenames } from '../repo/changes.ts'
import type { Repository } from '../repo/repository.ts'

// Merges the trees of three commits: reads what differs, has it merged, and says what that does to the tree of theirs.

/** Objects on top of those of the store, of which git may not have the latest yet. */
class ObjectsOnTop extends ObjectStore {
  readonly #beneath: ObjectStore

  constructor({ gitdir, files, objects }: Repository) {
    super(gitdir, files)
    this.#beneath = objects
  }

  override read(id: ObjectId): GitObject {
    return this.#beneath.isFresh(id) ? this.#beneath.read(id) : super.read(id)
  }
}

/** New objects that are made beside the writer, while commands go on. */
export class Workshop {
  readonly objects: ObjectStore
  readonly trees: Trees
  readonly #repo: Repository

  constructor(repo: Repository) {
    this.#repo = repo
    this.objects = new ObjectsOnTop(repo)
    this.trees = new Trees(this.objects)
  }

  /** Gives git what was made, durably. @returns the pack, which git keeps until `releasePackNow`; null for nothing */
  publish(): string | null {
    const made = this.objects.cut()
    if (made.length === 0) return null
    const builder = new PackBuilder()
    for (const { id, content } of made) builder.add(id, content)
    makeFolderNow(this.#repo.gitdir, this.#repo.scratch, 0o700)
    return writePackNow(this.#repo.gitdir, this.#repo.scratch, builder)
  }

  close(): void {
    this.objects.close()
  }
}

/** Larger texts are not merged: one of them stays, and the user is asked. */
const MAX_MERGED_BYTES = 2_000_000

/** Where files of a base are now, as the commits since say: from the old path to the present one. */
export type Moves = ReadonlyMap<StorePath, StorePath>

export interface ThreeTrees {
  readonly base: ObjectId | null
  readonly ours: ObjectId | null
  readonly theirs: ObjectId | null
  readonly ourMoves: Moves
  readonly theirMoves: Moves
}

/** What a merge does to a tree. */
export interface TreeMerge {
  readonly edits: readonly PathEdit[]
  readonly questions: readonly MergeQuestion[]
  /** How many files got changes of both sides. */
  readonly merged: number
}

/**
 * Merges what differs between three trees. Adds merged texts to the workshop's objects.
 * @param onto the tree that the edits are for
 * @param only the paths of our side that matter; left out, all
 */
export function mergeTrees(
  shop: Workshop,
  trees: ThreeTrees,
  onto: ObjectId | null,
  only?: ReadonlySet<StorePath>,
): TreeMerge {
  const sets = fileSets(shop.trees, trees)
  const limited =
    only === undefined
      ? { ...sets, alsoTaken: shop.trees.files(trees.theirs).map(({ path }) => path) }
      : limitedTo(sets, only)
  const { files, questions } = mergeFileSets(limited, (id) => textOf(shop, id))
  const edits: PathEdit[] = []
  let merged = 0
  for (const [path, file] of files) {
    const now = shop.trees.file(onto, path)
    const after = file === null ? null : versionOf(shop, file, now)
    if (after?.id === now?.id && after?.mode === now?.mode) continue
    if (file !== null && 'text' in file) merged += 1
    edits.push([path, after])
  }
  // Where all three agree, a commit before this one may have left something else.
  for (const path of only ?? []) {
    if (files.has(path)) continue
    const [after, now] = [shop.trees.file(trees.theirs, path), shop.trees.file(onto, path)]
    if (after?.id !== now?.id || after?.mode !== now?.mode) edits.push([path, after])
  }
  return { edits, questions, merged }
}

/** The same edits, in which no line goes that stands both in the text they begin with and in the one they lead to. */
export function withTheirLines(
  shop: Workshop,
  edits: readonly PathEdit[],
  { theirs, end }: { readonly theirs: ObjectId | null; readonly end: ObjectId },
): readonly PathEdit[] {
  return edits.map(([path, after]): PathEdit => {
    const [start, last] = [shop.trees.file(theirs, path), shop.trees.file(end, path)]
    if (after === null || start === null || last === null || after.id === start.id || after.id === last.id)
      return [path, after]
    const [from, between, to] = [start, after, last].map(({ id }) => textOf(shop, id))
    if (from == null || between == null || to == null) return [path, after]
    return [path, versionOf(shop, { text: withLinesThatStay(from, between, to), mode: after.mode }, after)]
  })
}

function versionOf({ objects }: Workshop, file: MergedFile, now: FileVersion | null): FileVersion {
  if ('id' in file) return file
  return { id: objects.add('blob', Buffer.from(file.text), now?.id ?? null).id, mode: file.mode }
}

function textOf({ objects }: Workshop, id: ObjectId): string | null {
  try {
    const { size, bytes } = objects.readIfFits(id)
    return size > MAX_MERGED_BYTES ? null : decodeText(bytes)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The files that differ between any two of the three. */
function fileSets(trees: Trees, { base, ours, theirs, ourMoves, theirMoves }: ThreeTrees): FileSets {
  const paths = new Set<StorePath>()
  for (const side of [ours, theirs]) for (const { path } of trees.differences(base, side)) paths.add(path)
  const filesOf = (tree: ObjectId | null): Map<StorePath, FileVersion> =>
    new Map(
      [...paths].toSorted().flatMap((path) => {
        const file = trees.file(tree, path)
        return file === null ? [] : [[path, { id: file.id, mode: file.mode }] as const]
      }),
    )
  return { base: filesOf(base), ours: filesOf(ours), theirs: filesOf(theirs), ourMoves, theirMoves }
}

/** The files at these paths, and those that they were or became. */
function limitedTo({ base, ours, theirs, ourMoves, theirMoves }: FileSets, paths: ReadonlySet<StorePath>): FileSets {
  const wanted = new Set(paths)
  for (const moves of [ourMoves, theirMoves])
    for (const [from, to] of moves)
      if (wanted.has(from) || wanted.has(to)) {
        wanted.add(from)
        wanted.add(to)
      }
  for (const [from, to] of [...ourMoves, ...theirMoves]) if (wanted.has(from)) wanted.add(to)
  for (const path of inTheWay(wanted, [base, ours, theirs])) wanted.add(path)
  const limited = (set: FileSets['base']): FileSets['base'] => new Map([...set].filter(([path]) => wanted.has(path)))
  return { base: limited(base), ours: limited(ours), theirs: limited(theirs), ourMoves, theirMoves }
}

/** The paths of files where one of these is to be a folder, the other way round, or the same but for its case. */
function inTheWay(wanted: ReadonlySet<StorePath>, sets: readonly FileSets['base'][]): readonly StorePath[] {
  const [places, above] = [new Set<string>(), new Set<string>()]
  for (const path of wanted) {
    places.add(folded(path))
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.add(folded(folder))
  }
  const isIn = (path: string): boolean => {
    for (let at = path; at !== ''; at = parentOf(at)) if (places.has(at)) return true
    return above.has(path)
  }
  return sets.flatMap((set) => [...set.keys()].filter((path) => isIn(folded(path))))
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Follows files through the moves of one more commit. */
export function followMoves(
  { trees }: Workshop,
  moves: Map<StorePath, StorePath>,
  before: ObjectId | null,
  after: ObjectId,
): void {
  const renamed = pairRenames(trees.differences(before, after)).filter(({ from }) => from !== undefined)
  if (renamed.length === 0) return
  const origins = new Map([...moves].map(([from, to]) => [to, from]))
  for (const { from = '', path } of renamed) moves.set(origins.get(from) ?? from, path)
}
