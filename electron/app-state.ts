import type { AppState, Mode } from '../shared/app-state.ts'
import type { StoreStatus } from '../shared/memory.ts'
import { displayPath } from './home.ts'
import type { Store } from './memory/store-interface.ts'
import type { Opener } from './open-outside.ts'
import type { OtherAgents } from './other-agents.ts'
import type { SettingsFile } from './settings-file.ts'
import type { CurrentStore } from './stores/current-store.ts'
import type { KeptStores } from './stores/kept-stores.ts'
import type { Stores } from './stores/stores.ts'
import { waitingIn } from './stores/strangers.ts'
import type { Updates } from './updates/updates.ts'
import { VERSION } from './version.ts'

/** The status with the folder as people read it. */
export async function shownStatus(store: Store): Promise<StoreStatus> {
  const status = await store.status()
  return { ...status, folder: displayPath(status.folder) }
}

interface Sources {
  readonly settings: SettingsFile
  readonly stores: Stores
  readonly current: CurrentStore
  readonly kept: Pick<KeptStores, 'present'>
  readonly updates: Updates | null
  readonly agents: Pick<OtherAgents, 'httpDoor'>
  readonly opener: Opener | undefined
}

/** What a window needs to open. */
export async function appState(
  mode: Mode,
  { settings, stores, current, kept, updates, agents, opener }: Sources,
): Promise<AppState> {
  const { opened, note } = current
  const [store, storeSettings, list, waiting] = await Promise.all([
    shownStatus(opened.store),
    opened.store.settings(),
    stores.list(opened.dir).then((listed) => kept.present(listed)),
    waitingIn(opened.store),
  ])
  return {
    version: VERSION,
    mode,
    settings: settings.current,
    storeSettings,
    store,
    stores: { list, note, waiting },
    providers: opened.agent.models.states(),
    update: (await updates?.state()) ?? null,
    httpDoor: agents.httpDoor.state,
    canOpen: opener !== undefined,
  }
}
