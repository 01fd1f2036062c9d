import * as fs from 'node:fs/promises'
import type { ObjectId } from '../../../shared/change.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { exactStatIfThere, isUnchanged, type StatData } from '../../disk/exact-stat.ts'
import {
  CHECKSUM_BYTES,
  keyOf,
  parseIndex,
  SKIP_WORKTREE_BIT,
  STAGE_BITS,
  UnreadableIndex,
  type IndexEntry,
} from './git-index-format.ts'
import { IndexImage } from './index-image.ts'

type Version = { readonly id: ObjectId; readonly mode: string } | null

type WriteTime = Pick<StatData, 'mtime' | 'mtimeNs'>

const NEVER: WriteTime = { mtime: 0, mtimeNs: 0 }
const UNKNOWN_STAT: StatData = { ctime: 0, ctimeNs: 0, mtime: 0, mtimeNs: 0, dev: 0, ino: 0, uid: 0, gid: 0, size: 0 }

/** The index in memory. Entries of an unfinished merge (stages 1 to 3) are preserved. */
export class GitIndex {
  readonly entries: Map<string, IndexEntry>
  readonly #unmerged: readonly IndexEntry[]
  /** The file's bytes, changed along with the entries; null until they are needed. */
  #image: IndexImage | null = null
  #files = 0
  #bytes = 0
  /** When the index was written: an entry as recent as this may hide a later change ("racily clean"). */
  written: WriteTime

  constructor(entries: readonly IndexEntry[], written: WriteTime = NEVER) {
    this.entries = new Map(
      entries.filter((entry) => (entry.flags & STAGE_BITS) === 0).map((entry) => [entry.key, entry]),
    )
    this.#unmerged = entries.filter((entry) => (entry.flags & STAGE_BITS) !== 0)
    this.written = written
    for (const entry of this.entries.values()) this.#count(entry, 1)
  }

  /** The number of files in the memory and their bytes, as far as their stat is known, without the policies. */
  get totals(): { readonly files: number; readonly bytes: number } {
    return { files: this.#files, bytes: this.#bytes }
  }

  #count({ key, stat }: IndexEntry, sign: 1 | -1): void {
    if (isPolicyPath(key)) return
    this.#files += sign
    this.#bytes += sign * stat.size
  }

  /** The id of the file's content if its stat proves that the file is unchanged since the entry was made; else null. */
  knownId(path: string, stat: StatData, mode: string): ObjectId | null {
    const entry = this.entries.get(keyOf(path))
    if (entry === undefined || entry.mode !== mode || !isUnchanged(entry.stat, stat)) return null
    const { mtime, mtimeNs } = this.written
    return stat.mtime < mtime || (stat.mtime === mtime && stat.mtimeNs < mtimeNs) ? entry.id : null
  }

  /** @param stat the file's, only if the file certainly has this content; null makes git read the file */
  set(path: string, id: ObjectId, mode: string, stat: StatData | null): void {
    const key = keyOf(path)
    const old = this.entries.get(key)
    const entry = { key, id, mode, stat: stat ?? UNKNOWN_STAT, flags: 0, extended: 0 }
    if (old !== undefined) this.#count(old, -1)
    this.#count(entry, 1)
    this.entries.set(key, entry)
    if (this.#unmerged.length > 0 || (old?.extended ?? 0) !== 0) this.#image = null
    else this.#image?.set(entry)
  }

  /** Whether a path's entry is this version (null: no entry). If it isn't, the user staged something else. */
  has(path: string, version: Version): boolean {
    const entry = this.entries.get(keyOf(path))
    return version === null ? entry === undefined : entry?.id === version.id && entry.mode === version.mode
  }

  /** Updates each path from its version before to the one after. What the user staged is kept. */
  update(
    files: readonly { readonly path: string; readonly before: Version; readonly after: Version }[],
    statOf: (path: string) => StatData | null,
  ): void {
    for (const { path, before, after } of files) {
      if (!this.has(path, before)) continue
      if (after === null) this.delete(path)
      else this.set(path, after.id, after.mode, statOf(path))
    }
  }

  /** Whether the user keeps this path out of the work tree (a sparse checkout). */
  skipsWorkTree(path: string): boolean {
    return ((this.entries.get(keyOf(path))?.extended ?? 0) & SKIP_WORKTREE_BIT) !== 0
  }

  delete(path: string): void {
    const old = this.entries.get(keyOf(path))
    if (old === undefined) return
    this.#count(old, -1)
    this.entries.delete(old.key)
    if (this.#unmerged.length > 0 || old.extended !== 0) this.#image = null
    else this.#image?.delete(old.key)
  }

  /**
   * A copy of the index as file content, but for its checksum. Usually only some entries have changed since the last
   * call, so the bytes are reused.
   */
  toImage(): Uint8Array<ArrayBuffer> {
    this.#image ??= new IndexImage(
      [...this.entries.values(), ...this.#unmerged].toSorted((a, b) =>
        a.key < b.key ? -1 : a.key > b.key ? 1 : a.flags - b.flags,
      ),
    )
    return this.#image.bytes
  }
}

/** @param needsChecksum refuses an index without one, which git writes when configured to (index.skipHash) */
export async function readIndex(
  path: string,
  { needsChecksum = false }: { readonly needsChecksum?: boolean } = {},
): Promise<GitIndex> {
  const bytes = await unlessMissing(fs.readFile(path))
  if (bytes === null) return new GitIndex([])
  if (needsChecksum && bytes.subarray(-CHECKSUM_BYTES).every((byte) => byte === 0))
    throw new UnreadableIndex('no checksum')
  try {
    return new GitIndex(parseIndex(bytes), exactStatIfThere(path) ?? undefined)
  } catch (error) {
    // A number in it points beyond its end.
    throw error instanceof RangeError ? new UnreadableIndex('truncated', { cause: error }) : error
  }
}
