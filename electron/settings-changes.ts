import type { Settings, SettingsChange, StoreSettings, StoreSettingsChange } from '../shared/settings.ts'
import type { Announcements } from './announcements.ts'
import type { SettingsFile } from './settings-file.ts'
import type { OpenedStore } from './stores/opened-store.ts'

/** The user's changes to the settings of the app, and of the store that is open. */
export interface SettingsChanges {
  changeSettings(change: SettingsChange): Promise<Settings>
  changeStoreSettings(change: StoreSettingsChange): Promise<StoreSettings>
}

export function settingsChanges(
  settings: SettingsFile,
  opened: () => OpenedStore,
  emit: Announcements['emit'],
): SettingsChanges {
  return {
    changeSettings: (change) => announced(settings.change(change), emit),
    async changeStoreSettings(change) {
      const { store, upkeep } = opened()
      const changed = await announced(store.changeSettings(change), emit)
      if (change.layout === 'index') await upkeep.makeIndex()
      return changed
    },
  }
}

/** Announces a change of settings once it is made. */
async function announced<Changed>(change: Promise<Changed>, emit: Announcements['emit']): Promise<Changed> {
  const changed = await change
  emit({ type: 'settings.changed' })
  return changed
}
