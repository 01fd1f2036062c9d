import { useChat } from './chat-store.ts'

/** A conversation's title, also of one that was deleted here; `undefined` for one of another device. */
export function useTitle(id: string | undefined): string | undefined {
  return useChat(({ list, deletedTitles }) =>
    id === undefined ? undefined : (list?.find((each) => each.id === id)?.title ?? deletedTitles[id]),
  )
}
