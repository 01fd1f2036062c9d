import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../disk/durable-files.ts'
import { inspectStore } from '../memory/inspect-folder.ts'
import { Device } from '../memory/repo/device.ts'
import type { Store } from '../memory/store-interface.ts'
import { weaknessesOf } from '../policies/in-force.ts'
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

/** What came with a folder and is not in use until the user trusts it, as a sentence; `null` for nothing. */
export async function whatWaits(store: Pick<Store, 'unverified' | 'policies'>): Promise<string | null> {
  const unverified = await store.unverified()
  const { current, inForce } = await store.policies()
  const isChange = unverified !== null && unverified.changes > 0
  const parts = [
    inForce === null && weaknessesOf(current).length > 0 ? 'policies weaker than the defaults' : [],
    !isChange
      ? []
      : unverified.changes === 1
        ? 'a change that is not in git yet'
        : `${unverified.changes} changes that are not in git yet`,
    unverified?.hasForgedJournal === true ? 'a journal that no store can have written (it is never applied)' : [],
    unverified !== null && unverified.instructions !== '' ? 'instructions to the model' : [],
    unverified?.policies != null || unverified?.hasAccessLog === true ? 'settings of another device' : [],
  ].flat()
  return parts.length === 0
    ? null
    : `This folder came with ${parts.join(', ')}. That is kept and not used. If you trust whoever gave it to you, add --trust.`
}
