import * as fs from 'node:fs'
import { fileOfStub } from '../../../shared/left-by-programs.ts'
import { isUnreadable } from '../../disk/disk-error.ts'
import { hasCode, lstatIfThere } from '../../disk/durable-files.ts'
import { join } from '../../disk/relative-path.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { keyOf, pathOf } from '../git/git-index-entry.ts'
import type { GitIndex } from '../git/git-index.ts'
import { isReservedName } from '../paths.ts'
import type { Listed } from '../store-interface.ts'
import { resolveInside } from './safe-directory.ts'

/** Levels below the folder that is listed. */
const LISTED_LEVELS = 2

/** The listing of one folder; see Store.list. A link is listed as its target inside the store, and not descended into. */
export class Listing {
  readonly #root: string
  readonly #readIndex: () => Promise<GitIndex>
  /** Read once there is a folder of the last level. */
  #index: GitIndex | null = null
  readonly #slice = new TimeSlice()

  /** @param root canonical */
  constructor(root: string, readIndex: () => Promise<GitIndex>) {
    this.#root = root
    this.#readIndex = readIndex
  }

  async of(path: string): Promise<readonly Listed[]> {
    const found: Listed[] = []
    const resolved = resolveInside(this.#root, path, { follow: true })
    if (resolved.kind === 'inside') await this.#list(resolved.path, 0, found)
    return found
  }

  /**
   * @param level of the folder, below the one that is listed
   * @param found collects what is listed
   * @returns the bytes of the files in the folder and below
   */
  async #list(folder: string, level: number, found: Listed[]): Promise<number> {
    const position = found.length
    let total = level === LISTED_LEVELS ? await this.#knownSize(folder) : null
    if (total === null) {
      const entries = entriesIn(absolute(this.#root, folder))
      // It is gone, or has a name that is not UTF-8.
      if (entries === null && level > 0) return 0
      if (entries === 'unreadable') {
        if (level <= LISTED_LEVELS) found.push({ path: folder, kind: 'directory', size: 0, isUnreadable: true })
        return 0
      }
      total = 0
      for (const entry of entries ?? []) {
        if (this.#slice.isOver) await this.#slice.yield()
        const child = join(folder, entry.name)
        const kept = fileOfStub(entry.name)
        if (kept !== null) {
          if (level < LISTED_LEVELS) found.push({ path: join(folder, kept), kind: 'file', size: 0, isUnreadable: true })
          continue
        }
        // A folder needs no stat, and there may be very many.
        const stat = entry.isDirectory() ? FOLDER : statForListing(this.#root, child)
        if (stat?.kind === 'folder') total += await this.#list(child, level + 1, found)
        else if (stat !== null) {
          total += stat.size
          if (level < LISTED_LEVELS) found.push({ path: child, ...stat })
        }
      }
    }
    if (level <= LISTED_LEVELS) found.splice(position, 0, { path: folder, kind: 'directory', size: total })
    return total
  }

  /**
   * The bytes of the files in a folder and below that git's index has: there may be very many. Null when it has none. A
   * link, and a file that git has not looked at, have no size there.
   */
  async #knownSize(folder: string): Promise<number | null> {
    this.#index ??= await this.#readIndex()
    const { files, mayHave } = this.#index.below(folder)
    const isMixed = mayHave('/.') || mayHave('/node_modules')
    let total: number | null = null
    for (const entry of files()) {
      if (isMixed && UNLISTED.test(entry.key.slice(keyOf(folder).length))) continue
      total = (total ?? 0) + (entry.knownSize ?? statForListing(this.#root, pathOf(entry.key))?.size ?? 0)
    }
    return total
  }
}

const UNLISTED = /(?:^|\/)(?:\.|node_modules(?:\/|$))/

/** What is listed of a folder, sorted; null when it is not there. */
function entriesIn(folder: string): readonly fs.Dirent[] | 'unreadable' | null {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !UNLISTED.test(fileOfStub(name) ?? name) && !isReservedName(name))
      .toSorted((a, b) => bytewise(a.name, b.name))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    if (isUnreadable(error)) return 'unreadable'
    throw error
  }
}

type Stat = Omit<Listed, 'path'> | { readonly kind: 'folder'; readonly size: 0 }
const FOLDER: Stat = { kind: 'folder', size: 0 }

function statForListing(root: string, path: string): Stat | null {
  try {
    return statOf(root, path)
  } catch (error) {
    if (isUnreadable(error)) return { kind: 'file', size: 0, isUnreadable: true }
    throw error
  }
}

function statOf(root: string, path: string): Stat | null {
  const stat = lstatIfThere(absolute(root, path))
  if (stat === null) return null
  if (stat.isDirectory()) return FOLDER
  if (stat.isFile()) return { kind: 'file', size: stat.size }
  if (!stat.isSymbolicLink()) return null
  const resolved = resolveInside(root, path, { follow: true })
  const target = resolved.kind === 'refused' ? null : lstatIfThere(absolute(root, resolved.path))
  if (target?.isDirectory()) return { kind: 'directory', size: 0 }
  return target?.isFile() ? { kind: 'file', size: target.size } : null
}

const absolute = (root: string, path: string): string => (path === '' ? root : `${root}/${path}`)

function bytewise(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
