import * as fs from 'node:fs/promises'
import type { Conversations } from '../agent/conversations.ts'
import { watchedFolder } from '../disk/watched-folder.ts'

const DEBOUNCE_MS = 100

/**
 * Announces conversations that another process writes, so that both pages agree. Our own writes emit their own events.
 */
export async function watchConversations(
  conversations: Conversations,
  answering: ReadonlySet<string>,
): Promise<() => void> {
  await fs.mkdir(conversations.directory, { recursive: true, mode: 0o700 })
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  const watcher = watchedFolder(conversations.directory, (name) => {
    const id = name?.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : null
    if (id === null || answering.has(id)) return
    changed.add(id)
    timer ??= setTimeout(() => {
      timer = null
      for (const each of changed) conversations.changed(each)
      changed.clear()
    }, DEBOUNCE_MS)
  })
  return () => {
    watcher?.close()
    if (timer !== null) clearTimeout(timer)
  }
}
