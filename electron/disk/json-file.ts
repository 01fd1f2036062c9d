import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { DurableFiles, readIfThereNow } from './durable-files.ts'
import { Queue } from './queue.ts'

/**
 * A small JSON file of ours in `$VARIORUM_HOME`, validated on reading. A file that cannot be read counts as empty, so
 * store nothing in one that the user could not enter or find again.
 */
export class JsonFile<T> {
  readonly #path: string
  readonly #parse: (stored: unknown) => T
  readonly #empty: T
  readonly #files: DurableFiles
  readonly #changes = new Queue()

  /** @param parse throws when the value is not one of ours */
  constructor(home: string, name: string, parse: (stored: unknown) => T, empty: T) {
    this.#path = nodePath.join(home, name)
    this.#parse = parse
    this.#empty = empty
    this.#files = new DurableFiles(nodePath.join(home, 'tmp'))
  }

  async read(): Promise<T> {
    // At once: it is small, and answers to commands wait for some of these.
    const text = readIfThereNow(this.#path)
    if (text === null) return this.#empty
    try {
      return this.#parse(JSON.parse(text))
    } catch {
      return this.#empty
    }
  }

  /** Applies one change at a time, each to what the file holds by then: another process may have written it. */
  change(edit: (now: T) => T): Promise<T> {
    return this.#changes.run(async () => {
      const next = edit(await this.read())
      await fs.mkdir(nodePath.dirname(this.#path), { recursive: true, mode: 0o700 })
      await this.#files.write(this.#path, JSON.stringify(next, null, 2))
      return next
    })
  }
}
