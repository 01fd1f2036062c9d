import path from 'node:path'
import { PidFile } from '../../disk/pid-file.ts'

/**
 * At most one process answers in a conversation. The lock is a pid file: it is valid while the process that wrote it
 * is alive.
 */
export interface Lock {
  release(): Promise<void>
}

function ownerFile(file: string): PidFile {
  return new PidFile(file, path.join(path.dirname(file), '..', 'tmp'))
}

/** Takes the lock; `null` while a living process has it. */
export async function takeLock(file: string): Promise<Lock | null> {
  const owner = ownerFile(file)
  return (await owner.claim()) === null ? null : owner
}

/** Whether a living process has the lock. */
export function isLocked(file: string): Promise<boolean> {
  return ownerFile(file).isOwned()
}
