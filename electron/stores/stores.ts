import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { homedir } from 'node:os'
import * as nodePath from 'node:path'
import type { Mode } from '../../shared/app-state.ts'
import { AppError } from '../../shared/errors.ts'
import type { FolderLook, KnownStore } from '../../shared/stores.ts'
import { hasCode, unlessMissing } from '../disk/durable-files.ts'
import { displayPath } from '../home.ts'
import { lookAtFolder } from '../memory/look-at-folder.ts'
import { openStoresFile, type StoreEntry } from './stores-file.ts'

/** Which stores the user has, and which folders may become one. Opening them is the core's. */
export interface Stores {
  /** @param open the folder of the store that is open */
  list(open: string): Promise<readonly KnownStore[]>
  /** The folder of a store, when it is there; throws in words when it is not. */
  folderOf(key: string): Promise<string>
  /** The store that was open last; `null` is the default store. */
  last(): Promise<StoreEntry | null>
  /** From now on this one is opened at the start. */
  remember(key: string): Promise<void>
  look(typed: string): Promise<FolderLook>
  /** Folders whose path begins like this. */
  complete(typed: string): Promise<readonly string[]>
  /** The user's choice through the system's own dialog; `null` when it was cancelled. */
  pick(): Promise<string | null>
  /** @returns the key of the store in this folder; a folder that is on the list already keeps its own */
  add(folder: string, id: string): Promise<string>
  /** Takes it off the list; the folder stays as it is. */
  forget(key: string): Promise<void>
  /** The store's folder is elsewhere now. Refused when another store, or none, lies there. */
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
const NAMES_SHOWN = 200
const COMPLETIONS = 30

export function createStores({ home, mode, defaultFolder, given, pickFolder }: StoresOptions): Stores {
  const file = openStoresFile(home)
  /** On the desktop a folder comes from the system's dialog and from nowhere else. */
  const picked = new Set<string>()

  async function entryOf(key: string): Promise<StoreEntry> {
    const entry = (await file.read()).stores.find((each) => each.key === key)
    if (entry === undefined)
      throw new AppError('not-adoptable', 'This store is no longer on the list. Add its folder again.')
    return entry
  }

  async function reach(
    typed: string,
  ): Promise<{ readonly folder: string; readonly look: Awaited<ReturnType<typeof lookAtFolder>> }> {
    const folder = readPath(typed)
    if (folder === null)
      throw new AppError(
        'not-adoptable',
        'This is no full path of a folder. Nothing was made. Write it from the beginning, like ~/Documents/notes.',
      )
    if (mode === 'desktop' && !picked.has(typed))
      throw new AppError(
        'not-adoptable',
        'This folder was not chosen in the dialog. Nothing was made. Choose it again.',
      )
    const look = await lookAtFolder(folder)
    if (look.folder === (await unlessMissing(fs.realpath(home))))
      throw new AppError(
        'not-adoptable',
        'This folder cannot hold a memory: Variorum keeps its own settings there. Choose a folder of its own.',
      )
    return { folder: look.folder, look }
  }

  return {
    async list(open) {
      const { stores } = await file.read()
      const openFolder = await realFolder(open)
      const others = stores.map(({ key, name, folder }) => ({ key, name, folder, isDefault: false }))
      const all = [
        { key: DEFAULT_KEY, name: nodePath.basename(defaultFolder), folder: defaultFolder, isDefault: true },
        ...others,
      ]
      if (given !== undefined && !(await has(all, given)))
        all.push({ key: GIVEN_KEY, name: nodePath.basename(nodePath.resolve(given)), folder: given, isDefault: false })
      return Promise.all(
        all.map(async (each) => {
          const real = await realFolder(each.folder)
          return {
            ...each,
            folder: displayPath(each.folder),
            isOpen: real !== null && real === openFolder,
            isMissing: real === null && !each.isDefault,
          }
        }),
      )
    },
    async folderOf(key) {
      if (key === DEFAULT_KEY) return defaultFolder
      const { name, folder } =
        key === GIVEN_KEY && given !== undefined
          ? { name: nodePath.basename(given), folder: given }
          : await entryOf(key)
      // Opening makes a folder that is missing, and an empty store is not the one that was meant.
      if ((await realFolder(folder)) === null)
        throw new AppError(
          'not-adoptable',
          `The folder of “${name}” is not where it was. Nothing was opened. Put it back, or use “Find it” in Settings to say where it is now.`,
        )
      return folder
    },
    async last() {
      const { current, stores } = await file.read()
      return stores.find(({ key }) => key === current) ?? null
    },
    async remember(key) {
      await file.change((now) => ({ ...now, current: key === DEFAULT_KEY || key === GIVEN_KEY ? null : key }))
    },
    async look(typed) {
      const { folder, look } = await reach(typed)
      const { kind, uncommitted } = look
      return {
        folder,
        shown: displayPath(folder),
        name: nodePath.basename(folder),
        kind,
        uncommitted: { count: uncommitted.length, names: uncommitted.slice(0, NAMES_SHOWN) },
        warning: whyDoubtful(folder),
      }
    },
    complete: async (typed) => (mode === 'browser' ? completions(typed) : []),
    async pick() {
      const folder = (await pickFolder?.()) ?? null
      if (folder === null) return null
      picked.add(folder)
      const real = await realFolder(folder)
      if (real !== null) picked.add(real)
      return folder
    },
    async add(folder, id) {
      const { stores } = await file.read()
      const all = [{ key: DEFAULT_KEY, folder: defaultFolder }, ...stores]
      const real = (await realFolder(folder)) ?? folder
      for (const each of all) if ((await realFolder(each.folder)) === real) return each.key
      const key = randomUUID()
      await file.change((now) => ({
        ...now,
        stores: [...now.stores, { key, id, name: nodePath.basename(real), folder: real }],
      }))
      return key
    },
    async forget(key) {
      await file.change((now) => ({
        current: now.current === key ? null : now.current,
        stores: now.stores.filter((each) => each.key !== key),
      }))
    },
    async find(key, typed) {
      const entry = await entryOf(key)
      const { folder, look } = await reach(typed)
      if (look.storeId !== entry.id)
        throw new AppError(
          'not-adoptable',
          `This folder is not the store “${entry.name}”${look.storeId === null ? '' : ', it is another one'}. The list is as it was. Choose the folder that holds it, or add this one as a store of its own.`,
        )
      await file.change((now) => ({
        ...now,
        stores: now.stores.map((each) =>
          each.key === key ? { ...each, folder, name: nodePath.basename(folder) } : each,
        ),
      }))
    },
  }
}

async function has(all: readonly { readonly folder: string }[], folder: string): Promise<boolean> {
  const real = await realFolder(folder)
  for (const each of all) if ((await realFolder(each.folder)) === real) return true
  return false
}

/** Links resolved; null when no folder is there. */
async function realFolder(folder: string): Promise<string | null> {
  try {
    const real = await fs.realpath(folder)
    return (await fs.stat(real)).isDirectory() ? real : null
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EIO', 'ENODEV')) return null
    throw error
  }
}

/** A full path as people type it; null for anything else. Network names are not asked for: asking would tell them who asks. */
function readPath(typed: string): string | null {
  const path = typed.trim().replace(/^~(?=$|[\\/])/, homedir())
  // oxlint-disable-next-line no-control-regex
  return nodePath.isAbsolute(path) && !/^[\\/]{2}|[\u0000-\u001f]/.test(path) ? nodePath.resolve(path) : null
}

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/

/** Names of folders only, and only those that go on from what was typed; hidden ones when their dot was typed. */
async function completions(typed: string): Promise<readonly string[]> {
  const cut = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf(nodePath.sep)) + 1
  const folder = readPath(typed.slice(0, cut))
  if (folder === null) return []
  const begun = typed.slice(cut).toLowerCase()
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name.toLowerCase().startsWith(begun) &&
        entry.name.startsWith('.') === begun.startsWith('.') &&
        !CONTROL_CHARACTER.test(entry.name),
    )
    .map(({ name }) => `${typed.slice(0, cut)}${name}${nodePath.sep}`)
    .toSorted()
    .slice(0, COMPLETIONS)
}

const SYNCED =
  /[\\/](Dropbox|OneDrive[^\\/]*|Google ?Drive|GoogleDrive[^\\/]*|Mobile Documents|CloudStorage|iCloud ?Drive|Nextcloud|ownCloud|pCloud ?Drive|Box(?: Sync)?|Syncthing)(?:[\\/]|$)/i

function whyDoubtful(folder: string): string | null {
  return SYNCED.test(folder)
    ? 'This folder is kept in step with other computers by another program. Two computers that write at the same time can harm the git repository in it; use it on one at a time.'
    : null
}
