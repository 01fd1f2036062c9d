import { constants, fstatSync, lstatSync, type BigIntStats } from 'node:fs'
import { hasCode } from './durable-files.ts'

/** What git remembers of a file's stat. Its index has each as an unsigned 32-bit number. */
export interface StatData {
  readonly ctime: number
  readonly ctimeNs: number
  readonly mtime: number
  readonly mtimeNs: number
  readonly dev: number
  readonly ino: number
  readonly uid: number
  readonly gid: number
  readonly size: number
}

/** What stands at a path, to the nanosecond. Of ten thousand files at once, so it is plain numbers and no more of them than are asked for. */
export interface ExactStat extends StatData {
  readonly mode: number
  readonly links: number
}

const WORD = 0xffff_ffffn
const SECOND = 1_000_000_000n

function exactly(stat: BigIntStats): ExactStat {
  const word = (value: bigint): number => Number(value & WORD)
  return {
    ctime: word(stat.ctimeNs / SECOND),
    ctimeNs: Number(stat.ctimeNs % SECOND),
    mtime: word(stat.mtimeNs / SECOND),
    mtimeNs: Number(stat.mtimeNs % SECOND),
    dev: word(stat.dev),
    ino: word(stat.ino),
    uid: word(stat.uid),
    gid: word(stat.gid),
    size: Number(stat.size),
    mode: Number(stat.mode),
    links: Number(stat.nlink),
  }
}

/** What stands at a path, no link followed; `null` where nothing does. */
export function exactStatIfThere(path: string): ExactStat | null {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? null : exactly(stat)
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return null
    throw error
  }
}

export function exactStatOf(file: number): ExactStat {
  return exactly(fstatSync(file, { bigint: true }))
}

/** Is this the same file, not written to and not otherwise changed since? */
export function isUnchanged(a: StatData, b: StatData): boolean {
  return (
    a.mtime === b.mtime &&
    a.mtimeNs === b.mtimeNs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.ctime === b.ctime &&
    a.ctimeNs === b.ctimeNs
  )
}

/** In ms since 1970. */
export function writtenAt({ mtime, mtimeNs }: StatData): number {
  return mtime * 1_000 + mtimeNs / 1e6
}

const isOfType =
  (type: number) =>
  ({ mode }: ExactStat): boolean =>
    (mode & constants.S_IFMT) === type

export const isFile = isOfType(constants.S_IFREG)
export const isDirectory = isOfType(constants.S_IFDIR)
export const isLink = isOfType(constants.S_IFLNK)
