import { hash } from 'node:crypto'
import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

const MAX_KEPT = 1_000
const Stored = z.array(z.string()).readonly()

/** A policies file's text; `null` where there is no file, so that the defaults apply. */
export type PoliciesText = string | null

/**
 * The policies that were in force on this device, as hashes: only these may be in force again unasked. Kept outside the
 * folder, where whoever writes into it cannot add any. One that is missing costs a question.
 */
export class AgreedTexts {
  readonly #file: JsonFile<readonly string[]>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile(folder, 'agreed-policies.json', (stored) => Stored.parse(stored), [])
  }

  async has(text: PoliciesText): Promise<boolean> {
    return (await this.#file.read()).includes(keyOf(text))
  }

  async add(...texts: readonly PoliciesText[]): Promise<void> {
    const keys = new Set(texts.map(keyOf))
    await this.#file.change((known) => [...known.filter((key) => !keys.has(key)), ...keys].slice(-MAX_KEPT))
  }

  async remove(text: PoliciesText): Promise<void> {
    const gone = keyOf(text)
    await this.#file.change((known) => known.filter((key) => key !== gone))
  }
}

const keyOf = (text: PoliciesText): string => (text === null ? 'no file' : hash('sha256', text))
