import { parentPort, workerData } from 'node:worker_threads'
import { stopReadingArchives } from '../../disk/ordinary-archives.ts'
import { publish, sync, type FromThread, type Job, type Folders, type ToThread } from './publication.ts'

// The thread behind the commands: hashing and writing packs and indexes, and waiting for the disk, take no time of theirs.

const port = parentPort
if (port === null) throw new Error('This thread publishes for a store; it is started by the store.')
if (process.versions['electron'] !== undefined) stopReadingArchives()
const folders: Folders = workerData
const post = (message: FromThread): void => port.postMessage(message)

async function run({ id, job }: Job): Promise<void> {
  if (job.kind === 'publication') post({ kind: 'published', id, published: await publish(folders, job) })
  else post({ kind: 'synced', id, failure: await sync(folders, job) })
}

port.on('message', (message: ToThread) => void (message === 'end' ? port.close() : run(message)))
post({ kind: 'ready' })
