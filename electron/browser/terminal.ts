import { createInterface } from 'node:readline'
import { Queue } from '../disk/queue.ts'

export interface TerminalOptions {
  readonly input: NodeJS.ReadableStream
  readonly print: (text: string) => void
  /** Called for Enter while nothing is asked. */
  readonly onEnter: () => void
}

/** `absent`: nobody can answer, since the input has ended. `withdrawn`: the signal was aborted. */
export type Answer = 'yes' | 'no' | 'late' | 'absent' | 'withdrawn'

/**
 * The person at the terminal where Variorum runs. There is one as long as the input has not ended: a terminal or an
 * open pipe counts, a closed input or /dev/null does not.
 */
export class Terminal {
  readonly #options: TerminalOptions
  readonly #lines: ReturnType<typeof createInterface>
  readonly #questions = new Queue()
  #ended = false
  /** Settles the question that is asked now. */
  #answer: ((answer: Answer) => void) | null = null
  #question = ''

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#lines = createInterface({ input: options.input })
    this.#lines.on('line', (line) => this.#hear(line.trim().toLowerCase()))
    this.#lines.on('close', () => {
      this.#ended = true
      this.#answer?.('absent')
    })
  }

  /** Asks a question that Enter answers with yes; one at a time. */
  ask(question: string, { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined }) {
    return this.#questions.run(async (): Promise<Answer> => {
      if (this.#ended) return 'absent'
      if (signal?.aborted === true) return 'withdrawn'
      const { promise, resolve } = Promise.withResolvers<Answer>()
      const late = setTimeout(() => resolve('late'), waitMs)
      const withdraw = (): void => resolve('withdrawn')
      signal?.addEventListener('abort', withdraw, { once: true })
      this.#answer = resolve
      this.#question = question
      this.#options.print(question)
      const answer = await promise
      this.#answer = null
      clearTimeout(late)
      signal?.removeEventListener('abort', withdraw)
      if (answer === 'late' || answer === 'withdrawn') this.#options.print('This question is no longer open.\n')
      return answer
    })
  }

  close(): void {
    this.#lines.close()
  }

  #hear(line: string): void {
    if (this.#answer === null) this.#options.onEnter()
    else if (line === '' || line === 'y' || line === 'yes') this.#answer('yes')
    else if (line === 'n' || line === 'no') this.#answer('no')
    else this.#options.print(this.#question)
  }
}
