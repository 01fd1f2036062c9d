import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { byAgent, byImport, type Lineage } from '../../../shared/origin.ts'
import type { StoreSettings } from '../../../shared/settings.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import { processExists } from '../../disk/pid-file.ts'
import type { FilePut, Store } from '../../memory/store-interface.ts'
import type { Texts } from './lines.ts'

/** A copy of the memory in a private folder, with a history of its own. Nothing leads from it to the memory. */
export interface Copy {
  readonly folder: string
  readonly store: Store
  /** The texts as they were copied. */
  readonly texts: Texts
  /** Closes the store and removes the folder. */
  discard(): Promise<void>
}

/** Opens a store with the gate of the memory that is copied. */
export type OpenCopy = (dir: string, device: string) => Promise<Store>

interface CopyOptions {
  readonly openCopy: OpenCopy
  readonly settings: StoreSettings
  /** The state that is copied. */
  readonly base: ObjectId
}

/** @param place where the folder is made: `tidy` in the device's folder of the store */
export async function copyMemory(
  store: Store,
  place: string,
  { openCopy, settings, base }: CopyOptions,
): Promise<Copy> {
  await removeAbandoned(place)
  const folder = nodePath.join(place, `${process.pid}-${newUlid()}`)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const dir = nodePath.join(folder, 'memory')
  let copy: Store | null = null
  const discard = async (): Promise<void> => {
    await copy?.close()
    await fs.rm(folder, { recursive: true, force: true })
  }
  try {
    copy = await openCopy(dir, nodePath.join(folder, 'device'))
    await copy.changeSettings(settings)
    const texts = await fill(copy, store, base)
    return { folder, store: copy, texts, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Files of one lineage are one commit, so that the agent is told in the copy what it would be told in the memory. */
async function fill(copy: Store, store: Store, base: ObjectId): Promise<Texts> {
  const texts = new Map<string, string>()
  const byLineage = new Map<Lineage, FilePut[]>()
  for (const file of (await store.tree(base)).files) {
    const text = await store.text(file.blob.id)
    if (text === null) continue
    const lineage = await store.lineageOfLines({ path: file.path, version: file.blob.id })
    const put = { path: file.path, before: null, bytes: Buffer.from(text, 'utf8') }
    byLineage.set(lineage, [...(byLineage.get(lineage) ?? []), put])
    texts.set(file.path, text)
  }
  for (const [lineage, files] of byLineage) {
    const origin = lineage === 'outside' ? byImport() : byAgent('create', lineage)
    if ((await copy.put(files, origin)).kind === 'committed') continue
    // A file that the present policies would refuse stays out of the copy, and so as it is.
    for (const file of files) if ((await copy.put([file], origin)).kind !== 'committed') texts.delete(file.path)
  }
  return texts
}

/** Copies of processes that are gone. */
async function removeAbandoned(place: string): Promise<void> {
  for (const name of await fs.readdir(place).catch(() => [])) {
    const pid = Number(name.split('-', 1)[0])
    if (pid !== process.pid && !processExists(pid))
      await fs.rm(nodePath.join(place, name), { recursive: true, force: true })
  }
}
