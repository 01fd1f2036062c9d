import { create } from 'zustand'
import type { ConversationSummary, Turn } from '../../shared/conversation.ts'
import type { TurnEvent } from '../../shared/events.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { api, sentence } from './api.ts'
import { useFoot } from './foot-store.ts'
import { learnCommits } from './undone-store.ts'

interface Chat {
  readonly list: readonly ConversationSummary[] | null
  /** The turns of the conversations opened so far; `null`: there is no such conversation. */
  readonly open: ReadonlyMap<string, readonly Turn[] | null>
  /** What is typed but not sent, by conversation; '' is the one that is not begun. */
  readonly drafts: ReadonlyMap<string, string>
}

export const useChat = create<Chat>(() => ({ list: null, open: new Map(), drafts: new Map() }))

const setTurns = (id: string, turns: readonly Turn[] | null): void =>
  useChat.setState(({ open }) => ({ open: new Map(open).set(id, turns) }))

export async function loadConversations(): Promise<void> {
  useChat.setState({ list: await api.chat.list.query() })
}

export async function loadConversation(id: string): Promise<void> {
  const conversation = await api.chat.open.query({ id })
  if (conversation !== null) learnCommits(commitsOf(conversation.transcript))
  setTurns(id, conversation?.transcript ?? null)
}

export function commitsOf(turns: readonly Turn[]) {
  return turns.flatMap((turn) => turn.parts.flatMap((part) => (part.kind === 'call' && part.call.commit !== null ? [part.call.commit] : [])))
}

export function setDraft(id: string, text: string): void {
  useChat.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, text) }))
}

let waiting: TurnEvent[] = []
let frame = 0

/** Folds what happens in turns, once per frame: a fast model sends more pieces than a screen has pictures. */
export function foldTurnEvent(event: TurnEvent): void {
  waiting.push(event)
  if (frame === 0) frame = requestAnimationFrame(flush)
  // A window that is not seen gets no frames.
  if (document.hidden) flush()
}

function flush(): void {
  cancelAnimationFrame(frame)
  frame = 0
  const events = waiting
  waiting = []
  useChat.setState(({ open, list }) => ({ open: foldTurns(open, events), list: list === null ? null : foldSummaries(list, events) }))
}

export function foldTurns(open: Chat['open'], events: readonly TurnEvent[]): Chat['open'] {
  const next = new Map(open)
  for (const event of events) {
    const turns = next.get(event.conversation) ?? (event.type === 'turn.started' && event.turn === 1 ? [] : null)
    if (turns !== null) next.set(event.conversation, applyTurnEvent(turns, event))
  }
  return next
}

function foldSummaries(list: readonly ConversationSummary[], events: readonly TurnEvent[]): readonly ConversationSummary[] {
  return events.reduce((summaries, event) => summaries.map((summary) => (summary.id === event.conversation ? foldSummary(summary, event) : summary)), list)
}

/** How many changes a conversation made is the core's to count: it is asked again when a turn ends. */
function foldSummary(summary: ConversationSummary, event: TurnEvent): ConversationSummary {
  switch (event.type) {
    case 'turn.started': return { ...summary, running: true, turns: Math.max(summary.turns, event.turn), updatedAt: event.time }
    case 'turn.ended': return { ...summary, running: false, updatedAt: event.time }
    default: return summary
  }
}

/** Sends what is typed. The draft goes only when the message is on disk; the id of the conversation comes back. */
export async function send(id: string | undefined, text: string): Promise<string | null> {
  try {
    const begun = await api.chat.send.mutate(id === undefined ? { text } : { id, text })
    if (useChat.getState().drafts.get(id ?? '') === text) setDraft(id ?? '', '')
    if (id === undefined) await Promise.all([loadConversations(), loadConversation(begun.id)])
    return begun.id
  } catch (error) {
    useFoot.getState().warn(sentence(error))
    return null
  }
}

export async function stop(id: string): Promise<void> {
  try {
    await api.chat.stop.mutate({ id })
  } catch (error) {
    useFoot.getState().warn(sentence(error))
  }
}
