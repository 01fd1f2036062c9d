import { Buffer } from 'node:buffer'
import type { FileMode, ObjectId } from '../../../shared/change.ts'
import { FileMode as FileModes } from '../../../shared/change.ts'
import { nameOf, parentOf } from '../../disk/relative-path.ts'
import type { ObjectStore } from './object-store.ts'
import { DIRECTORY, encodeEntry, encodeTree, inGitOrder, type TreeEntry } from './objects.ts'

/** One file of a tree. */
export interface TreeFileEntry {
  readonly path: string
  readonly id: ObjectId
  readonly mode: FileMode
}

/** A file in which two trees differ. */
export interface Difference {
  readonly path: string
  readonly before: TreeFileEntry | null
  readonly after: TreeFileEntry | null
}

/** What a path becomes: a file's id and mode, or nothing. */
export type PathEdit = readonly [path: string, after: { readonly id: ObjectId; readonly mode: FileMode } | null]

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** With so many new entries little of a directory can be copied as it is. */
const MANY = 16

/** How many entries of directories are kept in memory. */
const CACHED_ENTRIES = 200_000

type Entry = Omit<TreeEntry, 'name'>
type BelowEdit = readonly [names: readonly string[], after: PathEdit[1]]

/**
 * Directories of any commit, read on demand and kept by id: git's trees never change, so unchanged directories
 * are shared between all commits.
 */
