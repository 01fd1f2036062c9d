import { randomBytes } from 'node:crypto'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { syncDirectory } from '../../disk/durable-files.ts'
import { JsonFile } from '../../disk/json-file.ts'
import { DeviceKeys } from './device-keys.ts'

const Record = z
  .object({
    /** Where the store is, canonical. A store is known by its id and its place: whoever copies a folder copies its id. */
    folder: z.string(),
    /** Signs the journal. */
    key: z.string().regex(/^[0-9a-f]{64}$/),
    /** Its journal may still have unsigned records, from a version that did not sign them. */
    acceptsUnsigned: z.boolean(),
    /**
     * Commits of git by the user's own addresses are the user's: the history began here, or the user said so. Anybody
     * could have written them into a folder that comes from elsewhere.
     */
    isMine: z.boolean().default(false),
  })
  .readonly()
export type DeviceRecord = z.infer<typeof Record>

/**
 * What this device knows of its stores, and nobody who gives the user a folder can know or write:
 * `$VARIORUM_HOME/stores/ID/device.json`.
 */
export class Device {
  readonly #folder: string

  /** @param folder `$VARIORUM_HOME/stores` */
  constructor(folder: string) {
    this.#folder = folder
  }

  #file(id: string): JsonFile<DeviceRecord | null> {
    return new JsonFile<DeviceRecord | null>(
      nodePath.join(this.#folder, id),
      'device.json',
      (stored) => Record.parse(stored),
      null,
    )
  }

  keysOf(id: string): DeviceKeys {
    return new DeviceKeys(nodePath.join(this.#folder, id))
  }

  /** @returns null for a store that was never opened on this device */
  recordOf(id: string): Promise<DeviceRecord | null> {
    return this.#file(id).read()
  }

  /** Records a store, or where it is now. Its key stays the same. */
  async remember(id: string, place: Omit<DeviceRecord, 'key'>): Promise<DeviceRecord> {
    const written = await this.#file(id).change((now) => ({
      key: now?.key ?? randomBytes(32).toString('hex'),
      ...place,
    }))
    if (written === null) throw new Error('The record of a store was not written.')
    // Without its key, the journal of this store would be a stranger's after a power cut.
    for (const folder of [this.#folder, nodePath.dirname(this.#folder)]) await syncDirectory(folder)
    return written
  }
}
