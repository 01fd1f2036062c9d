import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from './api.ts'
import { useChat } from './chat-store.ts'
import { useOpenings } from './use-load.ts'

interface Said {
  /** The conversation's title; `undefined` for one that is not on this device. */
  readonly title: string | undefined
  /** The user's message that began the turn, once it is loaded. */
  readonly sentence: string | undefined
}

/** Messages by conversation and turn. Not whole conversations: a line may have been changed in any number of them. */
export const useSentences = create<ReadonlyMap<string, string>>(() => new Map())

const asking = new Set<string>()
const keyOf = (conversation: string, turn: number): string => `${conversation} ${turn}`

/** Loads a conversation's messages for one of its turns. One that fails is repeated by the next view that wants it. */
export async function loadSentence(conversation: string, turn: number): Promise<void> {
  const key = keyOf(conversation, turn)
  if (asking.has(key) || useSentences.getState().has(key)) return
  asking.add(key)
  try {
    const found = await api.chat.open.query({ id: conversation })
    const said = found?.transcript.map(({ number, text }) => [keyOf(conversation, number), text] as const) ?? []
    useSentences.setState((before) => new Map([...before, ...said]), true)
  } finally {
    asking.delete(key)
  }
}

/** What the user said in a turn that led to a change. */
export function useSentence(conversation = '', turn = 0): Said {
  const title = useChat(({ list }) => list?.find(({ id }) => id === conversation)?.title)
  const sentence = useSentences((said) => said.get(keyOf(conversation, turn)))
  const openings = useOpenings()
  const isMissing = title !== undefined && turn > 0 && sentence === undefined
  useEffect(() => {
    if (isMissing) void loadSentence(conversation, turn).catch(() => undefined)
  }, [conversation, turn, isMissing, openings])
  return { title, sentence }
}
