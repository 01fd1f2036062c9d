import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import { openStore } from '../memory/open-store.ts'
import type { Store } from '../memory/store-interface.ts'
import { followPolicies, openPolicies, parsePolicies, type PoliciesInForce } from '../policies/keeper.ts'
import type { Call, Failure, FromThread, ThreadOptions } from './protocol.ts'

// The store's own thread: whatever the store does, the thread of the window and of the answers goes on.

const port = parentPort
if (port === null) throw new Error('This is the store\'s thread; it is started by the app.')
const tell = (message: FromThread<unknown>): void => port.postMessage(message)

interface Opened {
  readonly store: Store
  readonly policing: PoliciesInForce
}

const opening = open(workerData)
void opening.then(() => tell({ kind: 'opened', failure: null }), (error: unknown) => tell({ kind: 'opened', failure: failureOf(error) }))
port.on('message', (call: Call) => void opening.then((opened) => answer(opened, call), () => undefined))

async function open(options: ThreadOptions): Promise<Opened> {
  const policing = await openPolicies(options.dir)
  const store = await openStore({ ...options, gate: policing.gate, withhold: policing.withhold })
  store.on((event) => tell({ kind: 'event', event }))
  await followPolicies(store, policing, () => undefined)
  return { store, policing }
}

async function answer({ store, policing }: Opened, { id, method, args }: Call): Promise<void> {
  try {
    const value: unknown = await Reflect.apply(store[method], store, args)
    // The next command is judged by what is in force now.
    const policies = method === 'putPoliciesInForce' ? parsePolicies((await store.policies()).inForce ?? '') : null
    if (policies !== null) policing.put(policies)
    tell({ kind: 'answer', id, value })
  } catch (error) {
    tell({ kind: 'failure', id, failure: failureOf(error) })
  }
  if (method === 'close') port?.close()
}

function failureOf(error: unknown): Failure {
  return error instanceof AppError ? error.toJSON() : { code: null, message: error instanceof Error ? error.message : String(error) }
}
