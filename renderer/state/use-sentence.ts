import { useEffect } from 'react'
import { loadConversation, useChat } from './chat-store.ts'

interface Said {
  /** The conversation's title; `undefined` for one that is not on this device. */
  readonly title: string | undefined
  /** The user's message that began the turn, once the conversation is loaded. */
  readonly sentence: string | undefined
}

/** What the user said in a turn that led to a change. */
export function useSentence(conversation: string | undefined, turn: number | undefined): Said {
  const title = useChat((state) => state.list?.find(({ id }) => id === conversation)?.title)
  const sentence = useChat((state) =>
    conversation === undefined ? undefined : state.open.get(conversation)?.find(({ number }) => number === turn)?.text,
  )
  const isMissing = useChat(({ open }) => conversation !== undefined && title !== undefined && !open.has(conversation))
  useEffect(() => {
    if (isMissing && conversation !== undefined) void loadConversation(conversation).catch(() => undefined)
  }, [conversation, isMissing])
  return { title, sentence }
}
