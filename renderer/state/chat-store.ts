import { create } from 'zustand'
import type { Budget } from '../../shared/budget.ts'
import type { Conversation, ConversationSummary, Turn } from '../../shared/conversation.ts'
import type { TurnEvent } from '../../shared/events.ts'
import { ConversationId } from '../../shared/origin.ts'
import type { Saving } from '../../shared/saving.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { titleOf } from '../format/conversation-title.ts'
import { api } from './api.ts'
import { settingsMade } from './app-store.ts'
import { warnOf } from './attempt.ts'
import { foldSummaries } from './fold-summaries.ts'
import { createQuery } from './query.ts'
import { learnConversation } from './undone-store.ts'

interface Chat {
  readonly list: readonly ConversationSummary[] | null
  /** What deleted conversations were called. */
  readonly deletedTitles: ReadonlyMap<string, string>
  /** The turns of the conversations opened last; `null` for one that does not exist. */
  readonly open: ReadonlyMap<string, readonly Turn[] | null>
}

export const useChat = create<Chat>(() => ({
  list: null,
  deletedTitles: new Map(),
  open: new Map(),
}))

/** More would fill the page's memory in a day. One that is opened again is loaded again. */
const MAX_OPEN = 24

/** Leaves out those opened longest ago, except where the agent is at work. */
export function newestOpen(open: Chat['open']): Chat['open'] {
  let over = open.size - MAX_OPEN
  if (over <= 0) return open
  return new Map([...open].filter(([, turns]) => turns?.at(-1)?.end === null || over-- <= 0))
}

const setTurns = (id: string, turns: readonly Turn[] | null): void =>
  useChat.setState(({ open }) => ({ open: newestOpen(without(open, id).set(id, turns)) }))

export const conversationsQuery = createQuery({
  ask: () => Promise.all([api.chat.list.query(), api.chat.deletedTitles.query()]),
  put: ([found, deleted]) => {
    const list = found.map((each) => ({ ...each, title: titleOf(each) }))
    const titles = Object.entries(deleted).map(([id, title]) => [id, titleOf({ title })] as const)
    useChat.setState({ list, deletedTitles: new Map(titles) })
  },
  drop: () => useChat.setState({ list: null, open: new Map() }),
})

/** One log per load in flight: the events that arrived during it. */
const eventsDuringLoads = new Set<TurnEvent[]>()

/** Loads a conversation and folds in the events that arrived meanwhile, each exactly once. */
export async function loadConversation(id: string): Promise<void> {
  // An address may say anything.
  if (!ConversationId.safeParse(id).success) return setTurns(id, null)
  const events: TurnEvent[] = []
  eventsDuringLoads.add(events)
  try {
    const conversation = await api.chat.open.query({ id })
    flush()
    if (conversation === null) return setTurns(id, null)
    const turns = catchUp(conversation, events)
    learnConversation(commitsOf(turns))
    setTurns(id, turns)
  } finally {
    eventsDuringLoads.delete(events)
  }
}

/** Open conversations that have changed since they were loaded. */
const changed = new Set<string>()

export const changedConversationsQuery = createQuery({
  ask: async () => {
    const ids = [...changed]
    changed.clear()
    try {
      await Promise.all(ids.map(loadConversation))
    } catch (error) {
      for (const id of ids) changed.add(id)
      throw error
    }
  },
  put: () => undefined,
  drop: () => changed.clear(),
})

/** Loads those again that are open. */
export function loadAgain(ids: Iterable<string>): void {
  for (const id of ids) if (useChat.getState().open.has(id)) changed.add(id)
  void changedConversationsQuery.now()
}

export function catchUp(
  { id, transcript, seq: seen }: Pick<Conversation, 'id' | 'transcript' | 'seq'>,
  events: readonly TurnEvent[],
): readonly Turn[] {
  return events
    .filter(({ conversation, seq = 0 }) => conversation === id && seq > seen)
    .reduce(applyTurnEvent, transcript)
}

export const commitsOf = (turns: readonly Turn[]) =>
  turns.flatMap((turn) =>
    turn.parts.flatMap((part) => (part.kind === 'call' && part.call.commit !== null ? [part.call.commit] : [])),
  )

export function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  return new Map([...map].filter(([other]) => other !== key))
}

let queuedEvents: TurnEvent[] = []
let frame = 0

/** Folds turn events once per frame: a fast model sends more of them than a screen can draw. */
export function foldTurnEvent(event: TurnEvent): void {
  queuedEvents.push(event)
  for (const events of eventsDuringLoads) events.push(event)
  if (frame === 0) frame = requestAnimationFrame(flush)
  // A hidden window gets no animation frames.
  if (document.hidden) flush()
}

function flush(): void {
  cancelAnimationFrame(frame)
  frame = 0
  const events = queuedEvents
  queuedEvents = []
  useChat.setState(({ open, list }) => ({
    open: newestOpen(foldTurns(open, events)),
    list: list === null ? null : foldSummaries(list, events),
  }))
  const wrote = new Set(events.flatMap(({ type, conversation }) => (type === 'tool.returned' ? conversation : [])))
  for (const id of wrote) learnConversation(commitsOf(useChat.getState().open.get(id) ?? []))
}

export function foldTurns(open: Chat['open'], events: readonly TurnEvent[]): Chat['open'] {
  const next = new Map(open)
  for (const event of events) {
    const turns = next.get(event.conversation) ?? (event.type === 'turn.started' && event.turn === 1 ? [] : null)
    if (turns !== null) next.set(event.conversation, applyTurnEvent(turns, event))
  }
  return next
}

/** Sets something of a conversation that has begun. @returns whether it is set */
async function setOf(
  id: string,
  change: Partial<Pick<ConversationSummary, 'budget' | 'saving'>>,
  set: () => Promise<void>,
): Promise<boolean> {
  // At once: the next field of the budget may be changed before the answer is there.
  useChat.setState(({ list }) => ({
    list: list?.map((summary) => (summary.id === id ? { ...summary, ...change } : summary)) ?? null,
  }))
  const done = (choosing.get(id) ?? Promise.resolve(true)).then(set).then(
    () => true,
    (error: unknown) => {
      warnOf(error)
      return false
    },
  )
  choosing.set(id, done)
  const isSet = await done
  if (choosing.get(id) === done) choosing.delete(id)
  if (!isSet) await conversationsQuery.now()
  return isSet
}

/** What is being set of each conversation, one after the other: whether the last of it is set. */
const choosing = new Map<string, Promise<boolean>>()

/**
 * Resolves once the core knows all that was chosen before: what follows must find it in force.
 * @returns whether that is so for the conversation; why not, is said
 */
export async function isSettled(id: string | undefined): Promise<boolean> {
  await settingsMade()
  return id === undefined || ((await choosing.get(id)) ?? true)
}

export const setBudgetOf = (id: string, budget: Budget): Promise<boolean> =>
  setOf(id, { budget }, () => api.chat.setBudget.mutate({ id, budget }))

export const setSavingOf = (id: string, saving: Saving): Promise<boolean> =>
  setOf(id, { saving }, () => api.chat.setSaving.mutate({ id, saving }))
