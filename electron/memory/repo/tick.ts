import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../../disk/durable-files.ts'

// `.git/variorum/tick` tells other processes what this one has done.

export const indexPathOf = (gitdir: string): string => nodePath.join(gitdir, 'index')
const tickPathOf = (gitdir: string): string => nodePath.join(gitdir, 'variorum', 'tick')

/** Identifies one write of git's index; '' when there is none. */
export async function indexStamp(gitdir: string): Promise<string> {
  const stat = await unlessMissing(fs.stat(indexPathOf(gitdir), { bigint: true }))
  return stat === null ? '' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`
}

/** Announces that a commit was published, and by which write of the index. */
export async function writeTick(gitdir: string, commit: string): Promise<void> {
  await fs.writeFile(tickPathOf(gitdir), `${commit} ${await indexStamp(gitdir)}\n`, { mode: 0o600 })
}

/** Announces that something besides the history changed. Keeps what the tick says of the index. */
export async function touchTick(gitdir: string): Promise<void> {
  const path = tickPathOf(gitdir)
  const now = new Date()
  await fs.utimes(path, now, now).catch(() => fs.writeFile(path, '', { flag: 'a', mode: 0o600 }))
}

/** The write of the index that the newest announcement names; '' when it names none. */
export async function announcedIndexStamp(gitdir: string): Promise<string> {
  const tick = (await unlessMissing(fs.readFile(tickPathOf(gitdir), 'utf8'))) ?? ''
  return tick.trimEnd().split(' ')[1] ?? ''
}
