import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../memory/store-interface.ts'
import { openGatedStore, prepareThread } from './gated-store.ts'
import {
  type Call,
  failureOf,
  type FromThread,
  STORE_METHODS,
  type StoreMethod,
  type ThreadOptions,
} from './protocol.ts'

// The store's own thread: the store's work never blocks the thread of the window and the answers.

const port = parentPort
if (port === null) throw new Error("This is the store's thread; it is started by the app.")
const post = (message: FromThread<unknown>): void => port.postMessage(message)
const opening = open(workerData)
void opening.then(
  () => post({ kind: 'opened', failure: null }),
  (error: unknown) => post({ kind: 'opened', failure: failureOf(error) }),
)
port.on(
  'message',
  (call: Call) =>
    void opening.then(
      (store) => answer(store, call),
      () => undefined,
    ),
)

async function open(options: ThreadOptions): Promise<Store> {
  await prepareThread()
  return openGatedStore(options, (event) => post({ kind: 'event', event }))
}

const isStoreMethod = (method: string): method is StoreMethod => Object.hasOwn(STORE_METHODS, method)

async function answer(store: Store, { id, method, args }: Call): Promise<void> {
  try {
    if (!isStoreMethod(method)) throw new Error(`The store has no method ${method}.`)
    const value: unknown = await Reflect.apply(store[method], store, args)
    post({ kind: 'answer', id, value })
  } catch (error) {
    post({ kind: 'failure', id, failure: failureOf(error) })
  }
  if (method === 'close') port?.close()
}
