import type { StoreStatus } from './memory.ts'
import type { ProviderState, Settings, StoreSettings } from './settings.ts'
import type { KnownStores } from './stores.ts'

/** Which door a core was opened for. */
export type Mode = 'desktop' | 'browser' | 'cli'

/** What the window needs to open. */
export interface AppState {
  readonly version: string
  readonly mode: Mode
  readonly settings: Settings
  readonly storeSettings: StoreSettings
  readonly store: StoreStatus
  readonly stores: KnownStores
  readonly providers: readonly ProviderState[]
}
