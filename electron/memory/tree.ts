import type { FileMode, ObjectId } from '../../shared/change.ts'
import { FileMode as FileModes } from '../../shared/change.ts'
import { inGitOrder, type GitObjects, type TreeEntry } from './git.ts'

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

/** How many directories are kept in memory; a store of ten thousand files has some hundreds. */
const CACHED_DIRECTORIES = 20_000

/**
 * Directories of any commit, read on demand and kept by id: git's trees never change, so unchanged directories
 * are shared between all commits.
 */
export class Trees {
  readonly #objects: GitObjects
  readonly #cache = new Map<ObjectId, readonly TreeEntry[]>([[EMPTY_TREE, []]])

  constructor(objects: GitObjects) {
    this.#objects = objects
  }

  async entries(id: ObjectId): Promise<readonly TreeEntry[]> {
    const known = this.#cache.get(id)
    if (known !== undefined) return known
    const entries = await this.#objects.readTree(id)
    this.#remember(id, entries)
    return entries
  }

  /** The entry at a path ('' is the tree itself), whatever its kind; null when there is none. */
  async at(root: ObjectId | null, path: string): Promise<Omit<TreeEntry, 'name'> | null> {
    let here: Omit<TreeEntry, 'name'> | null = root === null ? null : { id: root, mode: '40000' }
    for (const name of path === '' ? [] : path.split('/')) {
      if (here === null || here.mode !== '40000') return null
      here = (await this.entries(here.id)).find((entry) => entry.name === name) ?? null
    }
    return here
  }

  async file(root: ObjectId | null, path: string): Promise<TreeFileEntry | null> {
    const entry = await this.at(root, path)
    const mode = FileModes.safeParse(entry?.mode)
    return entry !== null && mode.success ? { path, id: entry.id, mode: mode.data } : null
  }

  /** All files below a path, bytewise by path. Gitlinks are passed over. */
  async files(root: ObjectId | null, path = ''): Promise<readonly TreeFileEntry[]> {
    const entry = await this.at(root, path)
    if (entry === null) return []
    const found: TreeFileEntry[] = []
    await this.#collect(entry, path, found)
    return found
  }

  async #collect(entry: Omit<TreeEntry, 'name'>, path: string, found: TreeFileEntry[]): Promise<void> {
    if (entry.mode !== '40000') {
      const mode = FileModes.safeParse(entry.mode)
      if (mode.success) found.push({ path, id: entry.id, mode: mode.data })
      return
    }
    for (const child of await this.entries(entry.id)) await this.#collect(child, join(path, child.name), found)
  }

  /** The files in which two trees differ, only looking into directories whose ids differ. */
  async differences(before: ObjectId | null, after: ObjectId | null, path = ''): Promise<readonly Difference[]> {
    const [a, b] = [await this.at(before, path), await this.at(after, path)]
    const found: Difference[] = []
    await this.#compare(a, b, path, found)
    return found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  }

  async #compare(
    a: Omit<TreeEntry, 'name'> | null, b: Omit<TreeEntry, 'name'> | null, path: string,
    found: Difference[],
  ): Promise<void> {
    if (a?.id === b?.id && a?.mode === b?.mode) return
    const [inA, inB] = [await this.#children(a), await this.#children(b)]
    const [fileA, fileB] = [asFile(a, path), asFile(b, path)]
    if (fileA !== null || fileB !== null) found.push({ path, before: fileA, after: fileB })
    for (const name of new Set([...inA.keys(), ...inB.keys()])) {
      await this.#compare(inA.get(name) ?? null, inB.get(name) ?? null, join(path, name), found)
    }
  }

  async #children(entry: Omit<TreeEntry, 'name'> | null): Promise<ReadonlyMap<string, TreeEntry>> {
    if (entry?.mode !== '40000') return new Map()
    return new Map((await this.entries(entry.id)).map((child) => [child.name, child]))
  }

  /** Writes the tree that `root` becomes by these edits; directories that become empty go. */
  async edit(root: ObjectId | null, edits: readonly PathEdit[]): Promise<ObjectId> {
    const written = await this.#editDirectory(root, edits.map(([path, after]) => [path.split('/'), after] as const))
    return written ?? (await this.#write([]))
  }

  async #editDirectory(id: ObjectId | null, edits: readonly (readonly [readonly string[], PathEdit[1]])[]): Promise<ObjectId | null> {
    const entries = new Map(id === null ? [] : (await this.entries(id)).map((entry) => [entry.name, entry]))
    const below = new Map<string, (readonly [readonly string[], PathEdit[1]])[]>()
    // Removals first, so that a file may take the place of a directory and the other way round.
    for (const [[name = '', ...rest], after] of edits.toSorted((a, b) => Number(a[1] !== null) - Number(b[1] !== null))) {
      if (rest.length > 0) below.set(name, [...(below.get(name) ?? []), [rest, after]])
      else if (after === null) entries.delete(name)
      else entries.set(name, { name, ...after })
    }
    for (const [name, inner] of below) {
      const child = entries.get(name)
      const becomes = await this.#editDirectory(child?.mode === '40000' ? child.id : null, inner)
      if (becomes !== null) entries.set(name, { name, mode: '40000', id: becomes })
      else if (child?.mode === '40000') entries.delete(name)
    }
    return entries.size === 0 ? null : this.#write([...entries.values()])
  }

  async #write(entries: readonly TreeEntry[]): Promise<ObjectId> {
    const sorted = entries.toSorted(inGitOrder)
    const id = await this.#objects.writeTree(sorted)
    this.#remember(id, sorted)
    return id
  }

  #remember(id: ObjectId, entries: readonly TreeEntry[]): void {
    if (this.#cache.size >= CACHED_DIRECTORIES) this.#cache.clear()
    this.#cache.set(id, entries)
  }
}

function asFile(entry: Omit<TreeEntry, 'name'> | null, path: string): TreeFileEntry | null {
  const mode = FileModes.safeParse(entry?.mode)
  return entry !== null && mode.success ? { path, id: entry.id, mode: mode.data } : null
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}
