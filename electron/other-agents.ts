import type { AgentFolders } from '../shared/agent-folders.ts'
import type { AgentWords, WordsQuery } from '../shared/agent-words.ts'
import type { HttpDoorState } from '../shared/clients.ts'
import type { ClaudeWords } from './agent-folders/claude-words.ts'
import type { Announcements } from './announcements.ts'
import type { Audit } from './audit.ts'
import { Clients } from './clients.ts'
import type { Connecting } from './connect/connecting.ts'
import type { System } from './connect/programs.ts'
import type { CoreOptions } from './core.ts'
import { homeFolder } from './disk/home-folder.ts'
import { variorumHome } from './home.ts'
import type { CurrentStore } from './stores/current-store.ts'
import { defaultFolder } from './stores/default-folder.ts'
import { createStores, type Stores } from './stores/stores.ts'

/** What the user sees of the agents of others, and lets them do. */
export interface OtherAgents {
  readonly clients: Pick<Clients, keyof Clients>
  /** The programs of this computer that can use the memory, and their configuration. */
  programs(): Promise<Connecting>
  /** The memories that they keep themselves on this computer. Looks, and touches nothing. */
  agentFolders(): Promise<AgentFolders>
  /** The user's words that led to what an agent wrote into its memory, if the open store is one. Null for nothing sure. */
  agentWords(query: WordsQuery): Promise<AgentWords | null>
  /** Where they reach the memory while the app runs, if the user has opened that door. */
  readonly httpDoor: {
    readonly state: HttpDoorState
    /** By the door itself: what became of it. */
    tell(state: HttpDoorState): void
  }
}

interface Parts {
  readonly home: string
  readonly stores: Stores
  readonly current: CurrentStore
  readonly emit: Announcements['emit']
  readonly audit: Audit
}

export function otherAgents({ env, running }: CoreOptions, { home, stores, current, emit, audit }: Parts): OtherAgents {
  const system = systemOf(env)
  const store = async (): Promise<string | undefined> => {
    const { dir } = current.opened
    const open = (await stores.list(dir)).find(({ isOpen }) => isOpen)
    return open?.isDefault === true ? undefined : dir
  }
  const words = new WeakMap<object, Promise<ClaudeWords>>()
  let door: HttpDoorState = { url: null, problem: null }
  return {
    clients: new Clients(home, (client, rights) => {
      audit.note({ type: 'client.changed', client, ...rights })
      emit({ type: 'settings.changed' })
    }),
    async programs() {
      // Loaded on use, so that the command line starts faster.
      const { createConnecting } = await import('./connect/connecting.ts')
      return createConnecting({ system, home, running, store, storeFolder: () => current.opened.dir })
    },
    async agentFolders() {
      const found = await foldersOf(system, stores)
      stores.offer(found.folders.filter(({ whyNot }) => whyNot === null))
      return found
    },
    async agentWords(query) {
      const { opened } = current
      const finder = words.get(opened) ?? wordsIn(opened, system)
      words.set(opened, finder)
      return (await finder).find(query)
    },
    httpDoor: {
      get state() {
        return door
      },
      tell(state) {
        door = state
        emit({ type: 'settings.changed' })
      },
    },
  }
}

/** The folder of the account's own store, which may not be there yet. */
export function defaultStoreHere(env: CoreOptions['env']): Promise<string> {
  return defaultFolder({ env, home: variorumHome(env) })
}

async function wordsIn({ store, dir, redactor }: CurrentStore['opened'], system: System): Promise<ClaudeWords> {
  const { ClaudeWords } = await import('./agent-folders/claude-words.ts')
  return ClaudeWords.of({ store, dir, system, redact: (text) => redactor.redact(text) })
}

/** What `agentFolders` finds, without opening a store. Makes nothing. */
export async function agentFoldersHere(env: CoreOptions['env']): Promise<AgentFolders> {
  const home = variorumHome(env)
  const stores = createStores({ home, mode: 'cli', defaultFolder: await defaultStoreHere(env) })
  return foldersOf(systemOf(env), stores)
}

async function foldersOf(system: System, { keyOf }: Pick<Stores, 'keyOf'>): Promise<AgentFolders> {
  // Loaded on use, so that the command line starts faster.
  const { findAgentFolders } = await import('./agent-folders/agent-folders.ts')
  return findAgentFolders(system, keyOf)
}

function systemOf(env: CoreOptions['env']): System {
  const userHome = homeFolder()
  return { platform: process.platform, env, userHome, project: userHome }
}
