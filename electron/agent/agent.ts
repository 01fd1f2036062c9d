import type { Ulid } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import type { Settings } from '../../shared/settings.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { Store } from '../memory/store-interface.ts'
import { PATIENCE, type Patience } from './ask.ts'
import { type BeginRequest, beginTurn, closed, type Follow } from './begin-turn.ts'
import { beginAgain, beginInstead, beginWrapUp, type UserMessage } from './conversation/follow.ts'
import type { Sessions } from './conversation/sessions.ts'
import { type Conversations, type ConversationStore, createConversations } from './conversations.ts'
import type { JobTermsOf } from './job-terms.ts'
import type { KeyChain } from './keys.ts'
import type { News } from './memory-tool/memory-tool.ts'
import { createModels, type Models, type ModelsOptions, type Network } from './models.ts'
import type { OriginalCalls } from './original-calls.ts'
import { NO_REDACTION, type Redactor, wellFormed } from './redactor.ts'
import type { FollowRequest, InsteadRequest, MessageRequest, Opening, SendRequest, TurnRef } from './requests.ts'
import { RunningTurns } from './running-turns.ts'

export interface AgentOptions {
  /** Conversations are kept in `conversations/` below it. */
  readonly home: string
  readonly store: Store
  readonly settings: () => Settings
  /** Called with every event once it is durable. */
  readonly emit: (event: AppEvent) => void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Defaults to keys kept in memory. */
  readonly keys?: KeyChain | undefined
  readonly network?: Network | undefined
  /** See ModelsOptions. */
  readonly audit?: ModelsOptions['audit']
  readonly redactor?: Redactor
  /** See MemoryToolOptions. */
  readonly news?: News | undefined
  /** The time, for tests that let a day pass. */
  readonly now?: () => Date
  readonly patience?: Patience
  /** Defaults to sessions that share nothing. */
  readonly jobTerms?: JobTermsOf
}

export interface Agent {
  readonly conversations: Conversations
  readonly models: Models
  readonly sessions: Sessions
  readonly originals: OriginalCalls
  /** Begins a turn; resolves once `turn.started` is on disk. Throws an AppError if it cannot begin. */
  send(request: SendRequest, opening?: Opening): Promise<TurnRef>
  /** Answers the last message again, in a new turn; calls already carried out are not repeated. */
  retry(request: FollowRequest): Promise<TurnRef>
  /** Continues an answer that was cut off, reached its maximum length, or a limit. */
  continue(request: FollowRequest): Promise<TurnRef>
  /** Regenerates the answer to a message. The memory stays as it is; what came after is no longer sent to the model. */
  regenerate(request: InsteadRequest): Promise<TurnRef>
  /** The same with another message. */
  edit(request: InsteadRequest & MessageRequest): Promise<TurnRef>
  /** A turn in which the agent writes down where it is. */
  wrapUp(request: FollowRequest): Promise<TurnRef>
  /** Ends the round in which the agent was asked to write down where it is, because of a limit; the turn goes on. */
  skipWrapUp(id: string): void
  /** Resolves when the conversation's running turn has ended; at once if there is none. */
  finished(id: string): Promise<void>
  /** Stops the running turn, if any; resolves when transcript and store are final. */
  stop(id: string): Promise<void>
  /** Stops all running turns. Nothing can be sent afterwards. */
  close(): Promise<void>
}

