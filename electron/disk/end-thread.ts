import type { Worker } from 'node:worker_threads'

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
