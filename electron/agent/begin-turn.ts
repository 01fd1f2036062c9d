import type { Budget } from '../../shared/budget.ts'
import type { Ulid } from '../../shared/change.ts'
import { type PointRef, nameOf } from '../../shared/commit.ts'
import { isUsersText, type PastPoint } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import type { Settings } from '../../shared/settings.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { Store } from '../memory/store-interface.ts'
import type { Beginning, UserMessage } from './conversation/follow.ts'
import type { Line, LineOf } from './conversation/lines.ts'
import type { ConversationLog } from './conversation/log.ts'
import { budgetOf, isTemporary, jobOf, pastPointOf, promptOf, readsOnly } from './conversation/replay.ts'
import { sentLines } from './conversation/sent-lines.ts'
import { renamedTo } from './conversation/title.ts'
import type { ConversationStore } from './conversations.ts'
import type { JobTerms, JobTermsOf } from './job-terms.ts'
import { momentOf } from './memory-tool/past-memory.ts'
import type { ModelsInside } from './models.ts'
import { newNoteTag, notesBefore, REMEMBER } from './notes.ts'
import { instructionsOf, newPrompt } from './prompt.ts'
import type { Chosen } from './providers/choose.ts'
import type { FollowRequest, InsteadRequest, MessageRequest, Opening, SendRequest, TurnRef } from './requests.ts'
import type { RunningTurns } from './running-turns.ts'

/** What beginning a turn needs. */
export interface BeginContext {
  readonly store: Store
  readonly models: ModelsInside
  readonly conversations: ConversationStore
  readonly running: RunningTurns
  readonly jobTerms: JobTermsOf
  readonly emit: (event: AppEvent) => void
  readonly now: () => Date
  readonly settings: () => Settings
  readonly isClosed: () => boolean
}

/** How a turn follows from what its conversation holds. */
export type Follow = (lines: readonly Line[]) => Beginning

export interface BeginRequest
  extends
    Omit<Partial<SendRequest>, keyof MessageRequest>,
    Partial<FollowRequest>,
    Pick<Partial<InsteadRequest>, 'before'> {
  /** The user's own message. */
  readonly said?: UserMessage
  readonly message: Ulid
  readonly opening?: Opening | undefined
}

