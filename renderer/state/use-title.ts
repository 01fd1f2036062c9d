import { useChat } from './chat-store.ts'

export interface NamedConversation {
  readonly title: string
  /** It can be opened; a deleted one cannot. */
  readonly isHere: boolean
}

/** Names conversations, also those that were deleted here; `undefined` for those of another device. */
export function useTitles(): (id: string | undefined) => NamedConversation | undefined {
  const list = useChat((state) => state.list)
  const deletedTitles = useChat((state) => state.deletedTitles)
  return (id) => {
    if (id === undefined) return undefined
    const here = list?.find((each) => each.id === id)
    const title = here?.title ?? deletedTitles.get(id)
    return title === undefined ? undefined : { title, isHere: here !== undefined }
  }
}

/** A conversation's title, as `useTitles` has it. */
export function useTitle(id: string | undefined): string | undefined {
  return useChat(({ list, deletedTitles }) =>
    id === undefined ? undefined : (list?.find((each) => each.id === id)?.title ?? deletedTitles.get(id)),
  )
}
