import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { openStore } from '../memory/open-store.ts'
import type { Store } from '../memory/store-interface.ts'
import { PoliciesInForce } from '../policies/in-force.ts'
import type { Call, Failure, FromThread, ThreadOptions } from './protocol.ts'

// The store's own thread: whatever the store does, the thread of the window and of the answers goes on.

const port = parentPort
if (port === null) throw new Error("This is the store's thread; it is started by the app.")
const tell = (message: FromThread<unknown>): void => port.postMessage(message)

const opening = open(workerData)
void opening.then(
  () => tell({ kind: 'opened', failure: null }),
  (error: unknown) => tell({ kind: 'opened', failure: failureOf(error) }),
)
port.on(
  'message',
  (call: Call) =>
    void opening.then(
      (store) => answer(store, call),
      () => undefined,
    ),
)

function open(options: ThreadOptions): Promise<Store> {
  const policies = new PoliciesInForce()
  const onEvent = (event: AppEvent): void => {
    policies.follow(event)
    tell({ kind: 'event', event })
  }
  return openStore({ ...options, gate: policies.gate, withhold: policies.withhold, onEvent })
}

async function answer(store: Store, { id, method, args }: Call): Promise<void> {
  try {
    const value: unknown = await Reflect.apply(store[method], store, args)
    tell({ kind: 'answer', id, value })
  } catch (error) {
    tell({ kind: 'failure', id, failure: failureOf(error) })
  }
  if (method === 'close') port?.close()
}

function failureOf(error: unknown): Failure {
  return error instanceof AppError
    ? error.toJSON()
    : { code: null, message: error instanceof Error ? error.message : String(error) }
}
