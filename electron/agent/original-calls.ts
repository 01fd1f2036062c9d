import type { Ulid } from '../../shared/change.ts'

const MAX_CALLS = 50

/**
 * What the model wrote in calls that the policies redacted: in memory only, for this run of the app, so that the user can
 * say "not a secret" and have it as it was. Nothing the model can call reads it.
 */
export class OriginalCalls {
  readonly #inputs = new Map<Ulid, Readonly<Record<string, unknown>>>()

  keep(call: Ulid, input: Readonly<Record<string, unknown>>): void {
    this.#inputs.set(call, input)
    const [oldest] = this.#inputs.keys()
    if (this.#inputs.size > MAX_CALLS && oldest !== undefined) this.#inputs.delete(oldest)
  }

  /** What a command wrote; null when it is not there any more. */
  textOf(call: Ulid): string | null {
    const { file_text, new_str, insert_text } = this.#inputs.get(call) ?? {}
    const text = file_text ?? new_str ?? insert_text
    return typeof text === 'string' ? text.toWellFormed() : null
  }
}
