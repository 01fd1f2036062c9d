import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../shared/errors.ts'
import { stopReadingArchives } from '../../disk/ordinary-archives.ts'
import { Repository } from '../repo/repository.ts'
import { Chain, FOR_ONE_WALK } from './chain.ts'
import { type FromIndexThread, type IndexTask, mayGoOn } from './index-thread.ts'
import { openIndexes } from './indexes.ts'
import { ReadingThread } from './reading-thread.ts'

// The thread that fills the indexes of a long history, so that nobody waits for it. It only reads the store.

const post = (message: FromIndexThread): void => parentPort?.postMessage(message)

/** Reads the branch that git has: what only the journal has so far is added later, by whoever asks. */
async function fill({ root, gitdir, folder, addresses, signal }: IndexTask): Promise<void> {
  const repo = new Repository(root, { gitdir })
  repo.addresses = addresses
  const chain = new Chain(repo, FOR_ONE_WALK)
  const { history, files } = openIndexes(repo, chain, folder)
  const pause = async (commits: number): Promise<boolean> => {
    post({ kind: 'progress', commits })
    return mayGoOn(signal)
  }
  const head = await chain.head()
  if (head === null) return
  const { tree } = chain.entry(head)
  if (!files.catchUp(tree)) await files.fill(tree, () => pause(0))
  // What its database has cached is not needed any more.
  files.close()
  const reading = new ReadingThread({ root, gitdir, addresses, signal })
  try {
    await history.extend(head, pause, (newest) => reading.batch(newest))
  } finally {
    await reading.close()
  }
  history.close()
}

stopReadingArchives()
await fill(workerData).catch((error: unknown) =>
  post({ kind: 'failed', error: error instanceof AppError ? error.toJSON() : null }),
)
