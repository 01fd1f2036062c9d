import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { openFileNow } from '../../disk/by-handle.ts'
import { readIfThereNow, writeAllNow } from '../../disk/durable-files.ts'

// `.git/variorum/tick` tells other processes what this one has done: a line with the commit that was published, and
// the last two writes of git's index by Variorum.

export const indexPathOf = (gitdir: string): string => nodePath.join(gitdir, 'index')
const tickPathOf = (gitdir: string): string => nodePath.join(gitdir, 'variorum', 'tick')

/** The line is as long as the one before, so that it replaces it at once. */
const LINE_LENGTH = 200

/** Identifies one write of git's index; '' when there is none. It is the same before the file is renamed into place. */
export function indexStamp(path: string): string {
  const stat = fs.statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`
}

/**
 * Announces that a commit is published, and which write of the index is ours.
 * @param commit null for the one announced before
 * @param stamp of the index that is about to be put in place. Whoever looks earlier finds our last one, which must not
 * be taken for git's either. Null when it stays.
 */
export function announcePublished(gitdir: string, commit: string | null, stamp: string | null): void {
  const [before = '', ...stamps] = readTick(gitdir)
  const announced = [commit ?? before, ...[...stamps, ...(stamp === null ? [] : [stamp])].slice(-2)]
  const file = openTick(gitdir)
  try {
    writeAllNow(file, `${announced.join(' ').padEnd(LINE_LENGTH)}\n`)
  } finally {
    fs.closeSync(file)
  }
}

/** Announces that something besides the history changed. Keeps what the tick says of the index. */
export async function touchTick(gitdir: string): Promise<void> {
  const file = openTick(gitdir)
  try {
    const now = new Date()
    fs.futimesSync(file, now, now)
  } finally {
    fs.closeSync(file)
  }
}

/** Makes the file when it is missing. */
export function openTick(gitdir: string): number {
  return openFileNow(tickPathOf(gitdir), fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o600)
}

/** The writes of the index that the newest announcement names. */
export function announcedIndexStamps(gitdir: string): readonly string[] {
  return readTick(gitdir).slice(1)
}

function readTick(gitdir: string): readonly string[] {
  return (readIfThereNow(tickPathOf(gitdir)) ?? '').trimEnd().split(' ')
}
