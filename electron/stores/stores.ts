import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Mode } from '../../shared/app-state.ts'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { FolderLook, KnownStore } from '../../shared/stores.ts'
import { realFolder } from '../disk/real-folder.ts'
import { displayPath } from '../home.ts'
import type { InspectedFolder } from '../memory/inspect-folder.ts'
import { moveHistoryBeside } from '../memory/move-history.ts'
import { Device } from '../memory/repo/device.ts'
import { hasHistoryBeside } from '../memory/repo/history-place.ts'
import type { Here } from '../memory/store-options.ts'
import { askFolderThread } from '../store-thread/ask-folder-thread.ts'
import { FolderChoice, type OfferedFolder } from './folder-choice.ts'
import { completions, syncWarning } from './folders.ts'
import { openStoresFile, type StoreEntry } from './stores-file.ts'
import { strangerIn } from './strangers.ts'

/** The user's stores, and the folders that may become one. The core opens them. */
export interface Stores {
  /** @param open the folder of the store that is open */
  list(open: string): Promise<readonly ListedStore[]>
  /** Where a store is, or was. */
  placeOf(key: string): Promise<string>
  /** The same. Throws a message when it is not where it was. */
  folderOf(key: string): Promise<string>
  /** The store that was open last; `null` is the default store. */
  last(): Promise<StoreEntry | null>
  /** Makes this the store to open at the next start. */
  remember(key: string): Promise<void>
  /** What the folder is, and whether it may become a store. Throws a message when it may not. */
  inspect(typed: string): Promise<FolderLook>
  /** The key of the store in this folder; `null` when there is none on the list. */
  keyOf(folder: string): Promise<string | null>
  /** Folders whose path begins like this. */
  complete(typed: string): Promise<readonly string[]>
  /** Folders that were found for the user to choose from, by the names that their stores get: as if chosen in the dialog. */
  offer(folders: readonly OfferedFolder[]): void
  /** The program whose memory a folder is, if it was offered. */
  programOf(folder: string): string | undefined
  /** The user's choice in the system's dialog; `null` when it was cancelled. */
  pick(): Promise<string | null>
  /** @returns the key of the store in this folder; a folder already on the list keeps its key */
  add(folder: string, id: string): Promise<string>
  /** Takes it off the list; the files in its folder are unchanged. */
  forget(key: string, history: 'keep' | 'remove'): Promise<void>
  /** Why the history of a store cannot be removed when it is forgotten, as a sentence; `null` when it can. */
  whyKeepHistory(key: string): Promise<Message | null>
  /** Records that the store's folder moved. Refused when another store, or none, is there. */
  find(key: string, typed: string): Promise<void>
}

export interface StoresOptions {
  readonly home: string
  readonly mode: Mode
  readonly defaultFolder: string
  /** A folder named for this run only. */
  readonly given?: string | undefined
  readonly pickFolder?: (() => Promise<string | null>) | undefined
}

export const DEFAULT_KEY = 'default'
const GIVEN_KEY = 'given'
/** Every commit of the history is read. */
const HISTORY_MS = 120_000

export function createStores({ home, mode, defaultFolder, given, pickFolder }: StoresOptions): Stores {
  const file = openStoresFile(home)
  const device = nodePath.join(home, 'stores')
  const here = { device, home }
  const choice = new FolderChoice({ home, mode, pickFolder })
  const entryOf = async (key: string): Promise<StoreEntry> => entryIn((await file.read()).stores, key)
  const all = async (): Promise<readonly Listed[]> => listed(defaultFolder, (await file.read()).stores)
  const placeOf = async (key: string): Promise<string> => entryIn(await withGiven(await all(), given), key).folder
  return {
    async list(open) {
      return present(await withGiven(await all(), given), open, device)
    },
    placeOf,
    folderOf: async (key) => (key === DEFAULT_KEY ? defaultFolder : existing(await placeOf(key), device)),
    async last() {
      const { current, stores } = await file.read()
      return stores.find(({ key }) => key === current) ?? null
    },
    async remember(key) {
      await file.change((now) => ({ ...now, current: key === DEFAULT_KEY || key === GIVEN_KEY ? null : key }))
    },
    inspect: async (typed) => presentFolder(await choice.inspect(typed), choice),
    keyOf: async (folder) => (await storeIn(await all(), await resolved(folder)))?.key ?? null,
    complete: async (typed) => (mode === 'browser' ? completions(typed) : []),
    offer: (folders) => choice.offer(folders),
    programOf: (folder) => choice.offered.get(folder)?.programName,
    pick: () => choice.pick(),
    async add(folder, id) {
      const real = await resolved(folder)
      const known = await storeIn(await all(), real)
      if (known !== undefined) return known.key
      // A copy has an id of its own, so the same id elsewhere on the list is where this store was.
      const moved = (await file.read()).stores.find((each) => each.id === id)
      const entry = { key: moved?.key ?? randomUUID(), id, name: choice.nameOf(real), folder: real }
      await file.change((now) => ({ ...now, stores: [...now.stores.filter(({ key }) => key !== entry.key), entry] }))
      return entry.key
    },
    async forget(key, history) {
      if (history === 'remove') await removeHistoryOf((await entryOf(key)).folder, here)
      await file.change((now) => ({
        ...now,
        current: now.current === key ? null : now.current,
        stores: now.stores.filter((each) => each.key !== key),
      }))
    },
    async whyKeepHistory(key) {
      const { folder } = await entryOf(key)
      return askFolderThread({ kind: 'whyKeepHistory', dir: folder, here }, HISTORY_MS)
    },
    async find(key, typed) {
      const entry = await entryOf(key)
      const found = await choice.inspect(typed)
      await moveTo(found, entry, device)
      const { folder } = found
      await recordMove(new Device(device), entry.id, folder)
      await file.change((now) => ({ ...now, stores: withMoved(now.stores, key, folder) }))
    },
  }
}

