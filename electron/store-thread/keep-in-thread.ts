import type { SearchQuery } from '../../shared/memory.ts'
import { noteEnded } from '../disk/ended-threads.ts'
import { threadProgram } from '../disk/thread-program.ts'
import { endThread, startThread } from '../disk/threads.ts'
import type { FromKeeping, KeepingOptions, KeptHit, KeptStore, ToKeeping } from './keeping-protocol.ts'
import type { Failure } from './protocol.ts'

const PROGRAM = threadProgram(import.meta.url, './keeping-worker.ts', 'keeping-thread.js')

const ENDING_MS = 5_000

export interface KeepingEvents {
  /** Every edit of the store becomes a commit from now on, or does not, for this reason. */
  readonly onKept: (key: string, failure: Failure | null) => void
  /** The thread ended by itself: nothing is kept any more. */
  readonly onCrash: (cause: unknown) => void
}

/** Keeps many stores in one thread. */
export interface KeepingThread {
  /** These, and no others. */
  keep(stores: readonly KeptStore[]): void
  /** In all of them. @param query with a limit for each */
  search(query: SearchQuery): Promise<readonly KeptHit[]>
  close(): Promise<void>
}

export function startKeeping(options: KeepingOptions, { onKept, onCrash }: KeepingEvents): KeepingThread {
  const worker = startThread(PROGRAM, { workerData: options, name: 'keeping' })
  const { threadId } = worker
  const send = (message: ToKeeping): void => worker.postMessage(message)
  let isClosing = false
  let crash: unknown = null
  const searches = new Map<number, (hits: readonly KeptHit[]) => void>()
  let asked = 0
  const answer = (id: number, hits: readonly KeptHit[]): void => {
    searches.get(id)?.(hits)
    searches.delete(id)
  }
  worker.on('message', (message: FromKeeping) => {
    if (message.kind === 'kept') onKept(message.key, message.failure)
    else answer(message.id, message.hits)
  })
  worker.on('error', (cause) => {
    crash = cause
  })
  worker.on('exit', () => {
    noteEnded(threadId)
    for (const id of searches.keys()) answer(id, [])
    if (!isClosing) onCrash(crash)
  })
  return {
    keep: (stores) => send({ kind: 'keep', stores }),
    search: (query) =>
      new Promise((resolve) => {
        asked += 1
        searches.set(asked, resolve)
        send({ kind: 'search', id: asked, query })
      }),
    async close() {
      isClosing = true
      send({ kind: 'close' })
      await endThread(worker, ENDING_MS)
    },
  }
}
