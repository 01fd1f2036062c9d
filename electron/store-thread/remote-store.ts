import type { StoreMethods } from '../memory/store-interface.ts'
import { type Answer, type Call, failureOf, STORE_METHODS, type StoreMethod } from './protocol.ts'

/** One method for each name in `STORE_METHODS`, which is what makes the type true. */
export function remoteStore(call: (method: string, args: readonly unknown[]) => Promise<unknown>): StoreMethods {
  const names = Object.keys(STORE_METHODS)
  const methods: object = Object.fromEntries(
    names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]),
  )
  const isComplete = (value: object): value is StoreMethods => names.every((name) => name in value)
  if (!isComplete(methods)) throw new Error('A method of the store is missing.')
  return methods
}

const isStoreMethod = (method: string): method is StoreMethod => Object.hasOwn(STORE_METHODS, method)

/** What the thread answers to a call. @param store the one that is called; a call fails as it does */
export async function answerCall(
  store: StoreMethods | Promise<StoreMethods>,
  { id, method, args }: Call,
): Promise<Answer<unknown>> {
  try {
    if (!isStoreMethod(method)) throw new Error(`The store has no method ${method}.`)
    const called = await store
    return { kind: 'answer', id, value: await Reflect.apply(called[method], called, args) }
  } catch (error) {
    return { kind: 'failure', id, failure: failureOf(error) }
  }
}
