import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import { realFolder } from '../disk/real-folder.ts'
import type { Store } from '../memory/store-interface.ts'
import { openGatedStore, prepareThread } from './gated-store.ts'
import type { FromKeeping, KeepingOptions, KeptStore, ToKeeping } from './keeping-protocol.ts'
import { type Call, failureOf } from './protocol.ts'
import { answerCall } from './remote-store.ts'

// One thread for all stores that are kept while another one is open: it watches them, and commits what other programs
// change. It reads nothing else unless it is asked, so it needs no index of the history.

/** A folder that is missing is looked for this often. */
const LOOK_MS = 2_000
/** One that is there, but cannot be opened, is tried again this often. */
const RETRY_MS = 20_000

const port = parentPort
if (port === null) throw new Error('This is the thread that keeps stores; it is started by the app.')
const post = (message: FromKeeping): void => port.postMessage(message)
const options: KeepingOptions = workerData
const ready = prepareThread()

/** Keeps one store until it is stopped. */
class Keeping {
  readonly #store: KeptStore
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #opened: Store | null = null

  constructor(store: KeptStore) {
    this.#store = store
    this.#ended = this.#keep()
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#ended
  }

  /** Null while it is not open: its folder is not there, or it is being opened. */
  get opened(): Store | null {
    return this.#opened
  }

  async #keep(): Promise<void> {
    const { key } = this.#store
    const { signal } = this.#stopping
    while (!signal.aborted)
      try {
        await this.#waitUntil(true, () => this.#tellMissing())
        if (signal.aborted) return
        const store = await this.#open()
        this.#opened = store
        post({ kind: 'kept', key, failure: null })
        await this.#waitUntil(false)
        this.#opened = null
        await store.close()
      } catch (error) {
        post({ kind: 'kept', key, failure: failureOf(error) })
        if ((await realFolder(this.#store.dir)) !== null) await pause(RETRY_MS, signal)
      }
  }

  /** Waits until the folder is there, or gone, or nothing is to be kept any more. */
  async #waitUntil(isThere: boolean, onWait: () => void = () => undefined): Promise<void> {
    const { signal } = this.#stopping
    for (let looks = 0; !signal.aborted && ((await realFolder(this.#store.dir)) !== null) !== isThere; looks += 1) {
      if (looks === 0) onWait()
      await pause(LOOK_MS, signal)
    }
  }

  /** A folder that is missing is not made: it was moved, or is on a disk that is not there. */
  #tellMissing(): void {
    post({ kind: 'kept', key: this.#store.key, failure: failureOf(notThere(this.#store)) })
  }

  async #open(): Promise<Store> {
    await ready
    return openGatedStore({ ...options, dir: this.#store.dir, mustExist: true, watch: true }, tellChanged)
  }
}

const notThere = ({ dir }: KeptStore): AppError =>
  new AppError('not-adoptable', say('store-folder-moved', { name: nodePath.basename(dir) }))

function tellChanged({ type }: AppEvent): void {
  if (type === 'memory.committed' || type === 'memory.moved') post({ kind: 'changed' })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined)

const kept = new Map<string, { readonly dir: string; readonly keeping: Keeping }>()
/** One list after the other, so that no store is opened while it is being closed. */
let settled = Promise.resolve()

port.on('message', (message: ToKeeping) => {
  if (message.kind === 'call') return void answer(message.key, message.call)
  settled = settled.then(() => keepOnly(message.kind === 'keep' ? message.stores : []))
  if (message.kind === 'keep') void settled.then(() => post({ kind: 'settled' }))
  if (message.kind === 'close') void settled.then(() => port.close())
})

async function answer(key: string, call: Call): Promise<void> {
  const store = kept.get(key)?.keeping.opened ?? Promise.reject(new AppError('closed', say('store-not-open-yet')))
  post({ kind: 'answered', key, answer: await answerCall(store, call) })
}

async function keepOnly(stores: readonly KeptStore[]): Promise<void> {
  const wanted = new Map(stores.map((store) => [store.key, store]))
  const ended = [...kept].filter(([key, { dir }]) => wanted.get(key)?.dir !== dir)
  for (const [key] of ended) kept.delete(key)
  await Promise.all(ended.map(([, { keeping }]) => keeping.stop()))
  for (const store of wanted.values())
    if (!kept.has(store.key)) kept.set(store.key, { dir: store.dir, keeping: new Keeping(store) })
}
