import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { homeFolder } from '../disk/home-folder.ts'
import { realFolder } from '../disk/real-folder.ts'
import { readPath } from '../home.ts'

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/

const MAX_COMPLETIONS = 30

/** Paths of folders that complete what was typed; hidden ones only if their dot was typed. */
export async function completions(typed: string): Promise<readonly string[]> {
  const cut = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf(nodePath.sep)) + 1
  const folder = readPath(typed.slice(0, cut))
  if (folder === null) return []
  const prefix = typed.slice(cut).toLowerCase()
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name.toLowerCase().startsWith(prefix) &&
        entry.name.startsWith('.') === prefix.startsWith('.') &&
        !CONTROL_CHARACTER.test(entry.name),
    )
    .map(({ name }) => `${typed.slice(0, cut)}${name}${nodePath.sep}`)
    .toSorted()
    .slice(0, MAX_COMPLETIONS)
}

const SYNCED =
  /[\\/](Dropbox|OneDrive[^\\/]*|Google ?Drive|GoogleDrive[^\\/]*|Mobile Documents|CloudStorage|iCloud ?Drive|Nextcloud|ownCloud|pCloud ?Drive|Box(?: Sync)?|Syncthing)(?:[\\/]|$)/i

/** Where iCloud keeps the folders for documents and the desktop, when it synchronises them. */
const IN_ICLOUD = nodePath.join('Library', 'Mobile Documents', 'com~apple~CloudDocs')

/** A warning about a folder that another program synchronises; `null` for others. @param folder with links resolved */
export async function syncWarning(folder: string, userHome = homeFolder()): Promise<Message | null> {
  const inICloud = await Promise.all(
    ['Documents', 'Desktop'].map((name) => realFolder(nodePath.join(userHome, IN_ICLOUD, name))),
  )
  const isSynced = SYNCED.test(folder) || inICloud.some((synced) => synced !== null && isInside(folder, synced))
  return isSynced ? say('folder-synchronised') : null
}

const isInside = (folder: string, outer: string): boolean => folder === outer || folder.startsWith(outer + nodePath.sep)
