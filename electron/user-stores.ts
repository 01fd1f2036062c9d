import type { UndoOutcome } from '../shared/commit.ts'
import type { AppEvent } from '../shared/events.ts'
import type { Client } from '../shared/origin.ts'
import type { UndoHow, UndoWhat } from '../shared/undoing.ts'
import type { SettingsFile } from './settings-file.ts'
import type { CurrentStore } from './stores/current-store.ts'
import { createEveryStore, type EveryStore } from './stores/every-store.ts'
import type { KeptStores } from './stores/kept-stores.ts'
import type { Stores } from './stores/stores.ts'
import { createUserCommands } from './user-commands.ts'

/** The stores of the user: one is open, others are kept besides it. */
export interface UserStores extends Pick<CurrentStore, 'openKnown' | 'addStore' | 'forgetStore'> {
  readonly stores: Pick<Stores, 'inspect' | 'complete' | 'pick' | 'find' | 'whyKeepHistory'>
  readonly kept: Pick<KeptStores, 'set'>
  /** Those that are kept besides the open one. */
  readonly everyStore: EveryStore & {
    /** By the user, in one of them. */
    undo(key: string, what: UndoWhat, how?: UndoHow): Promise<UndoOutcome>
  }
  /** Starts watching for edits by other programs, for a core opened with `watch: false`. */
  watch(): Promise<void>
}

export interface OpenedStores {
  readonly stores: Stores
  readonly current: CurrentStore
  readonly kept: KeptStores
}

interface Parts {
  readonly home: string
  readonly settings: Pick<SettingsFile, 'current'>
  readonly emit: (event: AppEvent) => void
  /** The program that runs commands, if it is not the app. */
  readonly client: Client | undefined
}

export function userStores(
  { stores, current, kept }: OpenedStores,
  { home, settings, emit, client }: Parts,
): UserStores {
  const { openKnown } = current
  const remembersRejected = (): boolean => settings.current.rememberRejected
  return {
    stores: { ...stores, find: (key, typed) => kept.without(key, () => current.find(key, typed)) },
    kept,
    openKnown,
    forgetStore: (key, history) => kept.without(key, () => current.forgetStore(key, history)),
    everyStore: {
      ...createEveryStore({ home, kept, remembersRejected, emit }),
      undo: (key, what, how) =>
        current.inOther(key, (other) => createUserCommands(() => other, emit, client).undo(what, how)),
    },
    /** A program writes its memory at any time, so that is kept from now on. */
    async addStore(folder, request) {
      const key = await current.addStore(folder, request)
      if (stores.programOf(await stores.placeOf(key)) !== undefined) await kept.set(key, true)
      return key
    },
    async watch() {
      const { store, devices } = current.opened
      await store.watch()
      devices.begin()
      kept.begin()
    },
  }
}
