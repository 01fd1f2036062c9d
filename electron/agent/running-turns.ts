import type { AppEvent } from '../../shared/events.ts'
import type { Saving } from '../../shared/saving.ts'
import type { Store } from '../memory/store-interface.ts'
import type { Patience } from './ask.ts'
import type { LineOf } from './conversation/lines.ts'
import { isTemporary, lineageSent, mayWrite, pastPointOf, savingIn, seenIn } from './conversation/replay.ts'
import { runTurn } from './loop.ts'
import { createMemoryTool, type News } from './memory-tool/memory-tool.ts'
import { OriginalCalls } from './original-calls.ts'
import type { Redactor } from './redactor.ts'
import { SkippableRound, type TurnStart } from './turn-context.ts'

interface RunningTurn {
  readonly started: LineOf<'turn.started'>
  readonly stopping: AbortController
  readonly round: SkippableRound
  readonly finished: Promise<void>
}

/** The turns that run in this process, at most one per conversation. */
export class RunningTurns {
  readonly originals = new OriginalCalls()
  readonly #store: Store
  readonly #redactor: Redactor
  readonly #emit: (event: AppEvent) => void
  readonly #patience: Patience
  readonly #terms: TurnStart['terms']
  readonly #news: News | undefined
  readonly #turns = new Map<string, RunningTurn>()

  constructor(
    store: Store,
    {
      redactor,
      emit,
      patience,
      terms,
      news,
    }: Pick<TurnStart, 'redactor' | 'emit' | 'patience' | 'terms'> & {
      readonly news: News | undefined
    },
  ) {
    this.#store = store
    this.#redactor = redactor
    this.#emit = emit
    this.#patience = patience
    this.#terms = terms
    this.#news = news
  }

  started(id: string): LineOf<'turn.started'> | undefined {
    return this.#turns.get(id)?.started
  }

  run(turn: Pick<TurnStart, 'log' | 'started' | 'provider' | 'prepare' | 'job'>): void {
    const { log, started } = turn
    const id = started.conversation
    const [stopping, round] = [new AbortController(), new SkippableRound()]
    const [redactor, emit, signal] = [this.#redactor, this.#emit, stopping.signal]
    const [seen, at] = [seenIn(log.lines()), pastPointOf(log.lines())]
    const temporary = isTemporary(log.lines())
    const lineage = lineageSent(log.lines())
    // The user may choose otherwise while the turn runs.
    const usual = (): Saving => this.#terms().saving
    const asks = (): boolean => (savingIn(log.lines()) ?? usual()) === 'asks'
    const isTold = (): boolean => mayWrite(log.lines(), usual())
    const asked = { conversation: id, asks, isTold, news: this.#news }
    const memory = createMemoryTool(this.#store, { ...asked, seen, lineage, redactor, at, temporary })
    const finish = async (): Promise<void> => {
      const kept = { patience: this.#patience, terms: this.#terms, originals: this.originals }
      const shared = { redactor, emit, signal, round, ...kept }
      const ended = await runTurn({ ...turn, ...shared, memory })
      await log.close()
      this.#turns.delete(id)
      emit(ended) // last: a subscriber may send the next message at once
    }
    this.#turns.set(id, { started, stopping, round, finished: finish() })
  }

  skipWrapUp(id: string): void {
    this.#turns.get(id)?.round.skip()
  }

  async finished(id: string): Promise<void> {
    await this.#turns.get(id)?.finished
  }

  async stop(id: string): Promise<void> {
    this.#turns.get(id)?.stopping.abort()
    await this.finished(id)
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#turns.keys()].map((id) => this.stop(id)))
  }
}
