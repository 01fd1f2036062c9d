import type { AppState, Mode, SavedAs } from '../shared/app-state.ts'
import type { StoreStatus } from '../shared/memory.ts'
import type { Client } from '../shared/origin.ts'
import type { Settings } from '../shared/settings.ts'
import type { Agent } from './agent/agent.ts'
import type { Conversations } from './agent/conversations.ts'
import { createMemoryKeys, type KeyChain } from './agent/keys.ts'
import type { Models } from './agent/models.ts'
import type { Fetch } from './agent/providers/guarded-fetch.ts'
import { announcements, type Announcements } from './announcements.ts'
import { appState, shownStatus } from './app-state.ts'
import { askingAgain, type AskingAgain } from './ask-again.ts'
import { type Audit, openAudit } from './audit.ts'
import type { Running } from './connect/own-start.ts'
import { copiesForDoors } from './copies.ts'
import type { Exports, PickTarget } from './export/exports.ts'
import { closeHome, variorumHome } from './home.ts'
import type { Images } from './images.ts'
import type { Uploads } from './import/uploads.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { Store } from './memory/store-interface.ts'
import type { StoreOptions } from './memory/store-options.ts'
import type { Opener } from './open-outside.ts'
import { otherAgents, type OtherAgents } from './other-agents.ts'
import type { PolicyKeeper } from './policy-keeper/keeper.ts'
import type { ValueKeeper } from './policy-keeper/value-keeper.ts'
import { settingsChanges, type SettingsChanges } from './settings-changes.ts'
import { SettingsFile } from './settings-file.ts'
import { type ConfirmFolder, type CurrentStore, openCurrentStore } from './stores/current-store.ts'
import { defaultFolder, type DefaultFolderOptions } from './stores/default-folder.ts'
import { KeptStores } from './stores/kept-stores.ts'
import { isKeptBeside, recordKnownPlaces } from './stores/known-places.ts'
import { openOneStore, type OpenedStore } from './stores/opened-store.ts'
import { createStores, type Stores } from './stores/stores.ts'
import { whatWaits } from './stores/strangers.ts'
import { createUpdates, type UpdateOptions, type Updates } from './updates/updates.ts'
import { createUserCommands, type UserCommands } from './user-commands.ts'
import { type OpenedStores, userStores, type UserStores } from './user-stores.ts'
import { VERSION } from './version.ts'

type Turns = Pick<Agent, 'send' | 'retry' | 'continue' | 'wrapUp' | 'skipWrapUp' | 'finished' | 'stop'> & AskingAgain

/** Everything a door needs: built once by openCore, with no knowledge of Electron, sockets or terminals. */
export interface Core
  extends Pick<Announcements, 'on' | 'events'>, OtherAgents, SettingsChanges, Turns, UserCommands, UserStores {
  /** The open store; another one after `openKnown`. */
  readonly store: Store
  readonly settings: Settings
  readonly conversations: Conversations
  readonly models: Models
  readonly jobs: Omit<Jobs, 'follow' | 'settled'>
  readonly policies: PolicyKeeper
  readonly values: ValueKeeper
  readonly review: OpenedStore['review']
  /** Images of the open store. */
  readonly images: Images
  readonly uploads: Uploads
  /** Copies of what is in the open store. */
  readonly exports: Exports
  readonly upkeep: OpenedStore['upkeep']
  readonly imports: OpenedStore['imports']
  readonly devices: OpenedStore['devices']
  state(): Promise<AppState>
  readonly audit: Pick<Audit, 'note' | 'newest'>
  /** What came with the folder, or of its policies, and is not in use, as sentences for the terminal; `null` for nothing. */
  waiting(): Promise<string | null>
  /** The open store's status, with its folder as people read it. */
  storeStatus(): Promise<StoreStatus>
  /** The memory tool, outside any conversation. See OpenedStore. */
  memoryTool: OpenedStore['memoryTool']
  /** Saves a text where the user wants it. */
  saveAs(name: string, text: string): Promise<SavedAs>
  /** Hands a file or folder to the system's programs. See open-outside.ts. */
  openOutside(path: string, where: 'program' | 'folder'): Promise<void>
  /** `null` where the app does not look for newer versions itself. */
  readonly updates: Updates | null
  close(): Promise<void>
}

