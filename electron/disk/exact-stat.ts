import { constants, fstatSync, lstatSync, type BigIntStats } from 'node:fs'
import { hasCode } from './durable-files.ts'

/** The parts of a file's stat that git keeps. Its index stores each as an unsigned 32-bit number. */
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

/**
 * A stat to the nanosecond. Ten thousand may be in memory at once, so it has plain numbers and only the needed ones.
 */
export interface ExactStat extends StatData {
  readonly mode: number
  readonly links: number
}

const UINT32_MASK = 0xffff_ffffn
const NS_PER_SECOND = 1_000_000_000n

function toExactStat(stat: BigIntStats): ExactStat {
  const uint32 = (value: bigint): number => Number(value & UINT32_MASK)
  return {
    ctime: uint32(stat.ctimeNs / NS_PER_SECOND),
    ctimeNs: Number(stat.ctimeNs % NS_PER_SECOND),
    mtime: uint32(stat.mtimeNs / NS_PER_SECOND),
    mtimeNs: Number(stat.mtimeNs % NS_PER_SECOND),
    dev: uint32(stat.dev),
    ino: uint32(stat.ino),
    uid: uint32(stat.uid),
    gid: uint32(stat.gid),
    size: Number(stat.size),
    mode: Number(stat.mode),
    links: Number(stat.nlink),
  }
}

/** The stat of a path, without following links; `null` when nothing is there. */
export function exactStatIfThere(path: string): ExactStat | null {
  try {
    // Electron answers `null` for what it takes for an archive.
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
    return stat === null ? null : toExactStat(stat)
  } catch (error) {
    // A name that is too long for the disk is not on it.
    if (hasCode(error, 'ENOTDIR', 'ENAMETOOLONG')) return null
    throw error
  }
}

/** @param file an open file descriptor */
export function exactStatOf(file: number): ExactStat {
  return toExactStat(fstatSync(file, { bigint: true }))
}

/** Whether both are stats of the same file, with no write or other change in between. */
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

/** When the file was last written, in ms since 1970. */
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
