/** Runs tasks one after another, in the order they came. A task that fails does not hold up the next. */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** How many tasks are waiting or running. */
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
