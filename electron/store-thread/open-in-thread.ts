import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import { createEmitter } from '../disk/emitter.ts'
import { noteEnded } from '../disk/ended-threads.ts'
import { threadProgram } from '../disk/thread-program.ts'
import { endThread, startThread } from '../disk/threads.ts'
import type { Store } from '../memory/store-interface.ts'
import type { StoreOptions } from '../memory/store-options.ts'
import { errorOf, PendingCalls } from './pending-calls.ts'
import type { FromThread, ThreadOptions } from './protocol.ts'
import { remoteStore } from './remote-store.ts'

const PROGRAM = threadProgram(import.meta.url, './worker.ts', 'store-thread.js')

/** A store that is closed has nothing left to do. */
const ENDING_MS = 2_000

interface InThread extends ThreadOptions, Pick<StoreOptions, 'onEvent'> {
  /** Called when the thread ends by itself. Every call fails from then on. */
  readonly onCrash?: ((cause: unknown) => void) | undefined
}

/** Opens a folder as a store in its own thread: the same interface, called over a port. */
export async function openStoreInThread({ onEvent, onCrash, ...options }: InThread): Promise<Store> {
  const worker = startThread(PROGRAM, { workerData: options, name: 'store' })
  const calls = new PendingCalls((call) => worker.postMessage(call))
  const { emit, on } = createEmitter<AppEvent>()
  if (onEvent !== undefined) on(onEvent)
  const opened = Promise.withResolvers<void>()
  worker.on('message', (message: FromThread<unknown>) => {
    if (message.kind === 'event') emit(message.event)
    else if (message.kind !== 'opened') calls.resolve(message)
    else if (message.failure === null) opened.resolve()
    else opened.reject(errorOf(message.failure))
  })
  const { threadId } = worker
  let isClosing = false
  let failure = new AppError('closed', say('store-closed'))
  worker.on('error', (cause) => {
    failure = crashed(cause)
  })
  worker.on('exit', () => {
    noteEnded(threadId)
    calls.stop(failure)
    opened.reject(failure)
    if (!isClosing) onCrash?.(failure.cause)
  })
  try {
    await opened.promise
  } catch (error) {
    await worker.terminate()
    throw error
  }
  const remote = remoteStore((method, args) => calls.call(method, args))
  return {
    ...remote,
    on,
    async close() {
      if (calls.isStopped) return
      isClosing = true
      await remote.close()
      await endThread(worker, ENDING_MS)
    },
  }
}

function crashed(cause: unknown): AppError {
  const message = say('store-stopped')
  return new AppError('closed', message, { cause })
}