export class Trees {
  readonly #objects: ObjectStore
  readonly #cache = new Map<ObjectId, readonly TreeEntry[]>()
  #cached = 0
  /** What was last asked for: a command asks for the same again when it tells of its commit. */
  #differences: {
    readonly before: ObjectId | null
    readonly after: ObjectId | null
    readonly path: string
    readonly found: readonly Difference[]
  } | null = null
  /** The same of a folder. */
  #folder: { readonly root: ObjectId | null; readonly path: string; readonly entries: readonly TreeEntry[] } | null =
    null

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  entries(id: ObjectId): readonly TreeEntry[] {
    if (id === EMPTY_TREE) return []
    const known = this.#cache.get(id)
    if (known !== undefined) return known
    const entries = this.#objects.readTree(id)
    this.#remember(id, entries)
    return entries
  }

  /** The entry at a path ('' is the tree itself), whatever its kind; null when there is none. */
  at(root: ObjectId | null, path: string): Entry | null {
    let here: Entry | null = root === null ? null : { id: root, mode: DIRECTORY }
    for (const name of path === '' ? [] : path.split('/')) {
      if (here === null || here.mode !== DIRECTORY) return null
      here = entryNamed(this.entries(here.id), name)
    }
    return here
  }

  /** Of many paths those in one folder are mostly asked for one after the other. */
  file(root: ObjectId | null, path: string): TreeFileEntry | null {
    const folder = parentOf(path)
    if (this.#folder === null || this.#folder.root !== root || this.#folder.path !== folder) {
      const above = this.at(root, folder)
      this.#folder = { root, path: folder, entries: above?.mode === DIRECTORY ? this.entries(above.id) : [] }
    }
    return asFile(entryNamed(this.#folder.entries, nameOf(path)), path)
  }

  /** All files below a path, bytewise by path. Gitlinks are passed over. */
  files(root: ObjectId | null, path = ''): readonly TreeFileEntry[] {
    const found: TreeFileEntry[] = []
    const collect = (entry: Entry, at: string): void => {
      const file = asFile(entry, at)
      if (file !== null) found.push(file)
      if (entry.mode === DIRECTORY) for (const child of this.entries(entry.id)) collect(child, join(at, child.name))
    }
    const entry = this.at(root, path)
    if (entry !== null) collect(entry, path)
    return found
  }

  /** The files in which two trees differ, only looking into directories whose ids differ. */
  differences(before: ObjectId | null, after: ObjectId | null, path = ''): readonly Difference[] {
    const last = this.#differences
    if (last !== null && last.before === before && last.after === after && last.path === path) return last.found
    const found: Difference[] = []
    this.#compare(this.at(before, path), this.at(after, path), path, found)
    found.sort((one, other) => (one.path < other.path ? -1 : 1))
    this.#differences = { before, after, path, found }
    return found
  }

  #compare(a: Entry | null, b: Entry | null, path: string, found: Difference[]): void {
    if (a?.id === b?.id && a?.mode === b?.mode) return
    const [fileA, fileB] = [asFile(a, path), asFile(b, path)]
    if (fileA !== null || fileB !== null) found.push({ path, before: fileA, after: fileB })
    const [inA, inB] = [this.#children(a), this.#children(b)]
    let [i, j] = [0, 0]
    // What one of two sorted lists skips, the other alone has. A file and a folder of one name are two entries.
    while (i < inA.length || j < inB.length) {
      const [one, other] = [inA[i], inB[j]]
      const order =
        one === undefined
          ? 1
          : other === undefined
            ? -1
            : one.name === other.name && one.mode === other.mode
              ? 0
              : inGitOrder(one, other)
      if (order <= 0) i += 1
      if (order >= 0) j += 1
      const child = (order <= 0 ? one : other)?.name ?? ''
      this.#compare(order <= 0 ? (one ?? null) : null, order >= 0 ? (other ?? null) : null, join(path, child), found)
    }
  }

  #children(entry: Entry | null): readonly TreeEntry[] {
    return entry?.mode === DIRECTORY ? this.entries(entry.id) : []
  }

  /** Adds the tree that `root` becomes by these edits to the fresh objects; directories that become empty go. */
  edit(root: ObjectId | null, edits: readonly PathEdit[]): ObjectId {
    return (
      this.#editDirectory(
        root,
        edits.map(([path, after]) => [path.split('/'), after]),
      ) ?? this.#objects.add('tree', Buffer.alloc(0)).id
    )
  }

  #editDirectory(id: ObjectId | null, edits: readonly BelowEdit[]): ObjectId | null {
    const entries = id === null ? [] : this.entries(id)
    const becomes = new Map<string, TreeEntry | null>()
    const below = new Map<string, BelowEdit[]>()
    // Removals first, so that a file may take the place of a directory and the other way round.
    for (const [[name = '', ...rest], after] of edits.toSorted(
      (a, b) => Number(a[1] !== null) - Number(b[1] !== null),
    )) {
      if (rest.length === 0) becomes.set(name, after === null ? null : { name, ...after })
      else if (!below.get(name)?.push([rest, after])) below.set(name, [[rest, after]])
    }
    for (const [name, inner] of below) {
      const child = becomes.get(name) ?? entryNamed(entries, name)
      const tree = this.#editDirectory(child?.mode === DIRECTORY ? child.id : null, inner)
      if (tree !== null) becomes.set(name, { name, mode: DIRECTORY, id: tree })
      else if (child?.mode === DIRECTORY) becomes.set(name, null)
    }
    return this.#rewrite(id, entries, becomes)
  }

  /** The directory with these names changed. All that does not change is copied as it is: a folder may have ten thousand entries. */
  #rewrite(
    id: ObjectId | null,
    entries: readonly TreeEntry[],
    becomes: ReadonlyMap<string, TreeEntry | null>,
  ): ObjectId | null {
    if (becomes.size > Math.max(MANY, entries.length / 4)) return this.#rewriteWhole(id, entries, becomes)
    const gone = new Set(
      [...becomes.keys()].flatMap((name) =>
        ['100644', DIRECTORY].flatMap((mode) => positionIn(entries, { name, mode }).found ?? []),
      ),
    )
    const added = [...becomes.values()].filter((entry) => entry !== null).toSorted(inGitOrder)
    const cuts = [...new Set([...gone, ...added.map((entry) => positionIn(entries, entry).at)])].toSorted(
      (a, b) => a - b,
    )
    const raw = id === null || id === EMPTY_TREE ? Buffer.alloc(0) : this.#objects.read(id).bytes
    const pieces: Buffer[] = []
    const result: TreeEntry[] = []
    let [from, rawFrom, next] = [0, 0, 0]
    for (const cut of [...cuts, entries.length]) {
      const at = entries[cut]
      const rawAt = at === undefined ? raw.length : raw.indexOf(encodeEntry(at), rawFrom)
      // A tree that some other program wrote in its own way (modes with a leading zero) is written anew.
      if (rawAt < 0) return this.#rewriteWhole(id, entries, becomes)
      pieces.push(raw.subarray(rawFrom, rawAt))
      for (const entry of entries.slice(from, cut)) result.push(entry)
      for (
        let entry = added[next];
        entry !== undefined && positionIn(entries, entry).at === cut;
        entry = added[(next += 1)]
      ) {
        result.push(entry)
        pieces.push(encodeEntry(entry))
      }
      const skipped = at !== undefined && gone.has(cut)
      from = cut + (skipped ? 1 : 0)
      rawFrom = rawAt + (skipped ? encodeEntry(at).length : 0)
    }
    return this.#write(result, Buffer.concat(pieces), id)
  }

  #rewriteWhole(
    id: ObjectId | null,
    entries: readonly TreeEntry[],
    becomes: ReadonlyMap<string, TreeEntry | null>,
  ): ObjectId | null {
    const result = [
      ...entries.filter(({ name }) => !becomes.has(name)),
      ...[...becomes.values()].filter((entry) => entry !== null),
    ].toSorted(inGitOrder)
    return this.#write(result, encodeTree(result), id)
  }

  #write(entries: readonly TreeEntry[], bytes: Buffer, base: ObjectId | null): ObjectId | null {
    if (entries.length === 0) return null
    const { id } = this.#objects.add('tree', bytes, base)
    this.#remember(id, entries)
    return id
  }

  #remember(id: ObjectId, entries: readonly TreeEntry[]): void {
    this.#cached += entries.length
    this.#cache.set(id, entries)
    for (const [old, { length }] of this.#cache) {
      if (this.#cached <= CACHED_ENTRIES) break
      this.#cache.delete(old)
      this.#cached -= length
    }
  }
}

/** Where an entry of this name and kind is, or would be. */
function positionIn(
  entries: readonly TreeEntry[],
  wanted: Omit<TreeEntry, 'id'>,
): { readonly at: number; readonly found: number | null } {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && inGitOrder(entry, wanted) < 0) low = middle + 1
    else high = middle
  }
  const here = entries[low]
  return {
    at: low,
    found: here?.name === wanted.name && (here.mode === DIRECTORY) === (wanted.mode === DIRECTORY) ? low : null,
  }
}

/** A file and a directory of one name sort differently, and cannot both be there. */
function entryNamed(entries: readonly TreeEntry[], name: string): TreeEntry | null {
  const found =
    positionIn(entries, { name, mode: '100644' }).found ?? positionIn(entries, { name, mode: DIRECTORY }).found
  return found === null ? null : (entries[found] ?? null)
}

function asFile(entry: Entry | null, path: string): TreeFileEntry | null {
  return entry !== null && isFileMode(entry.mode) ? { path, id: entry.id, mode: entry.mode } : null
}

const FILE_MODES: ReadonlySet<string> = new Set(FileModes.options)

function isFileMode(mode: string): mode is FileMode {
  return FILE_MODES.has(mode)
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}
