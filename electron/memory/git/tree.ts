import { Buffer } from 'node:buffer'
import { FileMode, type ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { firstPlace } from '../../../shared/first-place.ts'
import { say } from '../../../shared/messages/say.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { join, nameOf, parentOf } from '../../disk/relative-path.ts'
import type { ObjectStore } from './object-store.ts'
import { DIRECTORY, encodeEntry, encodeTree, inGitOrder, type TreeEntry } from './objects.ts'
import type { DifferingEntry } from './tree-differences.ts'

/** One file of a tree. */
export interface TreeFileEntry {
  readonly path: string
  readonly id: ObjectId
  readonly mode: FileMode
}

/** A file that differs between two trees. */
export interface Difference {
  readonly path: string
  readonly before: TreeFileEntry | null
  readonly after: TreeFileEntry | null
}

/** The new state of a path: a file's id and mode, or null for no file. */
export type PathEdit = readonly [path: string, after: { readonly id: ObjectId; readonly mode: FileMode } | null]

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Up to this many changed entries a directory's bytes are edited, not encoded again. */
const MAX_SPLICED_ENTRIES = 16

const MAX_CACHED_ENTRIES = 300_000
/** A few forged directories, each many times in the one above, can make any number of entries. */
const MAX_ENTRIES = 250_000

type Entry = Omit<TreeEntry, 'name'>
type BelowEdit = readonly [names: readonly string[], after: PathEdit[1]]

/**
 * The directories of any commit, read on demand and cached by id: git's trees never change, so commits share unchanged
 * directories.
 */
export class Trees {
  readonly #objects: ObjectStore
  readonly #cache = new BoundedCache<ObjectId, readonly TreeEntry[]>(MAX_CACHED_ENTRIES, ({ length }) => length)
  /** Entries visited by the comparison that is running. */
  #compared = 0
  /** The last result of `differences`: a command needs the same again when it announces its commit. */
  #lastDifferences: {
    readonly before: ObjectId | null
    readonly after: ObjectId | null
    readonly path: string
    readonly found: readonly Difference[]
  } | null = null
  /** The folder last read by `file`. */
  #lastFolder: {
    readonly root: ObjectId | null
    readonly path: string
    readonly entries: readonly TreeEntry[]
  } | null = null

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  entries(id: ObjectId): readonly TreeEntry[] {
    if (id === EMPTY_TREE) return []
    const known = this.#cache.get(id)
    if (known !== undefined) return known
    return this.#cache.set(id, this.#objects.readTree(id))
  }

  /** The entry of any kind at a path ('' is the tree itself); null when there is none. */
  at(root: ObjectId | null, path: string): Entry | null {
    let entry: Entry | null = root === null ? null : { id: root, mode: DIRECTORY }
    for (const name of path === '' ? [] : path.split('/')) {
      if (entry === null || entry.mode !== DIRECTORY) return null
      entry = entryNamed(this.entries(entry.id), name)
    }
    return entry
  }

  /** The first ancestor of a path that is no directory; null when there is none. */
  fileAbove(root: ObjectId | null, path: string): string | null {
    const names = path.split('/')
    let folder = root
    for (const [depth, name] of names.slice(0, -1).entries()) {
      const entry: Entry | null = folder === null ? null : entryNamed(this.entries(folder), name)
      if (entry === null) return null
      if (entry.mode !== DIRECTORY) return names.slice(0, depth + 1).join('/')
      folder = entry.id
    }
    return null
  }

  /** The file at a path. The last folder is cached, since the paths of one folder are usually read in sequence. */
  file(root: ObjectId | null, path: string): TreeFileEntry | null {
    const folder = parentOf(path)
    if (this.#lastFolder === null || this.#lastFolder.root !== root || this.#lastFolder.path !== folder) {
      const entry = this.at(root, folder)
      this.#lastFolder = { root, path: folder, entries: entry?.mode === DIRECTORY ? this.entries(entry.id) : [] }
    }
    return asFile(entryNamed(this.#lastFolder.entries, nameOf(path)), path)
  }

  /** All files below a path, in bytewise order. Gitlinks are skipped. */
  files(root: ObjectId | null, path = ''): readonly TreeFileEntry[] {
    const found: TreeFileEntry[] = []
    let visited = 0
    const collect = (entry: Entry, at: string): void => {
      const file = asFile(entry, at)
      if (file !== null) found.push(file)
      refuseTooMany((visited += 1))
      if (entry.mode === DIRECTORY) for (const child of this.entries(entry.id)) collect(child, join(at, child.name))
    }
    const entry = this.at(root, path)
    if (entry !== null) collect(entry, path)
    return found
  }

  /** Whether there are more files than this. Reads no more of the tree than it needs for that, and each directory once. */
  hasMoreFiles(root: ObjectId, most: number): boolean {
    const known = new Map<ObjectId, number>()
    const filesIn = (id: ObjectId): number => {
      let count = known.get(id) ?? 0
      if (known.has(id)) return count
      for (const entry of this.entries(id)) {
        count += entry.mode === DIRECTORY ? filesIn(entry.id) : 1
        if (count > most) break
      }
      known.set(id, count)
      return count
    }
    return filesIn(root) > most
  }

  /** The files that differ between two trees. Reads only directories whose ids differ. */
  differences(before: ObjectId | null, after: ObjectId | null, path = ''): readonly Difference[] {
    const last = this.#lastDifferences
    if (last !== null && last.before === before && last.after === after && last.path === path) return last.found
    const found: Difference[] = []
    this.#compared = 0
    this.#compare(this.at(before, path), this.at(after, path), path, found)
    found.sort((x, y) => (x.path < y.path ? -1 : 1))
    this.#lastDifferences = { before, after, path, found }
    return found
  }

  #compare(a: Entry | null, b: Entry | null, path: string, found: Difference[]): void {
    if (a?.id === b?.id && a?.mode === b?.mode) return
    const [fileA, fileB] = [asFile(a, path), asFile(b, path)]
    if (fileA !== null || fileB !== null) found.push({ path, before: fileA, after: fileB })
    refuseTooMany((this.#compared += 1))
    for (const [before, after] of this.#differingChildren(a, b))
      this.#compare(before, after, join(path, (before ?? after)?.name ?? ''), found)
  }

  #differingChildren(a: Entry | null, b: Entry | null): readonly DifferingEntry[] {
    const [before, after] = [directoryOf(a), directoryOf(b)]
    if (before !== null && after !== null) return this.#objects.compareTrees(before, after)
    if (before !== null) return this.entries(before).map((entry) => [entry, null])
    return after === null ? [] : this.entries(after).map((entry) => [null, entry])
  }

  /** Applies these edits to `root`, dropping directories that become empty. Adds the new trees to the object store. */
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
    // Removals first, so that a file can replace a directory and the other way round.
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

  /** The directory with these names changed. Unchanged entries are copied as bytes: a folder may have ten thousand. */
  #rewrite(
    id: ObjectId | null,
    entries: readonly TreeEntry[],
    becomes: ReadonlyMap<string, TreeEntry | null>,
  ): ObjectId | null {
    if (becomes.size > Math.max(MAX_SPLICED_ENTRIES, entries.length / 4))
      return this.#rewriteWhole(id, entries, becomes)
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
      // Another program may have encoded the tree differently (modes with a leading zero): encode all of it.
      if (rawAt < 0 || (at !== undefined && raw[rawAt - 1] === 0x30)) return this.#rewriteWhole(id, entries, becomes)
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
    this.#cache.set(id, entries)
    return id
  }
}

/** The id of a directory that has entries; null for anything else. */
function directoryOf(entry: Entry | null): ObjectId | null {
  return entry?.mode === DIRECTORY && entry.id !== EMPTY_TREE ? entry.id : null
}

function refuseTooMany(entries: number): void {
  if (entries > MAX_ENTRIES) throw new AppError('too-large', say('commit-too-large'))
}

/** The position of an entry of this name and kind, or where it would be inserted. */
function positionIn(
  entries: readonly TreeEntry[],
  wanted: Omit<TreeEntry, 'id'>,
): { readonly at: number; readonly found: number | null } {
  const at = firstPlace(entries, (entry) => inGitOrder(entry, wanted) >= 0)
  const entry = entries[at]
  const isFound = entry?.name === wanted.name && (entry.mode === DIRECTORY) === (wanted.mode === DIRECTORY)
  return { at, found: isFound ? at : null }
}

/** Looks for both kinds: a file and a directory of one name sort differently, but never exist together. */
function entryNamed(entries: readonly TreeEntry[], name: string): TreeEntry | null {
  const found =
    positionIn(entries, { name, mode: '100644' }).found ?? positionIn(entries, { name, mode: DIRECTORY }).found
  return found === null ? null : (entries[found] ?? null)
}

function asFile(entry: Entry | null, path: string): TreeFileEntry | null {
  return entry !== null && isFileMode(entry.mode) ? { path, id: entry.id, mode: entry.mode } : null
}

const FILE_MODES: ReadonlySet<string> = new Set(FileMode.options)

function isFileMode(mode: string): mode is FileMode {
  return FILE_MODES.has(mode)
}
