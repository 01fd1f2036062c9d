import * as nodePath from 'node:path'
import { byOutside, type Origin } from '../../../shared/origin.ts'
import { DEFAULT_STORE_SETTINGS, type StoreSettings, StoreSettingsChange } from '../../../shared/settings.ts'
import { readPlainFile } from '../../disk/durable-files.ts'
import type { Repository } from './repository.ts'

// The settings of a store: `.git/variorum/settings.json`.

const MAX_BYTES = 1_000_000

const fileOf = (repo: Repository): string => nodePath.join(repo.ours, 'settings.json')

export async function readSettings(repo: Repository): Promise<StoreSettings> {
  const text = await readPlainFile(fileOf(repo), MAX_BYTES)
  return { ...DEFAULT_STORE_SETTINGS, ...(text === null ? {} : settingsIn(text.toString('utf8'))) }
}

export function writeSettings(repo: Repository, settings: StoreSettings): Promise<void> {
  return repo.files.write(fileOf(repo), JSON.stringify(settings, null, 2))
}

/** The settings in a text; none when it is not ours. */
function settingsIn(text: string): StoreSettingsChange {
  try {
    return StoreSettingsChange.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

/** The origin of what other programs change here: the one whose memory it is, where the user has said so. */
export async function originOfOutside(repo: Repository): Promise<Origin> {
  const { program } = await readSettings(repo)
  return byOutside('adopt', program === '' ? {} : { client: program })
}