/** A store that is named after its folder is so after the new one, too. */
function withMoved(stores: readonly StoreEntry[], key: string, folder: string): readonly StoreEntry[] {
  return stores.map((each) => {
    const isNamedAfterFolder = each.name === nodePath.basename(each.folder)
    return each.key !== key
      ? each
      : { ...each, folder, name: isNamedAfterFolder ? nodePath.basename(folder) : each.name }
  })
}

/** Removes the history of a store, with what this device derived from it, and its key. */
async function removeHistoryOf(folder: string, here: Here): Promise<void> {
  const id = await askFolderThread({ kind: 'removeHistory', dir: folder, here }, HISTORY_MS)
  await fs.rm(nodePath.join(here.device, id), { recursive: true, force: true })
}

async function presentFolder(found: InspectedFolder, { nameOf }: Pick<FolderChoice, 'nameOf'>): Promise<FolderLook> {
  const { folder, kind, uncommitted, isHidden, fromElsewhere, firstPolicies, otherPlace, ownCommits } = found
  const { history, onlyBeside } = found
  return {
    folder,
    shown: displayPath(folder),
    name: nameOf(folder),
    kind,
    uncommitted,
    warning: await syncWarning(folder),
    isHidden,
    history,
    onlyBeside,
    stranger: strangerIn(fromElsewhere, firstPolicies),
    otherPlace: otherPlace === null ? null : { ...otherPlace, folder: displayPath(otherPlace.folder) },
    ownCommits,
  }
}

/** A store, without what is done with it. */
export type ListedStore = Omit<KnownStore, 'isKept' | 'keepingProblem'>
type Listed = Pick<KnownStore, 'key' | 'name' | 'folder' | 'isDefault'>

function listed(defaultFolder: string, stores: readonly StoreEntry[]): readonly Listed[] {
  return [
    { key: DEFAULT_KEY, name: nodePath.basename(defaultFolder), folder: defaultFolder, isDefault: true },
    ...stores.map(({ key, name, folder }) => ({ key, name, folder, isDefault: false })),
  ]
}

async function withGiven(all: readonly Listed[], given: string | undefined): Promise<readonly Listed[]> {
  if (given === undefined || (await storeIn(all, await realFolder(given))) !== undefined) return all
  const name = nodePath.basename(nodePath.resolve(given))
  return [...all, { key: GIVEN_KEY, name, folder: given, isDefault: false }]
}

async function present(all: readonly Listed[], open: string, device: string): Promise<readonly ListedStore[]> {
  const openFolder = await realFolder(open)
  return Promise.all(
    all.map(async (each) => {
      const real = await realFolder(each.folder)
      const isAway = real === null && (await hasHistoryBeside(each.folder, device))
      return {
        ...each,
        folder: displayPath(each.folder),
        isOpen: (real ?? each.folder) === (openFolder ?? open),
        isMissing: real === null && !each.isDefault && !isAway,
        isAway,
        warning: real === null ? null : await syncWarning(real),
      }
    }),
  )
}

async function resolved(folder: string): Promise<string> {
  return (await realFolder(folder)) ?? folder
}

async function storeIn(all: readonly Listed[], real: string | null): Promise<Listed | undefined> {
  for (const each of all) if ((await realFolder(each.folder)) === real) return each
  return undefined
}

function entryIn<Entry extends Pick<StoreEntry, 'key'>>(stores: readonly Entry[], key: string): Entry {
  const entry = stores.find((each) => each.key === key)
  if (entry === undefined) throw new AppError('not-adoptable', say('store-not-listed'))
  return entry
}

/** Opening would create a missing folder, and an empty store is not what was meant; a history beside opens without it. */
async function existing(folder: string, device: string): Promise<string> {
  const name = nodePath.basename(folder)
  if ((await realFolder(folder)) === null && !(await hasHistoryBeside(folder, device)))
    throw new AppError('not-adoptable', say('store-folder-moved', { name }))
  return folder
}

function notTheStore(name: string, isAnother: boolean): AppError {
  return new AppError('not-adoptable', say(isAnother ? 'folder-of-another-store' : 'folder-not-the-store', { name }))
}

/** The user has said where the store is now: it is known there, with what a kill may have left in its journal. */
async function recordMove(device: Device, id: string, folder: string): Promise<void> {
  const record = await device.recordOf(id)
  await device.remember(id, {
    folder,
    acceptsUnsigned: record?.acceptsUnsigned ?? true,
    isMine: record?.isMine ?? false,
  })
}

/** The store is in this folder now; its history, if that lies beside it, follows. Throws a message when it cannot be. */
async function moveTo(
  { folder, storeId, otherPlace }: InspectedFolder,
  { id, name, folder: before }: StoreEntry,
  device: string,
): Promise<void> {
  const isBeside = await hasHistoryBeside(before, device)
  if (isBeside ? storeId !== null : storeId !== id) throw notTheStore(name, storeId !== null)
  if (isBeside ? (await realFolder(before)) !== null : otherPlace?.isThere === true) throw stillThere(name)
  if (!isBeside) return
  const request = { kind: 'isFolderOf', dir: before, now: folder, here: { device } } as const
  if (!(await askFolderThread(request, HISTORY_MS))) throw notTheStore(name, false)
  await moveHistoryBeside(before, folder, device)
}

function stillThere(name: string): AppError {
  return new AppError('not-adoptable', say('store-is-a-copy', { name }))
}
