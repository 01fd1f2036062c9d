import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { systemCode } from './disk-error.ts'
import { DurableFiles, readIfThereNow, uniqueName } from './durable-files.ts'
import { FileLock } from './file-lock.ts'

interface Guarded {
  readonly name: string
  readonly refusal: Message
}

/** A small JSON file of ours in `$VARIORUM_HOME`, validated on reading. Readers need no lock: it is replaced as a whole. */
export class JsonFile<T> {
  readonly #path: string
  readonly #parse: (stored: unknown) => T
  readonly #empty: T
  readonly #refusal: Message | null
  readonly #files: DurableFiles
  readonly #lock: FileLock

  /**
   * @param file its name. One that is there and does not parse counts as missing, and is kept under another name before it
   *   is replaced. With a `refusal`, one that can't be read is neither read nor replaced, with these words: for what
   *   restricts somebody, or what the user could not enter or find again.
   * @param parse throws when the value is not one of ours
   * @param empty what a missing file says
   */
  constructor(home: string, file: string | Guarded, parse: (stored: unknown) => T, empty: T) {
    const { name, refusal } = typeof file === 'string' ? { name: file, refusal: null } : file
    this.#path = nodePath.join(home, name)
    this.#parse = parse
    this.#empty = empty
    this.#refusal = refusal
    this.#files = new DurableFiles(nodePath.join(home, 'tmp'))
    this.#lock = new FileLock(home, `${name}.lock`, say('own-file-busy', { file: name }))
  }

  async read(): Promise<T> {
    return this.#now().value
  }

  /** Applies one change at a time, of all processes, each to what the file holds by then. */
  change(edit: (now: T) => T): Promise<T> {
    return this.#lock.whileAlone(async () => {
      const { value, isReadable } = this.#now()
      const next = edit(value)
      if (!isReadable)
        await this.#files.write(`${this.#path}.unreadable-${uniqueName()}`, await fs.readFile(this.#path))
      await this.#files.write(this.#path, JSON.stringify(next, null, 2))
      return next
    })
  }

  #now(): { readonly value: T; readonly isReadable: boolean } {
    try {
      // At once: it is small, and answers to commands wait for some of these.
      const text = readIfThereNow(this.#path)
      return { value: text === null ? this.#empty : this.#parse(JSON.parse(text)), isReadable: true }
    } catch (error) {
      if (this.#refusal !== null) throw new AppError('disk', this.#refusal, { cause: error })
      if (systemCode(error) !== null) throw error
      return { value: this.#empty, isReadable: false }
    }
  }
}
