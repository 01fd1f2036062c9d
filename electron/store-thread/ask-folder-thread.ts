import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { threadProgram } from '../disk/thread-program.ts'
import { endThread, startThread } from '../disk/threads.ts'
import type { FolderAnswers, FolderRequest, FromFolderThread } from './folder-requests.ts'
import { errorOf } from './pending-calls.ts'

const PROGRAM = threadProgram(import.meta.url, './folder-worker.ts', 'folder-thread.js')

/**
 * Has a thread of its own look at a folder, or remove a history. Throws what the thread throws, and a message when it
 * is not done within the limit.
 */
export async function askFolderThread<Kind extends keyof FolderAnswers>(
  request: FolderRequest<Kind>,
  limitMs: number,
): Promise<FolderAnswers[Kind]> {
  const worker = startThread(PROGRAM, { workerData: request, name: 'folder' })
  const { promise, resolve, reject } = Promise.withResolvers<FolderAnswers[Kind]>()
  let timer: NodeJS.Timeout | undefined
  let endingMs = 2_000
  const giveUp = (): void => {
    endingMs = 0
    reject(tooLong())
  }
  worker.on('message', (message: FromFolderThread<FolderAnswers[Kind]>) => {
    // Starting a thread may take a while on a busy computer, and says nothing about the folder.
    if (message.kind === 'ready') timer = setTimeout(giveUp, limitMs)
    else if (message.kind === 'answer') resolve(message.value)
    else reject(errorOf(message.failure))
  })
  worker.on('error', (cause) => reject(failed(cause)))
  worker.on('exit', () => reject(failed(null)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await endThread(worker, endingMs)
  }
}

function tooLong(): AppError {
  return new AppError('not-adoptable', say('folder-look-too-long'))
}

function failed(cause: unknown): AppError {
  return new AppError('not-adoptable', say('folder-look-failed'), { cause })
}
