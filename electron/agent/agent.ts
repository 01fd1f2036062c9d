import type { Ulid } from '../../shared/change.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { ProviderId, ProviderState, Settings } from '../../shared/settings.ts'
import type { Store } from '../memory/store-interface.ts'
import { AgentError } from './agent-error.ts'
import type { LineOf } from './conversation/lines.ts'
import type { ConversationLog } from './conversation/log.ts'
import { seenIn } from './conversation/replay.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { type Guard, NO_GUARD } from './guard.ts'
import { newUlid } from './ids.ts'
import { runTurn } from './loop.ts'
import { createMemoryTool } from './memory-tool/memory-tool.ts'
import type { Provider } from './provider.ts'
import { chooseProvider, providerStates } from './providers/choose.ts'

export interface AgentOptions {
  /** The folder in which conversations are kept, under `conversations/`. */
  readonly home: string
  readonly store: Store
  readonly settings: () => Settings
  /** Told everything once it is durable. */
  readonly emit: (event: AppEvent) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly guard?: Guard
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

export interface Agent {
  readonly conversations: Conversations
  /** Begins a turn; resolves once `turn.started` is on disk. Throws an AgentError when it cannot begin. */
  send(request: SendRequest): Promise<{ readonly id: string; readonly turn: number }>
  /** Resolves when the conversation's running turn has ended; at once when there is none. */
  finished(id: string): Promise<void>
  /** Stops the running turn, if there is one; resolves when transcript and store are at rest. */
  stop(id: string): Promise<void>
  providers(): readonly ProviderState[]
  /** Stops all running turns. Nothing can be sent afterwards. */
  close(): Promise<void>
}

interface RunningTurn {
  readonly started: LineOf<'turn.started'>
  readonly stopping: AbortController
  readonly finished: Promise<void>
}

export function createAgent({ home, store, settings, emit, env, guard = NO_GUARD }: AgentOptions): Agent {
  const conversations = createConversations({ home, store, emit })
  const running = new Map<string, RunningTurn>()
  const beginning = new Set<Promise<unknown>>()
  let isClosed = false

  async function begin(request: SendRequest): Promise<{ readonly id: string; readonly turn: number }> {
    const text = request.text.toWellFormed()
    if (text.trim() === '') throw new AgentError('bad-request', 'The message is empty. Write something first.')
    const id = request.id ?? newUlid()
    const message = request.message ?? newUlid()
    const { provider, model } = chooseProvider({ ...settings(), ...withoutUndefined(request) }, env)
    const current = running.get(id)?.started
    if (current?.message === message) return { id, turn: current.turn }

    const log = await conversations.begin(id)
    const turns = log.lines().filter((line) => line.type === 'turn.started')
    const same = turns.find((line) => line.message === message)
    if (same !== undefined || isClosed) {
      await log.close()
      if (same !== undefined) return { id, turn: same.turn }
      throw closed()
    }
    const turn = Math.max(0, ...turns.map((line) => line.turn)) + 1
    const started = { type: 'turn.started', conversation: id, turn, message, text, provider: provider.id, model, time: new Date().toISOString() } as const
    await log.append(started).catch(async (error: unknown) => {
      await log.close()
      throw error
    })
    emit(started)
    run(log, started, provider)
    return { id, turn }
  }

  function run(log: ConversationLog, started: LineOf<'turn.started'>, provider: Provider): void {
    const id = started.conversation
    const stopping = new AbortController()
    const memory = createMemoryTool(store, { conversation: id, seen: seenIn(log.lines()), guard })
    const finish = async (): Promise<void> => {
      const ended = await runTurn({ log, started, provider, memory, guard, emit, signal: stopping.signal })
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

  return {
    conversations: {
      ...conversations,
      async remove(id) {
        await stop(id)
        await conversations.remove(id)
      },
    },
    async send(request) {
      if (isClosed) throw closed()
      const begun = begin(request)
      beginning.add(begun)
      return begun.finally(() => beginning.delete(begun))
    },
    async finished(id) {
      await running.get(id)?.finished
    },
    stop,
    providers: () => providerStates(env),
    async close() {
      isClosed = true
      await Promise.allSettled(beginning)
      await Promise.all([...running.keys()].map(stop))
    },
  }
}

function closed(): AgentError {
  return new AgentError('closed', 'The app is closing. The message was not sent.')
}

function withoutUndefined({ provider, model, baseUrl }: SendRequest): Pick<SendRequest, 'provider' | 'model' | 'baseUrl'> {
  return Object.fromEntries(Object.entries({ provider, model, baseUrl }).filter(([, value]) => value !== undefined))
}
