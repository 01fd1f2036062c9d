import type { AppState, Mode } from '../shared/app-state.ts'
import type { StoreStatus } from '../shared/memory.ts'
import { displayPath } from './home.ts'
import type { Opener } from './open-outside.ts'
import type { OtherAgents } from './other-agents.ts'
import type { SettingsFile } from './settings-file.ts'
import type { CurrentStore } from './stores/current-store.ts'
import type { KeptStores } from './stores/kept-stores.ts'
import type { ListedStore, Stores } from './stores/stores.ts'
import { waitingIn } from './stores/strangers.ts'
import type { Updates } from './updates/updates.ts'
import { VERSION } from './version.ts'

/** The status with the folder as people read it, and the name that the store has on the list. */
export async function shownStatus({ opened }: Pick<CurrentStore, 'opened'>, stores: Stores): Promise<StoreStatus> {
  const [status, list] = await Promise.all([opened.store.status(), stores.list(opened.dir)])
  return shown(status, list)
}

function shown(status: StoreStatus, list: readonly ListedStore[]): StoreStatus {
  const name = list.find(({ isOpen }) => isOpen)?.name ?? status.name
  return { ...status, name, folder: displayPath(status.folder) }
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
  const [status, storeSettings, list, waiting] = await Promise.all([
    opened.store.status(),
    opened.store.settings(),
    stores.list(opened.dir).then((listed) => kept.present(listed)),
    waitingIn(opened.store),
  ])
  return {
    version: VERSION,
    mode,
    settings: settings.current,
    storeSettings,
    store: shown(status, list),
    stores: { list, note, waiting },
    providers: opened.agent.models.states(),
    update: (await updates?.state()) ?? null,
    httpDoor: agents.httpDoor.state,
    canOpen: opener !== undefined,
  }
}
