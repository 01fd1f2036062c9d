import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../disk/durable-files.ts'
import { inspectStore } from '../memory/inspect-folder.ts'
import { Device } from '../memory/repo/device.ts'
import { openStoresFile } from './stores-file.ts'

const DONE = 'places-recorded'

/**
 * Once, at the first start of a version that records where each store is: the stores of earlier versions count as
 * known. Their journals are not signed yet.
 * @param others folders that count, besides those on the list, if this device has opened the store in them
 */
export async function recordKnownPlaces(home: string, others: readonly string[]): Promise<void> {
  const device = nodePath.join(home, 'stores')
  const done = nodePath.join(device, DONE)
  if ((await unlessMissing(fs.stat(done))) !== null) return
  const records = new Device(device)
  const listed = (await openStoresFile(home).read()).stores.map(({ folder }) => folder)
  for (const folder of [...listed, ...others]) {
    const store = await inspectStore(folder)
    if (store === null || (await records.recordOf(store.id)) !== null) continue
    const wasOpened = (await unlessMissing(fs.stat(nodePath.join(device, store.id)))) !== null
    if (wasOpened || listed.includes(folder))
      await records.remember(store.id, { folder: store.folder, acceptsUnsigned: true })
  }
  await fs.mkdir(device, { recursive: true, mode: 0o700 })
  await fs.writeFile(done, '', { mode: 0o600 })
}
