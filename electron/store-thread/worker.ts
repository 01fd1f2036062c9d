import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../memory/store-interface.ts'
import { openGatedStore, prepareThread } from './gated-store.ts'
import { type Call, failureOf, type FromThread, type ThreadOptions } from './protocol.ts'
import { answerCall } from './remote-store.ts'

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
      async (store) => {
        post(await answerCall(store, call))
        if (call.method === 'close') port.close()
      },
      () => undefined,
    ),
)

async function open(options: ThreadOptions): Promise<Store> {
  await prepareThread()
  return openGatedStore(options, (event) => post({ kind: 'event', event }))
}
