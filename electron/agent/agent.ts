import type { Budget } from '../../shared/budget.ts'
import type { Ulid } from '../../shared/change.ts'
import type { CommitRef } from '../../shared/commit.ts'
import type { PastPoint } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Format, KeyHeader } from '../../shared/presets.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { Store } from '../memory/store-interface.ts'
import { PATIENCE, type Patience } from './ask.ts'
import { type Beginning, beginAgain, beginInstead } from './conversation/follow.ts'
import type { Line, LineOf } from './conversation/lines.ts'
import type { ConversationLog } from './conversation/log.ts'
import { budgetOf, pastPointOf } from './conversation/replay.ts'
import { type Conversations, type ConversationStore, createConversations } from './conversations.ts'
import type { KeyChain } from './keys.ts'
import { momentOf } from './memory-tool/past-memory.ts'
import { createModels, type Models, type ModelsInside, type Network } from './models.ts'
import { notesBefore } from './notes.ts'
import { NumberedEvents } from './numbered-events.ts'
import { instructionsOf, newPrompt, type Prompt } from './prompt.ts'
import type { Chosen } from './providers/choose.ts'
import { type Redactor, NO_REDACTION, wellFormed } from './redactor.ts'
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
  readonly redactor?: Redactor
  /** The time, for tests that let a day pass. */
  readonly now?: () => Date
  readonly patience?: Patience
}

export interface SendRequest {
  /** The conversation; created if left out or missing. */
  readonly id?: string | undefined
  readonly text: string
  /** A new conversation looks at the memory as it was at this commit, and cannot change it. */
  readonly at?: CommitRef | undefined
  /** The message's id: sent twice, it is answered once. */
  readonly message?: Ulid | undefined
  /** Changes the conversation's budget from this message on. */
  readonly budget?: Partial<Budget> | undefined
  /** Overrides the settings for this turn. */
  readonly provider?: ProviderId | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly format?: Format | undefined
  readonly keyHeader?: KeyHeader | undefined
}

/** A turn without its own message. */
export type FollowRequest = Omit<SendRequest, 'text' | 'id' | 'at'> & { readonly id: string }

/** A turn that takes the place of an earlier one, and of all after it. */
export type InsteadRequest = FollowRequest & { readonly turn: number }

/** A turn by its conversation and number. */
export interface TurnRef {
  readonly id: string
  readonly turn: number
}

export interface Agent {
  readonly conversations: Conversations
  readonly models: Models
  /** Begins a turn; resolves once `turn.started` is on disk. Throws an AppError if it cannot begin. */
  send(request: SendRequest): Promise<TurnRef>
  /** Answers the last message again, in a new turn; calls already carried out are not repeated. */
  retry(request: FollowRequest): Promise<TurnRef>
  /** Continues an answer that was cut off, reached its maximum length, or a limit. */
  continue(request: FollowRequest): Promise<TurnRef>
  /** Regenerates the answer to a message. The memory stays as it is; what came after is no longer sent to the model. */
  regenerate(request: InsteadRequest): Promise<TurnRef>
  /** The same with another text. */
  edit(request: InsteadRequest & { readonly text: string }): Promise<TurnRef>
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
  env,
  keys,
  network,
  redactor: policies = NO_REDACTION,
  now = () => new Date(),
  patience = PATIENCE,
}: AgentOptions): Agent {
  const { emit, lastSeq } = new NumberedEvents(announce)
  const redactor = wellFormed(policies)
  const models = createModels({ home, settings, emit, env, keys, network })
  const conversations = createConversations({ home, store, emit, redactor, lastSeq })
  const running = new RunningTurns(store, { redactor, emit, patience, terms: () => ({ ...settings(), now: now() }) })
  /** By the message's id. */
  const beginning = new Map<Ulid, Promise<TurnRef>>()
  let isClosed = false

  const context = { store, models, conversations, running, emit, now, settings, isClosed: () => isClosed }

  async function begin(request: Partial<SendRequest>, follow?: Follow): Promise<TurnRef> {
    if (isClosed) throw closed()
    const message = request.message ?? newUlid()
    const same = beginning.get(message)
    if (same !== undefined) return same
    const begun = beginTurn(context, { ...request, message }, follow).finally(() => beginning.delete(message))
    beginning.set(message, begun)
    return begun
  }

  return {
    conversations: {
      ...conversations,
      async remove(id) {
        await running.stop(id)
        await conversations.remove(id)
      },
    },
    models,
    send: async (request) => begin({ ...request, text: written(request.text) }),
    retry: (request) => begin(request, (lines) => beginAgain(lines, 'retry')),
    continue: (request) => begin(request, (lines) => beginAgain(lines, 'continue')),
    regenerate: (request) => begin(request, (lines) => beginInstead(lines, request.turn)),
    async edit(request) {
      const text = written(request.text)
      return begin(request, (lines) => beginInstead(lines, request.turn, text))
    },
    finished: (id) => running.finished(id),
    stop: (id) => running.stop(id),
    async close() {
      isClosed = true
      await Promise.allSettled(beginning.values())
      await running.stopAll()
    },
  }
}

