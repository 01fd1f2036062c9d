import { ulid } from 'ulid'
import { create } from 'zustand'
import type { Conversation, ConversationSummary, Follows, Turn } from '../../shared/conversation.ts'
import type { TurnEvent } from '../../shared/events.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { api, sentence } from './api.ts'
import { changeSettings } from './app-store.ts'
import { writeSessionTexts, readSessionTexts } from './session-texts.ts'
import { useStatusBar } from './status-bar-store.ts'
import { learnCommits } from './undone-store.ts'

interface Chat {
  readonly list: readonly ConversationSummary[] | null
  /** The turns of the conversations opened so far; `null`: there is no such conversation. */
  readonly open: ReadonlyMap<string, readonly Turn[] | null>
  /** What is typed but not sent, by conversation; '' is the one that is not begun. */
  readonly drafts: ReadonlyMap<string, string>
}

const KEPT_DRAFTS = 'variorum.messages'

export const useChat = create<Chat>(() => ({ list: null, open: new Map(), drafts: readSessionTexts(KEPT_DRAFTS) }))

useChat.subscribe(({ drafts }, before) => {
  if (drafts !== before.drafts) writeSessionTexts(KEPT_DRAFTS, drafts)
})

const setTurns = (id: string, turns: readonly Turn[] | null): void =>
  useChat.setState(({ open }) => ({ open: new Map(open).set(id, turns) }))

export async function loadConversations(): Promise<void> {
  useChat.setState({ list: await api.chat.list.query() })
}

/** What happened in conversations while they were asked for. */
const meanwhile = new Set<TurnEvent[]>()

/** Asks for a conversation. What was told after the answer was put together is folded into it, and nothing twice. */
export async function loadConversation(id: string): Promise<void> {
  const events: TurnEvent[] = []
  meanwhile.add(events)
  try {
    const conversation = await api.chat.open.query({ id })
    flush()
    if (conversation === null) return setTurns(id, null)
    learnCommits(commitsOf(conversation.transcript))
    setTurns(id, catchUp(conversation, events))
  } finally {
    meanwhile.delete(events)
  }
}

export function catchUp(
  { id, transcript, seq: held }: Pick<Conversation, 'id' | 'transcript' | 'seq'>,
  events: readonly TurnEvent[],
): readonly Turn[] {
  return events
    .filter(({ conversation, seq = 0 }) => conversation === id && seq > held)
    .reduce(applyTurnEvent, transcript)
}

export function commitsOf(turns: readonly Turn[]) {
  return turns.flatMap((turn) =>
    turn.parts.flatMap((part) => (part.kind === 'call' && part.call.commit !== null ? [part.call.commit] : [])),
  )
}

export function setDraft(id: string, text: string): void {
  useChat.setState(({ drafts }) => ({
    drafts: new Map([...drafts].filter(([other]) => other !== id).concat(text === '' ? [] : [[id, text]])),
  }))
}

let waiting: TurnEvent[] = []
let frame = 0

/** Folds what happens in turns, once per frame: a fast model sends more pieces than a screen has pictures. */
export function foldTurnEvent(event: TurnEvent): void {
  waiting.push(event)
  for (const events of meanwhile) events.push(event)
  if (frame === 0) frame = requestAnimationFrame(flush)
  // A window that is not seen gets no frames.
  if (document.hidden) flush()
}

function flush(): void {
  cancelAnimationFrame(frame)
  frame = 0
  const events = waiting
  waiting = []
  useChat.setState(({ open, list }) => ({
    open: foldTurns(open, events),
    list: list === null ? null : foldSummaries(list, events),
  }))
}

export function foldTurns(open: Chat['open'], events: readonly TurnEvent[]): Chat['open'] {
  const next = new Map(open)
  for (const event of events) {
    const turns = next.get(event.conversation) ?? (event.type === 'turn.started' && event.turn === 1 ? [] : null)
    if (turns !== null) next.set(event.conversation, applyTurnEvent(turns, event))
  }
  return next
}

function foldSummaries(
  list: readonly ConversationSummary[],
  events: readonly TurnEvent[],
): readonly ConversationSummary[] {
  return events.reduce(
    (summaries, event) =>
      summaries.map((summary) => (summary.id === event.conversation ? foldSummary(summary, event) : summary)),
    list,
  )
}

/** How many changes a conversation made is the core's to count: it is asked again when a turn ends. */
function foldSummary(summary: ConversationSummary, event: TurnEvent): ConversationSummary {
  switch (event.type) {
    case 'turn.started':
      return { ...summary, running: true, turns: Math.max(summary.turns, event.turn), updatedAt: event.time }
    case 'turn.ended':
      return { ...summary, running: false, updatedAt: event.time }
    default:
      return summary
  }
}

interface Sending {
  readonly text: string
  readonly request: { readonly id: string; readonly message: string }
}
/** What was sent last, by conversation, until it is known to be on disk. */
const sendings = new Map<string, Sending>()

/**
 * Sends what is typed. The draft goes only when the message is on disk; the id of the conversation comes back. What
 * is sent again because nobody knows whether it arrived has the same ids, so that it is answered once.
 */
export async function send(id: string | undefined, text: string): Promise<string | null> {
  const before = sendings.get(id ?? '')
  const request = before?.text === text ? before.request : { id: id ?? ulid(), message: ulid() }
  sendings.set(id ?? '', { text, request })
  try {
    const begun = await api.chat.send.mutate({ ...request, text })
    sendings.delete(id ?? '')
    if (useChat.getState().drafts.get(id ?? '') === text) setDraft(id ?? '', '')
    if (id === undefined) await Promise.all([loadConversations(), loadConversation(begun.id)])
    return begun.id
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return null
  }
}

/** Answers the last message again, or goes on with an answer that was cut off; by another model where one is named. */
export async function follow(id: string, kind: Follows['kind'], provider?: ProviderId): Promise<void> {
  try {
    if (provider !== undefined) await changeSettings({ provider })
    await api.chat[kind].mutate({ id })
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
  }
}

export async function stop(id: string): Promise<void> {
  try {
    await api.chat.stop.mutate({ id })
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
  }
}
