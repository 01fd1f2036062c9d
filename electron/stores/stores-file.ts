import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

const Entry = z.object({ key: z.string(), id: z.string(), name: z.string(), folder: z.string() }).readonly()
export type StoreEntry = z.infer<typeof Entry>

const Stored = z
  .object({
    /** The key of the store that was open last; `null` is the default store. */
    current: z.string().nullable().catch(null),
    /** The default store's folder, where it is not the usual one. */
    defaultFolder: z.string().nullable().catch(null),
    stores: z.array(Entry).readonly().catch([]),
  })
  .readonly()
export type StoredStores = z.infer<typeof Stored>

/** `$VARIORUM_HOME/stores.json`: the user's stores. Losing the list loses no store: each can be added again. */
export function openStoresFile(home: string): JsonFile<StoredStores> {
  return new JsonFile<StoredStores>(home, 'stores.json', (stored) => Stored.parse(stored), {
    current: null,
    defaultFolder: null,
    stores: [],
  })
}
