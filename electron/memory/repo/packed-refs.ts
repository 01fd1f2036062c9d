import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { readIfThere } from '../../disk/durable-files.ts'
import type { Repository } from './repository.ts'

/** Takes a ref out of the list that git packs refs into. @param busy what to say when git holds the list for a second */
export async function removePackedRef(repo: Repository, ref: string, busy: Message): Promise<void> {
  const path = nodePath.join(repo.gitdir, 'packed-refs')
  const isOther = (line: string): boolean => !line.endsWith(` ${ref}`)
  if (((await readIfThere(path)) ?? '').split('\n').every(isOther)) return
  const lock = await repo.locks.take(path, 1_000)
  if (lock === null) throw new AppError('git-busy', busy)
  try {
    lock.commit(((await readIfThere(path)) ?? '').split('\n').filter(isOther).join('\n'))
  } finally {
    lock.release()
  }
}
