import type { AppEvent } from '../../shared/events.ts'
import type { Patience } from './ask.ts'
import type { LineOf } from './conversation/lines.ts'
import type { ConversationLog } from './conversation/log.ts'
import type { JobTerms } from './job-terms.ts'
import type { Terms } from './limits.ts'
import type { MemoryTool } from './memory-tool/memory-tool.ts'
import type { OriginalCalls } from './original-calls.ts'
import type { Prompt } from './prompt.ts'
import type { Provider, Tuning } from './provider.ts'
import type { Redactor } from './redactor.ts'

/** What every request of a turn begins with, and the options for it. */
export interface Prepared {
  readonly prompt: Prompt
  readonly tuning: Tuning
}

/** What one turn begins with. */
export interface TurnStart {
  readonly log: ConversationLog
  readonly started: LineOf<'turn.started'>
  readonly provider: Provider
  /** May ask the service what the model can do, so it takes its time; the signal ends that. */
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>
  readonly memory: Pick<MemoryTool, 'run' | 'lineage'>
  readonly redactor: Redactor
  readonly originals: OriginalCalls
  readonly emit: (event: AppEvent) => void
  /** Aborted when the user stops the turn. A running command finishes; nothing further begins. */
  readonly signal: AbortSignal
  readonly patience: Patience
  /** Read before each request: the user may raise a budget, or change a price, while the turn runs. */
  readonly terms: () => Omit<Terms, 'job' | 'maxInput'>
  /** For a session of a job. */
  readonly job: JobTerms | null
  readonly round: SkippableRound
}

/** The request in which the agent is asked to write down where it is: the user can skip it. */
export class SkippableRound {
  #skipping: AbortController | null = null

  begin(): AbortSignal {
    this.#skipping = new AbortController()
    return this.#skipping.signal
  }

  end(): void {
    this.#skipping = null
  }

  skip(): void {
    this.#skipping?.abort()
  }
}

/** What a running turn works with. */
export interface TurnContext extends TurnStart, Prepared {}