/** Begins a turn, unless its message was begun already. @returns once `turn.started` is on disk */
export async function beginTurn(context: BeginContext, request: BeginRequest, follow?: Follow): Promise<TurnRef> {
  const { models, conversations, running } = context
  const { id = newUlid(), message, opening } = request
  const chosen = models.choose(request)
  const current = running.started(id)
  if (current?.message === message) return { id, turn: current.turn }

  if (request.store !== undefined && request.store !== (await context.store.id()))
    throw new AppError('bad-request', say('of-another-store'))
  const at = request.at === undefined ? undefined : await pastPoint(context.store, request.at)
  const log = await (follow === undefined
    ? conversations.begin(id, {
        at,
        temporary: request.temporary,
        job: opening?.job,
        guidance: opening?.guidance,
      })
    : conversations.beginExisting(id))
  try {
    await checkPoint(context.store, pastPointOf(log.lines()), at)
    const turns = log.lines().filter((line) => line.type === 'turn.started')
    const same = turns.find((line) => line.message === message)
    if (same !== undefined) {
      await log.close()
      return { id, turn: same.turn }
    }
    if (context.isClosed()) throw closed()
    const job = jobOf(log.lines())
    const terms = job === null ? null : await context.jobTerms(job, id)
    await changeBudget(context, log, { change: request.budget, terms })
    if (request.saving !== undefined)
      await log.append({ type: 'saving.set', saving: request.saving, time: context.now().toISOString() })
    const beginning = follow?.(log.lines())
    if (beginning !== undefined) await request.before?.(beginning.follows.turn)
    const started = {
      type: 'turn.started',
      conversation: id,
      turn: Math.max(0, ...turns.map((line) => line.turn)) + 1,
      message,
      ...(beginning ?? request.said ?? { text: '' }),
      provider: chosen.provider.id,
      model: chosen.model,
      ...serverOf(chosen),
      time: context.now().toISOString(),
    } as const
    await start(context, log, { started, chosen, opening: opening ?? null, terms })
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

interface Start {
  readonly started: LineOf<'turn.started'>
  readonly chosen: Chosen
  readonly opening: Opening | null
  readonly terms: JobTerms | null
}

async function start(
  { store, models, running, emit, now }: BeginContext,
  log: ConversationLog,
  { started, chosen, opening, terms }: Start,
): Promise<void> {
  const settings = await store.settings()
  const { time, turn } = started
  const at = pastPointOf(log.lines())
  const temporary = isTemporary(log.lines())
  // As if the turn had begun: what it replaces is not sent, so it counts as not told.
  const notes = notesBefore([...log.lines(), started], now(), instructionsOf(settings, { at, temporary }))
  const session = opening?.note ?? replacedNote([...log.lines(), started])
  if (opening !== null) await log.append(renamedTo(opening.title))
  if (session !== null) await log.append({ type: 'model.told', turn, about: 'session', text: session, value: '', time })
  const isAsked = opening === null && !readsOnly(log.lines()) && isAskedAnew(started)
  const asked = isAsked ? [REMEMBER] : []
  for (const each of [...notes, ...asked]) await log.append({ type: 'model.told', turn, ...each, time })
  await log.append(started)
  emit(started)
  running.run({
    log,
    started,
    provider: chosen.provider,
    job: terms,
    async prepare(signal) {
      const tuning = await models.tuningFor(chosen, signal)
      const fixed = promptOf(log.lines())
      const guidance = guidanceOf(log.lines())
      const isStrict = tuning.abilities?.strictTools === true
      const prompt = fixed ?? newPrompt(settings, { at, temporary, guidance, isStrict, noteTag: newNoteTag() })
      if (fixed === null) await log.append({ type: 'prompt.fixed', prompt, time })
      return { prompt, tuning }
    },
  })
}

/** Whether the user asks to save something, and not only again. */
function isAskedAnew(started: LineOf<'turn.started'>): boolean {
  return started.remember === true && isUsersText(started) && started.follows?.kind !== 'retry'
}

/** What the session began with, if a message that is edited took it along. */
function replacedNote(lines: readonly Line[]): string | null {
  const told = lines.filter((line) => line.type === 'model.told').findLast(({ about }) => about === 'session')
  return told === undefined || sentLines(lines).includes(told) ? null : told.text
}

interface BudgetChange {
  readonly change: Partial<Budget> | undefined
  readonly terms: JobTerms | null
}

/** The sessions of a job share its budget. */
async function changeBudget(
  { settings, now }: BeginContext,
  log: ConversationLog,
  { change, terms }: BudgetChange,
): Promise<void> {
  if (change === undefined) return
  if (terms !== null) return terms.setBudget({ ...terms.budget(), ...change })
  const budget = { ...(budgetOf(log.lines()) ?? settings().budget), ...change }
  await log.append({ type: 'budget.set', budget, time: now().toISOString() })
}

function guidanceOf(lines: readonly Line[]): string {
  return lines.find((line) => line.type === 'conversation.began')?.guidance ?? ''
}

async function pastPoint(store: Store, ref: PointRef): Promise<PastPoint> {
  const commit = await store.commit(ref)
  return { commit: nameOf(commit), time: commit.time }
}

/** The history may have been removed, or rewritten, since the conversation began. */
async function checkPoint(store: Store, at: PastPoint | null, asked: PastPoint | undefined): Promise<void> {
  if (at !== null && !(await store.isPoint(at.commit)))
    throw new AppError('unknown-commit', say('past-point-gone', { moment: momentOf(at) }))
  // An earlier version of the app named it by its id.
  if (asked !== undefined && asked.commit !== (at && (await pastPoint(store, at.commit)).commit))
    throw new AppError('bad-request', say('past-point-mismatch'))
}

export function closed(): AppError {
  return new AppError('closed', say('app-closing'))
}
