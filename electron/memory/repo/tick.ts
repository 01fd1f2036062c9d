import { statSync, writeFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { readIfThereNow } from '../../disk/durable-files.ts'

// `.git/variorum/tick` tells other processes what this one has done.

export const indexPathOf = (gitdir: string): string => nodePath.join(gitdir, 'index')
const tickPathOf = (gitdir: string): string => nodePath.join(gitdir, 'variorum', 'tick')

/** Identifies one write of git's index; '' when there is none. */
export function indexStamp(gitdir: string): string {
  const stat = statSync(indexPathOf(gitdir), { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`
}

/** Announces that a commit was published, and by which write of the index. */
export function writeTick(gitdir: string, commit: string): void {
  writeFileSync(tickPathOf(gitdir), `${commit} ${indexStamp(gitdir)}\n`, { mode: 0o600 })
}

/** Announces that something besides the history changed. Keeps what the tick says of the index. */
export async function touchTick(gitdir: string): Promise<void> {
  const path = tickPathOf(gitdir)
  const now = new Date()
  await fs.utimes(path, now, now).catch(() => fs.writeFile(path, '', { flag: 'a', mode: 0o600 }))
}

/** The write of the index that the newest announcement names; '' when it names none. */
export function announcedIndexStamp(gitdir: string): string {
  const tick = readIfThereNow(tickPathOf(gitdir)) ?? ''
  return tick.trimEnd().split(' ')[1] ?? ''
}
