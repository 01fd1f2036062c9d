import type { HttpDoorState } from '../shared/clients.ts'
import type { Announcements } from './announcements.ts'
import type { Audit } from './audit.ts'
import { Clients } from './clients.ts'
import type { Connecting } from './connect/connecting.ts'
import type { CoreOptions } from './core.ts'
import { homeFolder } from './disk/home-folder.ts'
import type { CurrentStore } from './stores/current-store.ts'
import type { Stores } from './stores/stores.ts'

/** What the user sees of the agents of others, and lets them do. */
export interface OtherAgents {
  readonly clients: Pick<Clients, keyof Clients>
  /** The programs of this computer that can use the memory, and their configuration. */
  programs(): Promise<Connecting>
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
  const userHome = homeFolder()
  const system = { platform: process.platform, env, userHome, project: userHome }
  const store = async (): Promise<string | undefined> => {
    const { dir } = current.opened
    const open = (await stores.list(dir)).find(({ isOpen }) => isOpen)
    return open?.isDefault === true ? undefined : dir
  }
  let door: HttpDoorState = { url: null, problem: null }
  return {
    clients: new Clients(home, (client, rights) => {
      audit.note({ type: 'client.changed', client, ...rights })
      emit({ type: 'settings.changed' })
    }),
    async programs() {
      // Loaded on use, so that the command line starts faster.
      const { createConnecting } = await import('./connect/connecting.ts')
      return createConnecting({ system, home, running, store })
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
