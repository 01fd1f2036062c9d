import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { createEmitter } from '../disk/emitter.ts'
import type { Store, StoreOptions } from '../memory/store-interface.ts'
import type { Call, Failure, FromThread, StoreMethod, ThreadOptions } from './protocol.ts'

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** Built, the thread's program lies beside the one that starts it, or a folder above. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : '../store-thread.js', import.meta.url)

/** Opens a folder as a store in a thread of its own: the same store, asked over a port. */
export async function openStoreInThread({
  onEvent,
  ...options
}: ThreadOptions & Pick<StoreOptions, 'onEvent'>): Promise<Store> {
  const worker = new Worker(PROGRAM, { workerData: options, name: 'store' })
  const waiting = new Map<number, Waiting>()
  const { emit, on } = createEmitter<AppEvent>()
  if (onEvent !== undefined) on(onEvent)
  let calls = 0
  let stopped: Error | null = null
  const opened = Promise.withResolvers<void>()

  worker.on('message', (message: FromThread<never>) => {
    if (message.kind === 'opened') {
      if (message.failure === null) opened.resolve()
      else opened.reject(errorOf(message.failure))
    } else if (message.kind === 'event') {
      emit(message.event)
    } else {
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'answer') call?.resolve(message.value)
      else call?.reject(errorOf(message.failure))
    }
  })
  const stop = (error: Error): void => {
    stopped ??= error
    opened.reject(stopped)
    for (const { reject } of waiting.values()) reject(stopped)
    waiting.clear()
  }
  worker.on('error', (cause) =>
    stop(
      new AppError(
        'closed',
        'The store stopped working. Everything that was acknowledged is kept; open the store again.',
        { cause },
      ),
    ),
  )
  worker.on('exit', () => stop(new AppError('closed', 'The store is closed. Nothing was written; open it again.')))

  const remote =
    <Args extends readonly unknown[], Answer>(method: StoreMethod) =>
    (...args: Args): Promise<Answer> => {
      if (stopped !== null) return Promise.reject(stopped)
      return new Promise<Answer>((resolve, reject) => {
        calls += 1
        waiting.set(calls, { resolve, reject })
        worker.postMessage({ id: calls, method, args } satisfies Call)
      })
    }

  try {
    await opened.promise
  } catch (error) {
    await worker.terminate()
    throw error
  }
  const close = remote<[], void>('close')
  return {
    status: remote('status'),
    settings: remote('settings'),
    changeSettings: remote('changeSettings'),
    look: remote('look'),
    list: remote('list'),
    put: remote('put'),
    putPolicies: remote('putPolicies'),
    removeAll: remote('removeAll'),
    usage: remote('usage'),
    policies: remote('policies'),
    putPoliciesInForce: remote('putPoliciesInForce'),
    settle: remote('settle'),
    withheld: remote('withheld'),
    remove: remote('remove'),
    move: remote('move'),
    viewed: remote('viewed'),
    restore: remote('restore'),
    undo: remote('undo'),
    undoNext: remote('undoNext'),
    redoNext: remote('redoNext'),
    previewRestore: remote('previewRestore'),
    compare: remote('compare'),
    isPoint: remote('isPoint'),
    points: remote('points'),
    makePoint: remote('makePoint'),
    removePoint: remote('removePoint'),
    tree: remote('tree'),
    file: remote('file'),
    text: remote('text'),
    search: remote('search'),
    history: remote('history'),
    overview: remote('overview'),
    commit: remote('commit'),
    lastChange: remote('lastChange'),
    commitsOfTurn: remote('commitsOfTurn'),
    commitOfCall: remote('commitOfCall'),
    blame: remote('blame'),
    check: remote('check'),
    reindex: remote('reindex'),
    cancel: remote('cancel'),
    published: remote('published'),
    adopt: remote('adopt'),
    watch: remote('watch'),
    on,
    async close() {
      if (stopped !== null) return
      await close()
      await worker.terminate()
    },
  }
}

function errorOf(failure: Failure): Error {
  return failure.code === null ? new Error(failure.message) : AppError.fromJSON(failure)
}
