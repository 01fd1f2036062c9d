import type { StoreStatus } from './memory.ts'
import type { ProviderState, Settings, StoreSettings } from './settings.ts'
import type { KnownStores } from './stores.ts'

/** The door that a core was opened for. */
export type Mode = 'desktop' | 'browser' | 'cli'

/** Everything the window needs at its start. */
export interface AppState {
  readonly version: string
  readonly mode: Mode
  readonly settings: Settings
  readonly storeSettings: StoreSettings
  readonly store: StoreStatus
  readonly stores: KnownStores
  readonly providers: readonly ProviderState[]
}
