import { Buffer } from 'node:buffer'
import type { WriteOutcome } from '../../shared/commit.ts'
import { INDEX_PATH } from '../../shared/layout.ts'
import { byUser } from '../../shared/origin.ts'
import type { Store } from '../memory/store-interface.ts'
import { isTopic, newIndex } from './checks/index-file.ts'
import { type Note, readNote } from './checks/note.ts'

/**
 * Makes the index of a memory, with a line for each topic, as the user's commit. Never replaces one, and moves nothing.
 * @returns `null` if there is one
 */
export async function makeIndex(store: Store): Promise<WriteOutcome | null> {
  if ((await store.look(INDEX_PATH)).kind !== 'missing') return null
  const topics: (readonly [path: string, note: Note])[] = []
  for (const { path, blob } of (await store.tree()).files)
    if (isTopic(path)) topics.push([path, readNote(path, (await store.text(blob.id)) ?? '')])
  const bytes = Buffer.from(newIndex(topics), 'utf8')
  return store.put([{ path: INDEX_PATH, before: null, bytes }], byUser('create'))
}
