import nodeModule from 'node:module'
import * as nodePath from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread. If this one caches compiled code, the new one uses the same cache: Node takes that for a thread from
 * the environment only.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  const cache = nodeModule.getCompileCacheDir()
  if (cache === undefined) return new Worker(program, options)
  // The folder in use belongs to this version of Node; the variable takes the one above it.
  return new Worker(program, { ...options, env: { ...process.env, NODE_COMPILE_CACHE: nodePath.dirname(cache) } })
}

/**
 * Waits for a thread that was asked to end, and terminates it when it has not after the limit. To terminate a thread
 * in the middle of its work can crash the process: https://github.com/nodejs/node/issues/56312
 */
export async function endThread(worker: Worker, limitMs: number): Promise<void> {
  // It has ended before.
  if (worker.threadId === -1) return
  const ended = Promise.withResolvers<void>()
  worker.once('exit', () => ended.resolve())
  worker.ref()
  const limit = setTimeout(() => void worker.terminate(), limitMs)
  await ended.promise
  clearTimeout(limit)
}
