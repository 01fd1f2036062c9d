import { create } from 'zustand'
import { type Budget, NO_BUDGET } from '../../shared/budget.ts'
import type { Conversation, ConversationSummary, Turn } from '../../shared/conversation.ts'
import type { TurnEvent } from '../../shared/events.ts'
import { ConversationId } from '../../shared/origin.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { titleOf } from '../format/conversation-title.ts'
import { api } from './api.ts'
import { shownStore, useApp } from './app-store.ts'
import { warnOf } from './attempt.ts'
import { foldSummaries } from './fold-summaries.ts'
import { createQuery } from './query.ts'
import { writeSessionTexts, readSessionTexts } from './session-texts.ts'
import { learnConversation } from './undone-store.ts'

interface Chat {
  readonly list: readonly ConversationSummary[] | null
  /** What deleted conversations were called. */
  readonly deletedTitles: ReadonlyMap<string, string>
  /** The turns of the conversations opened last; `null` for one that does not exist. */
  readonly open: ReadonlyMap<string, readonly Turn[] | null>
  /** Typed but unsent messages by conversation, also of those not begun yet. */
  readonly unsent: ReadonlyMap<string, string>
  /** The message being changed, by conversation. */
  readonly editing: ReadonlyMap<string, Editing>
  /** Of conversations not begun yet, as with messages. */
  readonly budgets: ReadonlyMap<string, Budget>
}

interface Editing {
  /** The turn whose message it is. */
  readonly turn: number
  /** What the message says. */
  readonly text: string
  /** What was typed before, which comes back afterwards. */
  readonly before: string
}

const UNSENT_KEY = 'variorum.messages'

export const useChat = create<Chat>(() => ({
  list: null,
  deletedTitles: new Map(),
  open: new Map(),
  unsent: readSessionTexts(UNSENT_KEY),
  editing: new Map(),
  budgets: new Map(),
}))

useChat.subscribe(({ unsent, list }, before) => {
  if (unsent === before.unsent) return
  const isKept = (id: string): boolean =>
    !id.startsWith(NEW_TEMPORARY) && list?.find((each) => each.id === id)?.temporary !== true
  writeSessionTexts(UNSENT_KEY, new Map([...unsent].filter(([id]) => isKept(id))))
})

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

/** What kind of conversation a new one is: about the present, a past commit, or one that leaves no trace. */
export interface NewConversation {
  /** Whose memory it is about. Left out, the one shown. */
  readonly store?: string | undefined
  readonly at?: string | undefined
  readonly temporary?: boolean | undefined
}

const NEW_TEMPORARY = 'temporary'
const STORE_UNKNOWN = ''

/** Under which a message is kept until it is sent: a conversation's, or that of one not begun yet, in each store. */
export function unsentKey(
  id: string | undefined,
  { store = shownStore() ?? STORE_UNKNOWN, at, temporary = false }: NewConversation = {},
): string {
  return id ?? `${temporary ? NEW_TEMPORARY : (at ?? 'new')} ${store}`
}

/** Where what had this key is by now: the store may have become known since. */
export function presentKey(key: string): string {
  return key.endsWith(` ${STORE_UNKNOWN}`) ? `${key}${shownStore() ?? ''}` : key
}

/** What was typed before the store was known is for that store. */
export function claimUnsent(store: string): void {
  for (const key of useChat.getState().unsent.keys())
    if (key.endsWith(` ${STORE_UNKNOWN}`)) moveUnsent(key, `${key}${store}`)
}

/** What is typed there already comes first. */
export function moveUnsent(from: string, to: string): void {
  const { unsent } = useChat.getState()
  setUnsent(from, '')
  setUnsent(to, (unsent.get(to) ?? '') + (unsent.get(from) ?? ''))
}

export function setUnsent(id: string, text: string): void {
  useChat.setState(({ unsent }) => ({
    unsent: new Map([...unsent].filter(([other]) => other !== id).concat(text === '' ? [] : [[id, text]])),
  }))
}

/** Puts a turn's message into the composer, to be changed and sent in its place. */
export function editMessage(id: string, { number, text }: Pick<Turn, 'number' | 'text'>): void {
  const { unsent, editing } = useChat.getState()
  const typed = editing.get(id)?.before ?? unsent.get(id) ?? ''
  useChat.setState({ editing: new Map(editing).set(id, { turn: number, text, before: typed }) })
  setUnsent(id, text)
}

/** Leaves the message as it was. What was typed before it is in the composer again. */
export function stopEditing(id: string): void {
  setUnsent(id, endEditing(id))
}

/** @returns what was typed before */
export function endEditing(id: string): string {
  const { editing } = useChat.getState()
  useChat.setState({ editing: without(editing, id) })
  return editing.get(id)?.before ?? ''
}

/** Takes what is typed in a conversation, for one that is gone. @returns puts it back */
export function dropTyped(id: string): () => void {
  const { unsent, editing } = useChat.getState()
  const [text, edit] = [unsent.get(id) ?? '', editing.get(id)]
  endEditing(id)
  setUnsent(id, '')
  return () => {
    setUnsent(id, text)
    if (edit !== undefined) useChat.setState((now) => ({ editing: new Map(now.editing).set(id, edit) }))
  }
}

/** What would be lost with the page. A message being edited counts once it is changed. */
export function unsentTexts(): readonly string[] {
  const { unsent, editing } = useChat.getState()
  const changed = [...unsent].filter(([id, text]) => text !== editing.get(id)?.text).map(([, text]) => text)
  return [...changed, ...[...editing.values()].map(({ before }) => before)]
}

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

/** The budget of a conversation, or of one not begun yet; that of Settings if it has none of its own. */
export function useBudget(id: string | undefined, how: NewConversation): Budget {
  const own = useChat(({ list, budgets }) =>
    id === undefined ? budgets.get(unsentKey(id, how)) : list?.find((other) => other.id === id)?.budget,
  )
  const usual = useApp((state) => state.app?.settings.budget)
  return own ?? usual ?? NO_BUDGET
}

/** @returns whether it is set */
export async function setBudget(id: string | undefined, budget: Budget, how: NewConversation = {}): Promise<boolean> {
  if (id === undefined) {
    useChat.setState(({ budgets }) => ({ budgets: new Map(budgets).set(unsentKey(id, how), budget) }))
    return true
  }
  // At once: the next field of the budget may be changed before the answer is there.
  useChat.setState(({ list }) => ({
    list: list?.map((summary) => (summary.id === id ? { ...summary, budget } : summary)) ?? null,
  }))
  try {
    await api.chat.setBudget.mutate({ id, budget })
    return true
  } catch (error) {
    warnOf(error)
    await conversationsQuery.now()
    return false
  }
}