/** How to open `dir`; see StoreOptions. */
type Opening = Partial<Pick<StoreOptions, 'trust' | 'hidden' | 'history'>>

export interface CoreOptions extends Pick<DefaultFolderOptions, 'documents' | 'place'>, Opening {
  readonly mode: Mode
  readonly env: Readonly<Record<string, string | undefined>>
  /** The store's folder; defaults to the default store. */
  readonly dir?: string | undefined
  /** The program whose memory `dir` is, if it is one's. */
  readonly program?: string | undefined
  readonly watch?: boolean
  /** See StoreOptions.adoptOnOpen. */
  readonly adoptOnOpen?: boolean
  /** The program for which a door opens the core; every commit of the memory tool and of the user's verbs names it. */
  readonly client?: Client | undefined
  /** Defaults to keys kept in memory, for this run. */
  readonly keys?: KeyChain | undefined
  /** How the agent's requests leave this computer; defaults to Node's way, with the environment's proxy. */
  readonly fetch?: Fetch | undefined
  /** How other programs can start us; without it, by the npm package that is installed. */
  readonly running?: Running | undefined
  /** Where failures are noted that nobody is waiting for. */
  readonly log?: Log | undefined
  /** How to look for newer versions, and install one; without it the app does not look. */
  readonly updates?: Pick<UpdateOptions, 'fetch' | 'install'> | undefined
  /** The system's dialog for a folder; without it a path is typed. */
  readonly pickFolder?: (() => Promise<string | null>) | undefined
  /** The system's dialog for where an export goes; without it the page downloads it. */
  readonly pickTarget?: PickTarget | undefined
  /** How the system's programs are started; without it the page offers none. */
  readonly opener?: Opener | undefined
  /** See CurrentOptions.confirmFolder. */
  readonly confirmFolder?: ConfirmFolder | undefined
}

/** Where a core finds the memory, if no other folder is named, its history, and the app's own data. Makes nothing. */
export async function whereDataLives(
  env: CoreOptions['env'],
  dir?: string,
): Promise<{ readonly memory: string; readonly app: string; readonly isKeptBeside: boolean }> {
  const app = variorumHome(env)
  const memory = dir ?? (await defaultFolder({ env, home: app }))
  return { memory, app, isKeptBeside: await isKeptBeside(app, memory) }
}

