import path from 'node:path'
import { PidFile } from '../../disk/pid-file.ts'

/**
 * At most one process answers in a conversation. The lock is a file that names its holder; it counts for as long
 * as that very process lives.
 */
export interface Lock {
  release(): Promise<void>
}

function ownerFile(file: string): PidFile {
  return new PidFile(file, path.join(path.dirname(file), '..', 'tmp'))
}

/** Takes the lock, or answers `null` when a living process holds it. */
export async function takeLock(file: string): Promise<Lock | null> {
  const owner = ownerFile(file)
  return (await owner.claim()) === null ? null : owner
}

/** Does a living process hold the lock? */
export function isLocked(file: string): Promise<boolean> {
  return ownerFile(file).isOwned()
}
