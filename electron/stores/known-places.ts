import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../disk/durable-files.ts'
import { inspectStore } from '../memory/inspect-folder.ts'
import { Device } from '../memory/repo/device.ts'
import { hasHistoryBeside } from '../memory/repo/history-place.ts'
import { openStoresFile } from './stores-file.ts'

const DONE = 'places-recorded'

/**
 * Once, at the first start of a version that records where each store is: the stores of earlier versions count as
 * known. Their journals are not signed yet.
 * @param byDefault the default store's folder: as if on the list, unless Variorum was never used on this device
 * @param given a folder named for this run, which counts if this device has opened the store in it
 */
export async function recordKnownPlaces(home: string, byDefault: string, given: string | undefined): Promise<void> {
  const device = nodePath.join(home, 'stores')
  const done = nodePath.join(device, DONE)
  if ((await unlessMissing(fs.stat(done))) !== null) return
  const records = new Device(device)
  const listed = (await openStoresFile(home).read()).stores.map(({ folder }) => folder)
  if (await wasUsed(home, byDefault)) listed.push(byDefault)
  for (const folder of [...listed, ...(given === undefined ? [] : [given])]) {
    const store = await inspectStore(folder, { device })
    if (store === null || (await records.recordOf(store.id)) !== null) continue
    const wasOpened = (await unlessMissing(fs.stat(nodePath.join(device, store.id)))) !== null
    if (wasOpened || listed.includes(folder))
      await records.remember(store.id, { folder: store.folder, acceptsUnsigned: true, isMine: false })
  }
  await fs.mkdir(device, { recursive: true, mode: 0o700 })
  await fs.writeFile(done, '', { mode: 0o600 })
}

/** Whether the history of this folder lies beside it: then it can be opened although the folder is gone. */
export function isKeptBeside(home: string, folder: string): Promise<boolean> {
  return hasHistoryBeside(folder, nodePath.join(home, 'stores'))
}

/** Whether Variorum was used before on this device: a new one may find a store that a cloud has brought there. */
async function wasUsed(home: string, byDefault: string): Promise<boolean> {
  if (byDefault.startsWith(home + nodePath.sep)) return true
  const names = (await unlessMissing(fs.readdir(home))) ?? []
  return ['settings.json', 'stores.json', 'conversations', 'stores'].some((name) => names.includes(name))
}
