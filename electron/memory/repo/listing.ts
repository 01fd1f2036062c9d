import * as fs from 'node:fs'
import { lstatIfThere, unlessMissing } from '../../disk/durable-files.ts'
import { join } from '../../disk/relative-path.ts'
import { keyOf, pathOf } from '../git/git-index-entry.ts'
import type { GitIndex } from '../git/git-index.ts'
import type { Listed } from '../store-interface.ts'
import { resolveInside } from './safe-directory.ts'

/** Levels below the folder that is listed. */
const LISTED_LEVELS = 2

/** The listing of one folder; see Store.list. A link is listed as its target inside the store, and not descended into. */
export class Listing {
  readonly #root: string
  readonly #readIndex: () => Promise<GitIndex>
  /** The bytes below each folder of the last level that git's index knows. */
  #known: ReadonlyMap<string, number> | null = null

  /** @param root canonical */
  constructor(root: string, readIndex: () => Promise<GitIndex>) {
    this.#root = root
    this.#readIndex = readIndex
  }

  async of(path: string): Promise<readonly Listed[]> {
    const found: Listed[] = []
    const resolved = resolveInside(this.#root, path, { follow: true })
    if (resolved.kind === 'inside') await this.#list(resolved.path, resolved.path, 0, found)
    return found
  }

  /**
   * @param top the folder that is listed
   * @param found collects what is listed
   * @returns the bytes of the files in the folder and below
   */
  async #list(top: string, folder: string, level: number, found: Listed[]): Promise<number> {
    const position = found.length
    let total = level === LISTED_LEVELS ? await this.#knownSize(top, folder) : null
    if (total === null) {
      total = 0
      const names = (await unlessMissing(fs.promises.readdir(absolute(this.#root, folder)))) ?? []
      for (const name of names.filter(isListed).toSorted(bytewise)) {
        const child = join(folder, name)
        const stat = statForListing(this.#root, child)
        if (stat?.kind === 'folder') total += await this.#list(top, child, level + 1, found)
        else if (stat !== null) {
          total += stat.size
          if (level < LISTED_LEVELS) found.push({ path: child, kind: stat.kind, size: stat.size })
        }
      }
    }
    if (level <= LISTED_LEVELS) found.splice(position, 0, { path: folder, kind: 'directory', size: total })
    return total
  }

  /** The size of a folder whose files are not listed, from git's index: there may be very many. Null when unknown. */
  async #knownSize(top: string, folder: string): Promise<number | null> {
    this.#known ??= sizesIn(await this.#readIndex(), top, (path) => statForListing(this.#root, path)?.size ?? 0)
    return this.#known.get(folder) ?? null
  }
}

/**
 * The bytes of all files below each folder of the last listed level.
 * @param sizeOnDisk for entries that do not have the size: links, and files that git has not looked at
 */
function sizesIn(index: GitIndex, top: string, sizeOnDisk: (path: string) => number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const start = top === '' ? '' : `${keyOf(top)}/`
  /** The folder of the entry before, with "/" at its end; most are followed by others of it. */
  let [prefix, folder] = ['/', '']
  for (const entry of index.entries()) {
    if (!entry.startsWith(start)) continue
    const { key } = entry
    if (!key.startsWith(prefix)) {
      let end = start.length - 1
      for (let level = 0; level < LISTED_LEVELS && (level === 0 || end >= 0); level += 1)
        end = key.indexOf('/', end + 1)
      if (end < 0) continue
      prefix = key.slice(0, end + 1)
      folder = pathOf(key.slice(0, end))
    }
    if (UNLISTED.test(key.slice(start.length))) continue
    sizes.set(folder, (sizes.get(folder) ?? 0) + (entry.knownSize ?? sizeOnDisk(pathOf(key))))
  }
  return sizes
}

const UNLISTED = /(?:^|\/)(?:\.|node_modules(?:\/|$))/

const isListed = (name: string): boolean => !UNLISTED.test(name)

function statForListing(root: string, path: string): { kind: 'file' | 'directory' | 'folder'; size: number } | null {
  const stat = lstatIfThere(absolute(root, path))
  if (stat === null) return null
  if (stat.isDirectory()) return { kind: 'folder', size: 0 }
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
