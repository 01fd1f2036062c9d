import { AppError } from '../../shared/errors.ts'
import type { Answer, Call, Failure } from './protocol.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Calls sent to the thread, each waiting for its answer. */
export class PendingCalls {
  readonly #post: (call: Call) => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #nextId: () => number
  #stopped: Error | null = null

  /** @param nextId no two calls to a thread have the same */
  constructor(post: (call: Call) => void, nextId = counter()) {
    this.#post = post
    this.#nextId = nextId
  }

  get isStopped(): boolean {
    return this.#stopped !== null
  }

  call(method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped)
    return new Promise((resolve, reject) => {
      const id = this.#nextId()
      this.#waiting.set(id, { resolve, reject })
      this.#post({ id, method, args })
    })
  }

  resolve(answer: Answer<unknown>): void {
    const call = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.kind === 'answer') call?.resolve(answer.value)
    else call?.reject(errorOf(answer.failure))
  }

  /** Fails all calls, present and future, with the first reason given. */
  stop(reason: Error): void {
    this.#stopped ??= reason
    for (const { reject } of this.#waiting.values()) reject(this.#stopped)
    this.#waiting.clear()
  }
}

/** 1, 2, 3 … */
export function counter(): () => number {
  let count = 0
  return () => (count += 1)
}

export function errorOf(failure: Failure): Error {
  return failure.code === null ? new Error(failure.message) : AppError.fromJSON(failure)
}