export function createAgent({
  home,
  store,
  settings,
  emit: announce,
  redactor: policies = NO_REDACTION,
  now = () => new Date(),
  patience = PATIENCE,
  jobTerms = NO_JOBS,
  ...services
}: AgentOptions): Agent {
  const { emit, lastSeq } = new NumberedEvents(announce)
  const redactor = wellFormed(policies)
  const models = createModels({ home, settings, emit, ...services })
  const conversations = createConversations({ home, store, emit, redactor, lastSeq })
  const terms = () => ({ ...settings(), now: now() })
  const running = new RunningTurns(store, { redactor, emit, patience, terms, news: services.news })
  /** By the message's id. */
  const beginning = new Map<Ulid, Promise<TurnRef>>()
  let isClosed = false

  const context = { store, models, conversations, running, jobTerms, emit, now, settings, isClosed: () => isClosed }

  async function begin(request: Partial<BeginRequest>, follow?: Follow) {
    if (isClosed) throw closed()
    const message = request.message ?? newUlid()
    const same = beginning.get(message)
    if (same !== undefined) return same
    const begun = beginTurn(context, { ...request, message }, follow).finally(() => beginning.delete(message))
    beginning.set(message, begun)
    return begun
  }

  return {
    conversations: conversationsOf({ conversations, running, jobTerms }),
    models,
    sessions: conversations.sessions,
    originals: running.originals,
    send: async (request, opening) => begin({ ...request, said: written(request, redactor), opening }),
    retry: (request) => begin(request, (lines) => beginAgain(lines, 'retry')),
    continue: (request) => begin(request, (lines) => beginAgain(lines, 'continue')),
    regenerate: (request) => begin(request, (lines) => beginInstead(lines, request.turn)),
    async edit(request) {
      const said = written(request, redactor)
      return begin(request, (lines) => beginInstead(lines, request.turn, said))
    },
    wrapUp: (request) => begin(request, beginWrapUp),
    skipWrapUp: (id) => running.skipWrapUp(id),
    finished: (id) => running.finished(id),
    stop: (id) => running.stop(id),
    async close() {
      isClosed = true
      await Promise.allSettled(beginning.values())
      await running.stopAll()
      models.close()
      await conversations.close()
    },
  }
}

interface Inside {
  readonly conversations: ConversationStore
  readonly running: RunningTurns
  readonly jobTerms: JobTermsOf
}

/** The conversations as the outside sees them: deleting one stops its turn, and a job's budget is its sessions' budget. */
function conversationsOf({ conversations, running, jobTerms }: Inside): Conversations {
  return {
    ...conversations,
    async remove(id) {
      await running.stop(id)
      const session = (await conversations.sessions.list()).find(({ conversation }) => conversation === id)
      // What it spent now counts for its job, so it does not come back.
      await conversations.remove(id, session !== undefined)
      if (session !== undefined) await (await jobTerms(session.job, id)).keepSpent(session.spendings)
    },
    async setBudget(id, budget) {
      const session = (await conversations.sessions.list()).find(({ conversation }) => conversation === id)
      if (session === undefined) return conversations.setBudget(id, budget)
      // The sessions of a job share its budget.
      await (await jobTerms(session.job, id)).setBudget(budget)
    },
  }
}

const NO_JOBS: JobTermsOf = async () => {
  throw new AppError('bad-request', say('jobs-not-open'))
}

function written({ text: typed, pictures = [], secrets, remember }: MessageRequest, redactor: Redactor): UserMessage {
  const text = secrets === 'redact' ? redactor.redact(typed) : typed.toWellFormed()
  if (text.trim() === '' && pictures.length === 0) throw new AppError('bad-request', say('message-empty'))
  return { text, ...(pictures.length > 0 && { pictures }), ...(remember === true && { remember }) }
}

/** Numbers the events of each conversation's turns, so that a window knows which of them its transcript already has. */
class NumberedEvents {
  readonly #announce: (event: AppEvent) => void
  readonly #last = new Map<string, number>()

  constructor(announce: (event: AppEvent) => void) {
    this.#announce = announce
  }

  readonly emit = (event: AppEvent): void => {
    if (!('turn' in event)) return this.#announce(event)
    const seq = this.lastSeq(event.conversation) + 1
    this.#last.set(event.conversation, seq)
    this.#announce({ ...event, seq })
  }

  /** The number of the last event announced for a conversation; 0 if there was none. */
  readonly lastSeq = (conversation: string): number => this.#last.get(conversation) ?? 0
}
