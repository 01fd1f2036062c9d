import type { Ulid } from '../../shared/change.ts'
import type { Follows } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { Store } from '../memory/store-interface.ts'
import { beginAgain } from './conversation/follow.ts'
import type { LineOf } from './conversation/lines.ts'
import { seenIn } from './conversation/replay.ts'
import { type Conversations, createConversations } from './conversations.ts'
import type { KeyChain } from './keys.ts'
import { runTurn, type TurnContext } from './loop.ts'
import { createMemoryTool } from './memory-tool/memory-tool.ts'
import { createModels, type Models } from './models.ts'
import { systemPrompt } from './prompt.ts'
import { type Redactor, NO_REDACTION } from './redactor.ts'

export interface AgentOptions {
  /** The folder in which conversations are kept, under `conversations/`. */
  readonly home: string
  readonly store: Store
  readonly settings: () => Settings
  /** Told everything once it is durable. */
  readonly emit: (event: AppEvent) => void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where keys are kept; in memory when it is left out. */
  readonly keys?: KeyChain | undefined
  readonly redactor?: Redactor
}

export interface SendRequest {
  /** The conversation; a new one when it is left out or not there yet. */
  readonly id?: string | undefined
  readonly text: string
  /** The message's own id: sent twice, it is answered once. */
  readonly message?: Ulid | undefined
  /** In place of the settings', for this turn. */
  readonly provider?: ProviderId | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
}

/** A turn without a message of its own. */
export type FollowRequest = Omit<SendRequest, 'text' | 'id'> & { readonly id: string }

export interface Agent {
  readonly conversations: Conversations
  readonly models: Models
  /** Begins a turn; resolves once `turn.started` is on disk. Throws an AppError when it cannot begin. */
  send(request: SendRequest): Promise<{ readonly id: string; readonly turn: number }>
  /** Answers the last message again, as a turn of its own: nothing that was carried out is carried out again. */
  retry(request: FollowRequest): Promise<{ readonly id: string; readonly turn: number }>
  /** Goes on with an answer that was cut off or reached its greatest length. */
  continue(request: FollowRequest): Promise<{ readonly id: string; readonly turn: number }>
  /** Resolves when the conversation's running turn has ended; at once when there is none. */
  finished(id: string): Promise<void>
  /** Stops the running turn, if there is one; resolves when transcript and store are at rest. */
  stop(id: string): Promise<void>
  /** Stops all running turns. Nothing can be sent afterwards. */
  close(): Promise<void>
}

interface RunningTurn {
  readonly started: LineOf<'turn.started'>
  readonly stopping: AbortController
  readonly finished: Promise<void>
}

export function createAgent({
  home,
  store,
  settings,
  emit: announce,
  env,
  keys,
  redactor = NO_REDACTION,
}: AgentOptions): Agent {
  const told = new Map<string, number>()
  /** Numbers the events of a turn, so that a window knows which of them a transcript it asked for holds already. */
  const emit = (event: AppEvent): void => {
    if (!('turn' in event)) return announce(event)
    const seq = (told.get(event.conversation) ?? 0) + 1
    told.set(event.conversation, seq)
    announce({ ...event, seq })
  }
  const models = createModels({ home, settings, emit, env, keys })
  const conversations = createConversations({ home, store, emit, redactor, told: (id) => told.get(id) ?? 0 })
  const running = new Map<string, RunningTurn>()
  const beginning = new Set<Promise<unknown>>()
  let isClosed = false

  async function begin(
    request: Partial<SendRequest>,
    kind?: Follows['kind'],
  ): Promise<{ readonly id: string; readonly turn: number }> {
    const typed = request.text?.toWellFormed() ?? ''
    if (kind === undefined && typed.trim() === '')
      throw new AppError('bad-request', 'The message is empty. Write something first.')
    const id = request.id ?? newUlid()
    const message = request.message ?? newUlid()
    const chosen = models.choose(request)
    const current = running.get(id)?.started
    if (current?.message === message) return { id, turn: current.turn }

    const log = await (kind === undefined ? conversations.begin(id) : conversations.goOn(id))
    try {
      const turns = log.lines().filter((line) => line.type === 'turn.started')
      const same = turns.find((line) => line.message === message)
      if (same !== undefined) {
        await log.close()
        return { id, turn: same.turn }
      }
      if (isClosed) throw closed()
      const turn = Math.max(0, ...turns.map((line) => line.turn)) + 1
      const said = kind === undefined ? { text: typed } : beginAgain(log.lines(), kind)
      const started = {
        type: 'turn.started',
        conversation: id,
        turn,
        message,
        ...said,
        provider: chosen.provider.id,
        model: chosen.model,
        time: new Date().toISOString(),
      } as const
      const [tuning, prompt] = await Promise.all([models.tuningFor(chosen), store.settings()])
      await log.append(started)
      emit(started)
      run({ log, started, provider: chosen.provider, tuning, system: systemPrompt(new Date(started.time), prompt) })
      return { id, turn }
    } catch (error) {
      await log.close()
      throw error
    }
  }

  function run(turn: Pick<TurnContext, 'log' | 'started' | 'provider' | 'tuning' | 'system'>): void {
    const { log, started } = turn
    const id = started.conversation
    const stopping = new AbortController()
    const memory = createMemoryTool(store, { conversation: id, seen: seenIn(log.lines()), redactor })
    const finish = async (): Promise<void> => {
      const ended = await runTurn({ ...turn, memory, redactor, emit, signal: stopping.signal })
      await log.close()
      running.delete(id)
      emit(ended) // only now: whoever hears it may send the next message at once
    }
    running.set(id, { started, stopping, finished: finish() })
  }

  async function stop(id: string): Promise<void> {
    const turn = running.get(id)
    turn?.stopping.abort()
    await turn?.finished
  }

  async function keepTrack<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw closed()
    const begun = work()
    beginning.add(begun)
    return begun.finally(() => beginning.delete(begun))
  }

  return {
    conversations: {
      ...conversations,
      async remove(id) {
        await stop(id)
        await conversations.remove(id)
      },
    },
    models,
    send: (request) => keepTrack(() => begin(request)),
    retry: (request) => keepTrack(() => begin(request, 'retry')),
    continue: (request) => keepTrack(() => begin(request, 'continue')),
    async finished(id) {
      await running.get(id)?.finished
    },
    stop,
    async close() {
      isClosed = true
      await Promise.allSettled(beginning)
      await Promise.all([...running.keys()].map(stop))
    },
  }
}

function closed(): AppError {
  return new AppError('closed', 'The app is closing. The message was not sent.')
}