interface BeginContext {
  readonly store: Store
  readonly models: ModelsInside
  readonly conversations: ConversationStore
  readonly running: RunningTurns
  readonly emit: (event: AppEvent) => void
  readonly now: () => Date
  readonly settings: () => Settings
  readonly isClosed: () => boolean
}

/** How a turn follows from what its conversation holds. */
type Follow = (lines: readonly Line[]) => Beginning

function written(typed: string): string {
  const text = typed.toWellFormed()
  if (text.trim() === '') throw new AppError('bad-request', 'The message is empty. Write something first.')
  return text
}

type BeginRequest = Partial<SendRequest> & { readonly message: Ulid }

/** Begins a turn, unless its message was begun already. @returns once `turn.started` is on disk */
async function beginTurn(context: BeginContext, request: BeginRequest, follow?: Follow): Promise<TurnRef> {
  const { models, conversations, running } = context
  const { id = newUlid(), message } = request
  const chosen = models.choose(request)
  const current = running.started(id)
  if (current?.message === message) return { id, turn: current.turn }

  const at = request.at === undefined ? undefined : await pastPoint(context.store, request.at)
  const log = await (follow === undefined ? conversations.begin(id, at) : conversations.beginExisting(id))
  try {
    await checkPoint(context.store, pastPointOf(log.lines()), at)
    const turns = log.lines().filter((line) => line.type === 'turn.started')
    const same = turns.find((line) => line.message === message)
    if (same !== undefined) {
      await log.close()
      return { id, turn: same.turn }
    }
    if (context.isClosed()) throw closed()
    if (request.budget !== undefined) await log.append(budgetFrom(request.budget, log.lines(), context))
    const started = {
      type: 'turn.started',
      conversation: id,
      turn: Math.max(0, ...turns.map((line) => line.turn)) + 1,
      message,
      ...(follow === undefined ? { text: request.text ?? '' } : follow(log.lines())),
      provider: chosen.provider.id,
      model: chosen.model,
      ...serverOf(chosen),
      time: context.now().toISOString(),
    } as const
    await start(context, log, started, chosen)
    return { id, turn: started.turn }
  } catch (error) {
    await log.close()
    throw error
  }
}

/** Tells compatible servers apart. What is no address may hold a password, so it is not kept. */
function serverOf({ access }: Chosen): Pick<LineOf<'turn.started'>, 'server'> {
  const isNamed = access?.id === 'compatible' && access.host !== null
  return isNamed ? { server: `${access.format} ${access.baseUrl}` } : {}
}

async function start(
  { store, models, running, emit, now }: BeginContext,
  log: ConversationLog,
  started: LineOf<'turn.started'>,
  chosen: Chosen,
): Promise<void> {
  const settings = await store.settings()
  const { time, turn } = started
  const at = pastPointOf(log.lines())
  // As if the turn had begun: what it replaces is not sent, so it counts as not told.
  const notes = notesBefore([...log.lines(), started], now(), instructionsOf(settings, at))
  for (const note of notes) await log.append({ type: 'model.told', turn, ...note, time })
  await log.append(started)
  emit(started)
  running.run({
    log,
    started,
    provider: chosen.provider,
    async prepare(signal) {
      const tuning = await models.tuningFor(chosen, signal)
      const fixed = promptOf(log.lines())
      const prompt = fixed ?? newPrompt(settings, at, tuning.abilities?.strictTools === true)
      if (fixed === null) await log.append({ type: 'prompt.fixed', prompt, time })
      return { prompt, tuning }
    },
  })
}

function budgetFrom(
  change: Partial<Budget>,
  lines: readonly Line[],
  { settings, now }: BeginContext,
): LineOf<'budget.set'> {
  const budget = { ...(budgetOf(lines) ?? settings().budget), ...change }
  return { type: 'budget.set', budget, time: now().toISOString() }
}

/** `null` for a conversation that has no fixed one: a new one, or one of an earlier version of the app. */
function promptOf(lines: readonly Line[]): Prompt | null {
  const fixed = lines.findLast((line) => line.type === 'prompt.fixed')
  return fixed?.type === 'prompt.fixed' ? fixed.prompt : null
}

async function pastPoint(store: Store, ref: CommitRef): Promise<PastPoint> {
  const { id, time } = await store.commit(ref)
  return { commit: id, time }
}

/** The history may have been removed, or rewritten, since the conversation began. */
async function checkPoint(store: Store, at: PastPoint | null, asked: PastPoint | undefined): Promise<void> {
  if (asked !== undefined && asked.commit !== at?.commit)
    throw new AppError(
      'bad-request',
      'This conversation does not look at that point of the memory. Nothing was sent. Begin a new conversation about it.',
    )
  if (at !== null && !(await store.isPoint(at.commit)))
    throw new AppError(
      'unknown-commit',
      `This conversation looks at the memory as it was on ${momentOf(at)}, and that state is no longer in the history. Nothing was sent. Begin a new conversation.`,
    )
}

function closed(): AppError {
  return new AppError('closed', 'The app is closing. The message was not sent.')
}
