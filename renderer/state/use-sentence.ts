import { create } from 'zustand'
import { api } from './api.ts'
import { useChat } from './chat-store.ts'
import { useQuery } from './use-query.ts'

interface Said {
  /** The conversation's title; `undefined` for one that is not on this device. */
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
  return { title, sentence }
}
