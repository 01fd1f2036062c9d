import type { HttpDoorState } from './clients.ts'
import type { StoreStatus } from './memory.ts'
import type { ProviderState, Settings, StoreSettings } from './settings.ts'
import type { KnownStores } from './stores.ts'

/** The door that a core was opened for. */
export type Mode = 'desktop' | 'browser' | 'cli'

/** What is known of newer versions. */
export interface UpdateState {
  /** False in a build without a publisher, which looks for nothing. */
  readonly isPublished: boolean
  /** Whether the app can download and install it; otherwise the page says where it is. */
  readonly canInstall: boolean
  /** `isNews` until the user has set it aside. */
  readonly newer: { readonly version: string; readonly page: string; readonly isNews: boolean } | null
}

/** Everything the window needs at its start. */
export interface AppState {
  readonly version: string
  readonly mode: Mode
  readonly settings: Settings
  readonly storeSettings: StoreSettings
  readonly store: StoreStatus
  readonly stores: KnownStores
  readonly providers: readonly ProviderState[]
  /** `null` where the app does not look for newer versions itself: in the browser. */
  readonly update: UpdateState | null
  /** The door for other agents. */
  readonly httpDoor: HttpDoorState
  /** Whether this door can start the system's programs. */
  readonly canOpen: boolean
}

/** Whether the door's dialog saved a file. `not-here`: this door has no dialog, so the page downloads the file. */
export type SavedAs = 'saved' | 'cancelled' | 'not-here'
