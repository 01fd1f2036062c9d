import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { unlessMissing } from '../../disk/durable-files.ts'
import { PidFile } from '../../disk/pid-file.ts'
import { type Line, parseLines } from './lines.ts'
import { type ConversationLog, openLog } from './log.ts'
import { readRows } from './sizes.ts'

/** One conversation on disk: `ID.jsonl` and the lock beside it. */
export interface ConversationFile {
  /** `null` when the file does not exist. Throws `too-large`. */
  read(): Promise<readonly Line[] | null>
  /** The same, or of one that is too large its first and last lines: enough to list it. */
  readEnds(): Promise<readonly Line[] | null>
  /** Changes with the file; `null` when it does not exist. */
  version(): Promise<string | null>
  /**
   * Locks and opens it, creating it if missing; closing the log releases the lock. `null` while it is locked elsewhere.
   * Throws `too-large`.
   */
  take(onClosed?: () => void): Promise<ConversationLog | null>
  isLocked(): Promise<boolean>
  /** Does something while nobody else writes to it; `null` while it is locked. */
  whileLocked<T>(work: () => Promise<T>): Promise<T | null>
  /**
   * @param how what takes it away, if not for good
   * @returns false while it is locked
   */
  remove(how?: () => Promise<void>): Promise<boolean>
}

export function conversationFile(directory: string, id: string): ConversationFile {
  const file = path.join(directory, `${id}.jsonl`)
  const lockFile = path.join(directory, `${id}.lock`)
  const whileLocked: ConversationFile['whileLocked'] = async (work) => {
    const lock = await takeLock(lockFile)
    return lock === null ? null : work().finally(() => lock.release())
  }
  return {
    whileLocked,
    async read() {
      const bytes = await readRows(file)
      return bytes === null ? null : parseLines(bytes)
    },
    async readEnds() {
      const bytes = await readRows(file, true)
      return bytes === null ? null : parseLines(bytes)
    },
    async version() {
      const found = await unlessMissing(stat(file))
      return found === null ? null : `${found.mtimeMs} ${found.size} ${found.ino}`
    },
    async take(onClosed) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const lock = await takeLock(lockFile)
      if (lock === null) return null
      const release = (): Promise<void> => lock.release().finally(onClosed)
      try {
        return await openLog(id, file, release)
      } catch (error) {
        await release()
        throw error
      }
    },
    isLocked: () => isLocked(lockFile),
    async remove(how = () => rm(file, { force: true })) {
      return (await whileLocked(() => how().then(() => true))) ?? false
    },
  }
}

/**
 * At most one process answers in a conversation. The lock is a pid file: it is valid while the process that wrote it
 * is alive.
 */
interface Lock {
  release(): Promise<void>
}

function ownerFile(file: string): PidFile {
  return new PidFile(file, path.join(path.dirname(file), '..', 'tmp'))
}

/** Takes the lock; `null` while a living process has it. */
async function takeLock(file: string): Promise<Lock | null> {
  const owner = ownerFile(file)
  return (await owner.claim()) === null ? null : owner
}

/** Whether a living process has the lock. */
function isLocked(file: string): Promise<boolean> {
  return ownerFile(file).isOwned()
}
