import { t } from '@lingui/core/macro'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { type Act, did, tellAct } from './acts.ts'
import { api } from './api.ts'
import { attempt } from './attempt.ts'
import { conversationsQuery } from './chat-store.ts'
import { unsentKey, dropTyped } from './drafts-store.ts'
import { openChat, temporaryPath } from './routes.ts'
import { useStatusBar } from './status-bar-store.ts'
import { useWindow } from './window-store.ts'

// What the user does to a conversation as a whole.

export async function renameConversation({ id, title: before }: ConversationSummary, typed: string): Promise<void> {
  const title = typed.trim()
  if (title === '' || title === before) return
  await attempt(() => api.chat.rename.mutate({ id, title }), conversationsQuery)
}

export async function pinConversation({ id, pinned, archived }: ConversationSummary): Promise<void> {
  await attempt(() => api.chat.file.mutate({ id, pinned: !pinned, archived: archived && pinned }), conversationsQuery)
}

export async function archiveConversation({ id, title, pinned, archived }: ConversationSummary): Promise<void> {
  const words = (isArchived: boolean): string =>
    isArchived ? t`Archived “${title}”` : t`“${title}” is no longer archived`
  const file = async (how: Pick<ConversationSummary, 'pinned' | 'archived'>): Promise<boolean> => {
    if (!(await attempt(() => api.chat.file.mutate({ id, ...how }), conversationsQuery))) return false
    useStatusBar.getState().say(words(how.archived))
    return true
  }
  const change: Act = async () => ((await file({ pinned: false, archived: !archived })) ? back : null)
  const back: Act = async () => ((await file({ pinned, archived })) ? change : null)
  if ((await change()) !== null) tellAct(words(!archived), back)
}

/** Closes a temporary conversation: nothing in it is saved, nor what was typed. @param id `undefined` for one not begun yet */
export async function closeTemporary(id: string | undefined, isOpen = true): Promise<void> {
  dropTyped(unsentKey(id, { temporary: true }))
  if (isOpen) openChat()
  // It may be gone already, with the process that had it.
  if (id !== undefined) await api.chat.remove.mutate({ id }).catch(() => undefined)
  await conversationsQuery.now()
}

/** Makes a temporary conversation an ordinary one, which can save from the next message on. */
export async function keepTemporary(id: string): Promise<void> {
  if (!(await attempt(() => api.chat.keep.mutate({ id }), conversationsQuery))) return
  if (useWindow.getState().place === temporaryPath(id)) openChat(id)
  useStatusBar.getState().say(t`The conversation is kept`)
}

/** Deletes it, and what was typed in it, and offers to restore both. A session of a job is deleted for good. */
export async function deleteConversation({ id, title, job }: ConversationSummary, isOpen: boolean): Promise<void> {
  if (!(await attempt(() => api.chat.remove.mutate({ id }), conversationsQuery))) return
  const putBack = dropTyped(id)
  if (isOpen) openChat()
  if (job !== null) return useStatusBar.getState().say(t`Deleted “${title}”`)
  const restore: Act = async () => {
    if (!(await attempt(() => api.chat.restore.mutate({ id }), conversationsQuery))) return null
    putBack()
    openChat(id)
    useStatusBar.getState().say(t`Restored “${title}”`)
    return null
  }
  did(restore)
  const action = { label: t`Restore`, keys: 'mod+z', run: () => void restore(), lastsMs: RESTORABLE_MS }
  useStatusBar.getState().say(t`Deleted “${title}”`, action)
}

/** For as long as the core keeps the file. */
const RESTORABLE_MS = 30_000
