import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { noteEnded } from '../disk/ended-threads.ts'
import { threadProgram } from '../disk/thread-program.ts'
import { endThread, startThread } from '../disk/threads.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import type { FromKeeping, KeepingOptions, KeptStore, ToKeeping } from './keeping-protocol.ts'
import { counter, PendingCalls } from './pending-calls.ts'
import type { Failure } from './protocol.ts'
import { remoteStore } from './remote-store.ts'

const PROGRAM = threadProgram(import.meta.url, './keeping-worker.ts', 'keeping-thread.js')

const ENDING_MS = 5_000

export interface KeepingEvents {
  /** Every edit of the store becomes a commit from now on, or does not, for this reason. */
  readonly onKept: (key: string, failure: Failure | null) => void
  /** Something was committed in one of the stores. */
  readonly onChanged: () => void
  /** The thread ended by itself: nothing is kept any more. */
  readonly onCrash: (cause: unknown) => void
}

/** Keeps many stores in one thread. */
export interface KeepingThread {
  /** These, and no others. Resolves when all that are not among them are closed. */
  keep(stores: readonly KeptStore[]): Promise<void>
  /** The stores that are to be kept, by key. Every call fails while one is not open. */
  readonly stores: ReadonlyMap<string, StoreMethods>
  close(): Promise<void>
}

export function startKeeping(options: KeepingOptions, { onKept, onChanged, onCrash }: KeepingEvents): KeepingThread {
  const worker = startThread(PROGRAM, { workerData: options, name: 'keeping' })
  const { threadId } = worker
  const send = (message: ToKeeping): void => worker.postMessage(message)
  let isClosing = false
  let crash: unknown = null
  const stores = new Map<string, StoreMethods>()
  const pending = new Map<string, PendingCalls>()
  const nextId = counter()
  /** The lists that the thread has yet to follow. */
  const lists: (() => void)[] = []
  const begin = (key: string): void => {
    const calls = new PendingCalls((call) => send({ kind: 'call', key, call }), nextId)
    pending.set(key, calls)
    stores.set(
      key,
      remoteStore((method, args) => calls.call(method, args)),
    )
  }
  const end = (key: string): void => {
    pending.get(key)?.stop(new AppError('closed', say('store-closed')))
    pending.delete(key)
    stores.delete(key)
  }
  worker.on('message', (message: FromKeeping) => {
    if (message.kind === 'kept') onKept(message.key, message.failure)
    else if (message.kind === 'changed') onChanged()
    else if (message.kind === 'settled') lists.shift()?.()
    else pending.get(message.key)?.resolve(message.answer)
  })
  worker.on('error', (cause) => {
    crash = cause
  })
  worker.on('exit', () => {
    noteEnded(threadId)
    if (!isClosing) onCrash(crash)
    for (const key of pending.keys()) end(key)
    for (const settle of lists.splice(0)) settle()
  })
  return {
    keep(wanted) {
      const keys = new Set(wanted.map(({ key }) => key))
      for (const key of stores.keys()) if (!keys.has(key)) end(key)
      for (const key of keys) if (!stores.has(key)) begin(key)
      send({ kind: 'keep', stores: wanted })
      return new Promise((resolve) => lists.push(resolve))
    },
    stores,
    async close() {
      isClosing = true
      send({ kind: 'close' })
      await endThread(worker, ENDING_MS)
    },
  }
}
