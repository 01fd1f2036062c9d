import type { KnownStore } from '../shared/stores.ts'
import { announcements } from './announcements.ts'
import { closeHome, variorumHome } from './home.ts'
import type { Log } from './log.ts'
import { defaultFolder } from './stores/default-folder.ts'
import { KeptStores } from './stores/kept-stores.ts'
import { createStores } from './stores/stores.ts'

/** Keeping stores with none of them open: for a computer without a window. */
export interface Keeping {
  /** The stores that the user wants kept. */
  kept(): Promise<readonly KnownStore[]>
  /** Called when a store is kept, or is not any more. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

export interface KeepingOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log?: Log | undefined
}

export async function openKeeping({ env, log }: KeepingOptions): Promise<Keeping> {
  const home = variorumHome(env)
  await closeHome(home)
  const { emit, on } = announcements()
  const stores = createStores({ home, mode: 'cli', defaultFolder: await defaultFolder({ env, home }) })
  const kept = new KeptStores({ home, stores, openFolder: () => '', on, emit, log })
  kept.begin()
  return {
    kept: async () => (await kept.present(await stores.list(''))).filter(({ isKept }) => isKept),
    onChange: (listener) => void on(({ type }) => type === 'settings.changed' && listener()),
    close: () => kept.close(),
  }
}
