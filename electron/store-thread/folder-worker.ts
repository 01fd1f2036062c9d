import { parentPort, workerData } from 'node:worker_threads'
import { inspectFolder } from '../memory/inspect-folder.ts'
import { isFolderOf } from '../memory/move-history.ts'
import { removeHistory, whyKeepHistory } from '../memory/remove-history.ts'
import type { FolderAnswers, FolderRequest, FromFolderThread } from './folder-requests.ts'
import { failureOf } from './protocol.ts'

// A thread for one look at a folder that may be anybody's: the window waits for it only as long as it wants to.

const DOES: { readonly [Kind in keyof FolderAnswers]: (request: FolderRequest<Kind>) => Promise<FolderAnswers[Kind]> } =
  {
    inspect: ({ dir, here }) => inspectFolder(dir, here),
    whyKeepHistory: ({ dir, here }) => whyKeepHistory(dir, here),
    removeHistory: ({ dir, here }) => removeHistory(dir, here),
    isFolderOf: async ({ dir, here, now = dir }) => isFolderOf(dir, now, here.device),
  }

const post = (message: FromFolderThread<unknown>): void => parentPort?.postMessage(message)

async function answer<Kind extends keyof FolderAnswers>(request: FolderRequest<Kind>): Promise<void> {
  post({ kind: 'ready' })
  try {
    post({ kind: 'answer', value: await DOES[request.kind](request) })
  } catch (error) {
    post({ kind: 'failure', failure: failureOf(error) })
  }
}

await answer(workerData)
