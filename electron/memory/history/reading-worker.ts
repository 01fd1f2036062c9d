import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../shared/errors.ts'
import { stopReadingArchives } from '../../disk/ordinary-archives.ts'
import { Repository } from '../repo/repository.ts'
import { Chain, FOR_ONE_WALK } from './chain.ts'
import { CommitReader } from './commit-reader.ts'
import { mayGoOn } from './index-thread.ts'
import type { FromReadingThread, ReadingTask, ToReadingThread } from './reading-thread.ts'

// The thread that reads a long history from git, beside the one that adds it to the index.

const port = parentPort
if (port === null) throw new Error('This thread reads for an index; it is started by the one that fills it.')
stopReadingArchives()
const { root, gitdir, addresses, signal }: ReadingTask = workerData
const repo = new Repository(root, { gitdir })
repo.addresses = addresses
const reader = new CommitReader(new Chain(repo, FOR_ONE_WALK))
const post = (message: FromReadingThread): void => port.postMessage(message)

port.on('message', (newest: ToReadingThread) => {
  if (newest === null) return port.close()
  try {
    post({ kind: 'batch', newest, commits: reader.batch(newest, () => mayGoOn(signal)) })
  } catch (error) {
    post({ kind: 'failed', newest, error: error instanceof AppError ? error.toJSON() : null })
  }
})
