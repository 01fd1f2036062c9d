import { create } from 'zustand'
import type { SaidTurn } from '../../shared/devices.ts'
import { api } from './api.ts'
import { useChat } from './chat-store.ts'
import { useDevices } from './devices-store.ts'
import { useQuery } from './use-query.ts'

interface Said {
  /** Whether the conversation is on this device. */
  readonly isHere: boolean
  /** The conversation's title; `undefined` for one that is not on this device, and of which no other device tells it. */
  readonly title: string | undefined
  /** The user's message that began the turn, once it is loaded. */
  readonly sentence: string | undefined
}

/** Messages by conversation and turn. Not whole conversations: a line may have been changed in any number of them. */
export const useSentences = create<ReadonlyMap<string, string>>(() => new Map())

const keyOf = (conversation: string, turn: number): string => `${conversation} ${turn}`

const asking = new Map<string, Promise<void>>()

/** Loads a conversation's messages. */
export async function loadSentences(conversation: string): Promise<void> {
  const asked = asking.get(conversation) ?? ask(conversation).finally(() => asking.delete(conversation))
  asking.set(conversation, asked)
  await asked
}

async function ask(conversation: string): Promise<void> {
  const found = await api.chat.open.query({ id: conversation })
  const said = found?.transcript.map(({ number, text }) => [keyOf(conversation, number), text] as const) ?? []
  useSentences.setState((before) => new Map([...before, ...said]), true)
}

/** What the user said in a turn that led to a change. */
export function useSentence(conversation = '', turn = 0): Said {
  const title = useChat(({ list }) => list?.find(({ id }) => id === conversation)?.title)
  const sentence = useSentences((said) => said.get(keyOf(conversation, turn)))
  const isMissing = title !== undefined && turn > 0 && sentence === undefined
  useQuery(isMissing ? conversation : null, 0, () => loadSentences(conversation))
  const elsewhere = useSaidElsewhere(conversation, turn)
  return title === undefined && elsewhere !== null
    ? { isHere: false, title: elsewhere.title, sentence: elsewhere.text }
    : { isHere: title !== undefined, title, sentence }
}

/** The same of a conversation on another device, if it tells that. */
function useSaidElsewhere(conversation: string, turn: number): Pick<SaidTurn, 'title' | 'text'> | null {
  const isElsewhere = useChat(({ list }) => list !== null && list.every(({ id }) => id !== conversation))
  const syncedAt = useDevices(({ state }) => state?.remote?.syncedAt ?? null)
  const isAsked = isElsewhere && syncedAt !== null && conversation !== '' && turn > 0
  const key = isAsked ? keyOf(conversation, turn) : null
  return useQuery(key, syncedAt, () => api.devices.said.query({ conversation, turn })).answer ?? null
}
