import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { DurableFiles, unlessMissing } from '../disk/durable-files.ts'

const Entry = z.object({ key: z.string(), id: z.string(), name: z.string(), folder: z.string() }).readonly()
export type StoreEntry = z.infer<typeof Entry>

const Stored = z
  .object({
    /** The key of the store that was open last; `null` is the default store. */
    current: z.string().nullable().catch(null),
    stores: z.array(Entry).readonly().catch([]),
  })
  .readonly()
export type StoredStores = z.infer<typeof Stored>

const NONE: StoredStores = { current: null, stores: [] }

/** `$VARIORUM_HOME/stores.json`: which stores the user has. What they hold is in their folders alone. */
export class StoresFile {
  readonly #path: string
  readonly #files: DurableFiles

  constructor(home: string) {
    this.#path = nodePath.join(home, 'stores.json')
    this.#files = new DurableFiles(nodePath.join(home, 'tmp'))
  }

  async read(): Promise<StoredStores> {
    const text = await unlessMissing(fs.readFile(this.#path, 'utf8'))
    if (text === null) return NONE
    try {
      return Stored.parse(JSON.parse(text))
    } catch {
      // The list is lost, not the stores: each can be added again.
      return NONE
    }
  }

  /** Another process may have changed the list since: it is read anew for each change. */
  async change(edit: (now: StoredStores) => StoredStores): Promise<void> {
    const next = edit(await this.read())
    await fs.mkdir(nodePath.dirname(this.#path), { recursive: true, mode: 0o700 })
    await this.#files.write(this.#path, JSON.stringify(next, null, 2))
  }
}