/** Opens store, settings and conversations and connects them: the one place where everything is built. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { mode, env, keys = createMemoryKeys(), log, pickTarget, opener } = options
  const home = await closeHome(variorumHome(env))
  const settings = await SettingsFile.open(home)
  const { emit, ...heard } = announcements()
  const audit = openAudit(home, (cause) => log?.fault('The audit log was not written', cause))
  const parts = { home, settings, emit, on: heard.on, audit }
  const { stores, current, kept } = await openStores({ ...options, keys }, parts)
  const updates = openUpdates(options.updates, parts)
  const agent = (): Agent => current.opened.agent
  const commands = createUserCommands(() => current.opened, emit, options.client)
  const agents = otherAgents(options, { ...parts, stores, current })
  const copies = copiesForDoors({ opened: () => current.opened, home, pickTarget, opener })
  return {
    ...copies,
    ...heard,
    get store() {
      return current.opened.store
    },
    get settings() {
      return settings.current
    },
    get policies() {
      return current.opened.policies
    },
    get values() {
      return current.opened.values
    },
    get review() {
      return current.opened.review
    },
    get imports() {
      return current.opened.imports
    },
    get devices() {
      return current.opened.devices
    },
    get upkeep() {
      return current.opened.upkeep
    },
    get conversations() {
      return agent().conversations
    },
    get models() {
      return agent().models
    },
    get jobs() {
      return current.opened.jobs
    },
    ...userStores({ stores, current, kept }, { ...parts, client: options.client }),
    ...ofOpened(current, stores, commands),
    state: () => appState(mode, { settings, stores, current, kept, updates, agents, opener }),
    ...settingsChanges(settings, () => current.opened, emit),
    ...agents,
    ...commands,
    audit,
    updates,
    close: () => closeAll({ updates, current, kept, audit, exports: copies.exports }),
  }
}

function ofOpened(
  current: CurrentStore,
  stores: Stores,
  commands: UserCommands,
): Pick<Core, 'storeStatus' | 'waiting' | 'memoryTool'> & Turns {
  return {
    ...turnsOf(() => current.opened.agent, commands),
    memoryTool: (...user) => current.opened.memoryTool(...user),
    storeStatus: () => shownStatus(current, stores),
    waiting: () => whatWaits(current.opened.store, current.opened.policies),
  }
}

interface Closed extends Pick<OpenedStores, 'current' | 'kept'> {
  readonly updates: Updates | null
  readonly audit: Audit
  readonly exports: Exports
}

async function closeAll({ updates, current, kept, audit, exports }: Closed): Promise<void> {
  updates?.stop()
  await exports.close()
  await Promise.all([kept.close(), current.close()])
  audit.close()
}

/** The turns of the agent that is there when they are asked for. */
function turnsOf(agent: () => Agent, commands: UserCommands): Turns {
  return {
    send: (request) => agent().send(request),
    retry: (request) => agent().retry(request),
    continue: (request) => agent().continue(request),
    ...askingAgain(agent, commands),
    wrapUp: (request) => agent().wrapUp(request),
    skipWrapUp: (id) => agent().skipWrapUp(id),
    finished: (id) => agent().finished(id),
    stop: (id) => agent().stop(id),
  }
}

interface Parts {
  readonly home: string
  readonly settings: SettingsFile
  readonly emit: Announcements['emit']
  readonly audit: Audit
}

async function openStores(
  options: CoreOptions & { readonly keys: KeyChain },
  { home, settings, emit, on, audit }: Parts & Pick<Announcements, 'on'>,
): Promise<OpenedStores> {
  const { mode, env, dir, trust = false, hidden = false, watch = true, adoptOnOpen = true, keys, pickFolder } = options
  const { confirmFolder, fetch, log } = options
  const byDefault = await defaultFolder({ ...options, home })
  const stores = createStores({ home, mode, defaultFolder: byDefault, given: dir, pickFolder })
  keys.onChange?.(() => emit({ type: 'settings.changed' }))
  const shared = {
    home,
    settings: () => settings.current,
    env,
    keys,
    network: { fetch, contacted: audit.contacted },
    audit: audit.note,
    watch,
    adoptOnOpen,
    client: options.client,
    inThread: mode !== 'cli',
    log,
  }
  await recordKnownPlaces(home, byDefault, dir)
  const current = await openCurrentStore({
    stores,
    emit,
    audit: audit.note,
    defaultFolder: byDefault,
    confirmFolder,
    log,
    // The command line uses the store it names, never the one that a window had open.
    dir: dir ?? (mode === 'cli' ? byDefault : undefined),
    trust,
    hidden,
    history: options.history,
    program: options.program,
    open: (folder, adding, program) => openOneStore({ ...shared, dir: folder, mustExist: false, ...adding, program }),
  })
  if (trust) current.opened.audit({ type: 'store.trusted' })
  const kept = new KeptStores({ home, stores, openFolder: () => current.opened.dir, on, emit, log })
  if (watch) kept.begin()
  return { stores, current, kept }
}

function openUpdates(how: CoreOptions['updates'], { home, settings, emit }: Parts): Updates | null {
  if (how === undefined) return null
  const isOn = (): boolean => settings.current.checkForUpdates
  return createUpdates({ ...how, home, version: VERSION, isOn, onChange: () => emit({ type: 'settings.changed' }) })
}
