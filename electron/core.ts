import type { AppState, Mode } from '../shared/app-state.ts'
import type { BringBack, CommitRef, Origin, PointRef, UndoNextOutcome, WriteOutcome } from '../shared/commit.ts'
import type { StoreStatus } from '../shared/memory.ts'
import type { Settings, SettingsChange, StoreSettings, StoreSettingsChange } from '../shared/settings.ts'
import type { Agent } from './agent/agent.ts'
import type { Conversations } from './agent/conversations.ts'
import { createMemoryKeys, type KeyChain } from './agent/keys.ts'
import type { MemoryTool } from './agent/memory-tool/memory-tool.ts'
import type { Models } from './agent/models.ts'
import { announcements, type Announcements } from './announcements.ts'
import { defaultStore, displayPath, variorumHome } from './home.ts'
import type { MoveOutcome, RemoveOutcome, Store } from './memory/store-interface.ts'
import type { PolicyKeeper } from './policies/keeper.ts'
import { SettingsFile } from './settings-file.ts'
import { openCurrentStore, type CurrentStore } from './stores/current-store.ts'
import { openOneStore } from './stores/opened-store.ts'
import { createStores, type Stores } from './stores/stores.ts'

/** Everything a door needs: built once by openCore, knows nothing of Electron, sockets or terminals. */
export interface Core
  extends
    Pick<Announcements, 'on' | 'events'>,
    Pick<CurrentStore, 'openKnown' | 'addStore' | 'forgetStore'>,
    Pick<Agent, 'send' | 'retry' | 'continue' | 'finished' | 'stop'> {
  /** The store that is open; another one after `openKnown`. */
  readonly store: Store
  readonly stores: Pick<Stores, 'look' | 'complete' | 'pick' | 'find'>
  readonly settings: Settings
  readonly conversations: Conversations
  readonly models: Models
  readonly policies: PolicyKeeper
  state(): Promise<AppState>
  /** The open store's status, its folder as people read it. */
  storeStatus(): Promise<StoreStatus>
  changeSettings(change: SettingsChange): Promise<Settings>
  changeStoreSettings(change: StoreSettingsChange): Promise<StoreSettings>
  saveFile(path: string, before: string | null, text: string): Promise<WriteOutcome>
  removeFile(path: string): Promise<RemoveOutcome>
  renameFile(from: string, to: string): Promise<MoveOutcome>
  /** A whole store brought back with its policies is under these from then on. */
  restore(ref: PointRef, path: string, how?: BringBack): Promise<WriteOutcome>
  makePoint(name: string, ref?: PointRef): Promise<void>
  removePoint(name: string): Promise<void>
  undo(ref: CommitRef, how?: BringBack): Promise<WriteOutcome>
  undoNext(how?: BringBack): Promise<UndoNextOutcome>
  redoNext(how?: BringBack): Promise<UndoNextOutcome>
  undoTurn(conversation: string, turn: number, how?: BringBack): Promise<WriteOutcome>
  /** The memory tool itself, outside of any conversation. */
  memoryTool(): MemoryTool
  /** Watches for edits by other programs from now on, when it was not asked for at once. */
  watch(): Promise<void>
  close(): Promise<void>
}

export interface CoreOptions {
  readonly mode: Mode
  readonly env: Readonly<Record<string, string | undefined>>
  /** The store's folder; the default store when missing. */
  readonly dir?: string | undefined
  readonly watch?: boolean
  /** See StoreOptions.adoptOnOpen. */
  readonly adoptOnOpen?: boolean
  /** Where keys are kept; in memory, for this run, when it is left out. */
  readonly keys?: KeyChain | undefined
  /** The system's own dialog for a folder; without it a path is typed. */
  readonly pickFolder?: (() => Promise<string | null>) | undefined
}

const VERSION = '0.1.0'

const byUser = (verb: Origin['verb']): Origin => ({ actor: 'user', verb, lineage: 'user' })

