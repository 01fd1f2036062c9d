/** Runs tasks one at a time, in the order they were added. A failing task does not block the next. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** The number of tasks waiting or running. */
  get length(): number {
    return this.#waiting
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const result = this.#tail.then(task).finally(() => {
      this.#waiting -= 1
    })
    this.#tail = result.catch(() => undefined)
    return result
  }
}
