import { AppError, saidOf } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { TidyProposal, TidyOptions, TidyRun } from '../../../shared/tidy.ts'
import { runTidy } from './run.ts'
import type { TidyParts } from './tidy.ts'

interface Running {
  readonly run: TidyRun | null
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** The run that is under way, if any: at most one for each store that is open here. */
export class TidyRuns {
  readonly #parts: TidyParts
  readonly #keep: (proposal: TidyProposal) => Promise<void>
  #running: Running | null = null
  #problem: Message | null = null

  constructor(parts: TidyParts, keep: (proposal: TidyProposal) => Promise<void>) {
    this.#parts = parts
    this.#keep = keep
  }

  get running(): TidyRun | null {
    return this.#running?.run ?? null
  }

  /** Why the last run made no proposal. */
  get problem(): Message | null {
    return this.#problem
  }

  start(options: TidyOptions): void {
    if (this.#running !== null) throw new AppError('busy', say('tidy-running'))
    this.#problem = null
    const stop = new AbortController()
    const started = Promise.withResolvers<void>()
    const run = { startedAt: new Date().toISOString(), requests: 0, most: options.requests }
    const first = { ...run, views: 0, changes: 0, usage: [], model: '' }
    this.#running = { run: first, stop, ended: started.promise.then(() => this.#run(options, stop.signal)) }
    started.resolve()
    this.#parts.changed()
  }

  async cancel(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.ended
  }

  /** The user has read how the last one ended. */
  forget(): void {
    this.#problem = null
  }

  async #run(options: TidyOptions, signal: AbortSignal): Promise<void> {
    const { store, folder, work, changed } = this.#parts
    const onProgress = (run: TidyRun): void => {
      if (this.#running !== null) this.#running = { ...this.#running, run }
      changed()
    }
    try {
      const proposal = await runTidy({ store, folder, work, options, onProgress, signal })
      if (proposal === null) return
      if (proposal.files.length > 0) await this.#keep(proposal)
      else this.#problem = foundNothing(proposal)
    } catch (error) {
      this.#problem = saidOf(error, say('tidy-failed'))
    } finally {
      this.#running = null
      changed()
    }
  }
}

function foundNothing({ read }: TidyProposal): Message {
  if (read === null || read.notes === read.of) return say('tidy-found-nothing')
  return say('tidy-found-nothing-in-part', { read: read.notes, of: read.of })
}
