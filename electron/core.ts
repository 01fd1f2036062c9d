import type { Ulid } from '../shared/change.ts'
import type { CommitRef, WriteOutcome } from '../shared/commit.ts'
import type { AppEvent } from '../shared/events.ts'
import type { StoreStatus } from '../shared/memory.ts'
import type { ProviderState, Settings, SettingsChange, StoreSettings, StoreSettingsChange } from '../shared/settings.ts'
import type { Conversations } from './agent/conversations.ts'
import type { MoveOutcome, RemoveOutcome, Store } from './memory/store-interface.ts'

export interface AppState {
  readonly version: string
  readonly mode: 'desktop' | 'browser' | 'cli'
  readonly settings: Settings
  readonly storeSettings: StoreSettings
  readonly store: StoreStatus
  readonly providers: readonly ProviderState[]
}

/** Everything a door needs: built once by openCore, knows nothing of Electron, sockets or terminals. */
export interface Core {
  readonly store: Store
  readonly conversations: Conversations
  state(): Promise<AppState>
  changeSettings(change: SettingsChange): Promise<Settings>
  changeStoreSettings(change: StoreSettingsChange): Promise<StoreSettings>
  saveFile(path: string, before: string | null, text: string): Promise<WriteOutcome>
  removeFile(path: string): Promise<RemoveOutcome>
  renameFile(from: string, to: string): Promise<MoveOutcome>
  restore(ref: CommitRef, path: string): Promise<WriteOutcome>
  undo(ref: CommitRef): Promise<WriteOutcome>
  undoTurn(conversation: string, turn: number): Promise<WriteOutcome>
  /** Begins a turn; resolves once `turn.started` is on disk. */
  send(request: { readonly id?: string | undefined; readonly text: string; readonly message?: Ulid | undefined }): Promise<{ readonly id: string; readonly turn: number }>
  /** Stops the running turn, if there is one; resolves when transcript and store are at rest. */
  stop(id: string): Promise<void>
  on(listener: (event: AppEvent) => void): () => void
  events(signal?: AbortSignal): AsyncGenerator<AppEvent>
  close(): Promise<void>
}