/** Opens store, settings and conversations, and wires them: the one place where everything is built. */
export async function openCore({
  mode,
  env,
  dir,
  watch = true,
  adoptOnOpen = true,
  keys = createMemoryKeys(),
  pickFolder,
}: CoreOptions): Promise<Core> {
  const home = variorumHome(env)
  const defaultFolder = defaultStore(env)
  const settings = await SettingsFile.open(home)
  const { emit, on, events } = announcements()
  const stores = createStores({ home, mode, defaultFolder, given: dir, pickFolder })
  const current = await openCurrentStore({
    stores,
    emit,
    defaultFolder,
    // A command of the command line means the store it names, not the window's.
    dir: dir ?? (mode === 'cli' ? defaultFolder : undefined),
    open: (folder) =>
      openOneStore({
        dir: folder,
        home,
        settings: () => settings.current,
        env,
        keys,
        watch,
        adoptOnOpen,
        inThread: mode !== 'cli',
      }),
  })
  keys.onChange?.(() => emit({ type: 'settings.changed' }))
  const agent = (): Agent => current.opened.agent
  const store = (): Store => current.opened.store
  const storeStatus = async (): Promise<StoreStatus> => {
    const status = await store().status()
    return { ...status, folder: displayPath(status.folder) }
  }

  return {
    get store() {
      return store()
    },
    get settings() {
      return settings.current
    },
    get policies() {
      return current.opened.policies
    },
    get conversations() {
      return agent().conversations
    },
    get models() {
      return agent().models
    },
    stores,
    openKnown: current.openKnown,
    addStore: current.addStore,
    forgetStore: current.forgetStore,
    on,
    events,
    storeStatus,
    async state() {
      const { opened, note } = current
      const [status, storeSettings, list] = await Promise.all([
        storeStatus(),
        opened.store.settings(),
        stores.list(opened.dir),
      ])
      return {
        version: VERSION,
        mode,
        settings: settings.current,
        storeSettings,
        store: status,
        stores: { list, note },
        providers: opened.agent.models.states(),
      }
    },
    async changeSettings(change) {
      const changed = await settings.change(change)
      emit({ type: 'settings.changed' })
      return changed
    },
    async changeStoreSettings(change) {
      const changed = await store().changeSettings(change)
      emit({ type: 'settings.changed' })
      return changed
    },
    saveFile: (path, before, text) =>
      store().put(path, before, Buffer.from(text.toWellFormed(), 'utf8'), byUser(before === null ? 'create' : 'edit')),
    removeFile: (path) => store().remove(path, byUser('delete')),
    renameFile: (from, to) => store().move(from, to, byUser('rename')),
    async restore(ref, path, how) {
      const outcome = await store().restore(ref, path, byUser('restore'), how)
      if (outcome.kind === 'committed' && path === '' && how?.withPolicies === true)
        await current.opened.policies.accept()
      return outcome
    },
    async makePoint(name, ref) {
      await store().makePoint(name, ref)
      emit({ type: 'store.changed' })
    },
    async removePoint(name) {
      await store().removePoint(name)
      emit({ type: 'store.changed' })
    },
    undo: (ref, how) => store().undo([ref], byUser('undo'), how),
    undoNext: (how) => store().undoNext(byUser('undo'), how),
    redoNext: (how) => store().redoNext(byUser('undo'), how),
    async undoTurn(conversation, turn, how) {
      const commits = (await store().commitsOfTurn(conversation, turn)).filter(({ undoneBy }) => undoneBy === null)
      if (commits.length === 0) return { kind: 'refused', reason: 'This turn left nothing to undo.' }
      return store().undo(
        commits.map(({ id }) => id),
        byUser('undo'),
        how,
      )
    },
    memoryTool: () => current.opened.memoryTool(),
    watch: () => store().watch(),
    send: (request) => agent().send(request),
    retry: (request) => agent().retry(request),
    continue: (request) => agent().continue(request),
    finished: (id) => agent().finished(id),
    stop: (id) => agent().stop(id),
    close: current.close,
  }
}
