import { t } from '@lingui/core/macro'
import { SettingsChange, StoreSettingsChange } from '../../shared/settings.ts'
import { settingName } from '../format/setting-name.ts'
import { type Act, tellAct } from './acts.ts'
import { changeSettings, changeStoreSettings, useApp } from './app-store.ts'
import { useStatusBar } from './status-bar-store.ts'

// What the user sets in the forms of Settings: in force at once, and taken back by Undo.

export async function saveSettings(to: SettingsChange): Promise<void> {
  const { app } = useApp.getState()
  if (app !== null) await save(changeSettings, SettingsChange.parse(fieldsIn(app.settings, to)), to)
}

export async function saveStoreSettings(to: StoreSettingsChange): Promise<void> {
  const { app } = useApp.getState()
  if (app !== null) await save(changeStoreSettings, StoreSettingsChange.parse(fieldsIn(app.storeSettings, to)), to)
}

/** What the fields that are about to change have now. */
const fieldsIn = (now: object, to: object): object =>
  Object.fromEntries(Object.entries(now).filter(([field]) => Object.hasOwn(to, field)))

type Change<Fields> = (to: Fields) => Promise<boolean>

async function save<Fields extends object>(change: Change<Fields>, from: Fields, to: Fields): Promise<void> {
  if (!(await change(to))) return
  // In the language that may just have been chosen.
  const name = settingName(Object.keys(to))
  tellAct(t`Saved: ${name}`, takingBack(change, from, to))
}

function takingBack<Fields extends object>(change: Change<Fields>, from: Fields, to: Fields): Act {
  return async () => {
    if (!(await change(from))) return null
    const name = settingName(Object.keys(from))
    useStatusBar.getState().say(t`As it was before: ${name}`)
    return takingBack(change, to, from)
  }
}
