import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../shared/errors.ts'
import { verbatim } from '../shared/messages/say.ts'
import { homeFolder, NO_HOME } from './disk/home-folder.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The folder of the app's own data: Electron's userData, so that every door finds the same one.
 * @throws AppError if the account has no home folder and the environment names none
 */
export function variorumHome(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env.VARIORUM_HOME) return nodePath.resolve(env.VARIORUM_HOME)
  const user = homeFolder()
  if (user === NO_HOME)
    throw new AppError(
      'bad-request',
      verbatim('Your account has no home folder. Name a folder for Variorum’s own data in VARIORUM_HOME.'),
    )
  if (platform === 'win32') return nodePath.join(env.APPDATA ?? nodePath.join(user, 'AppData', 'Roaming'), 'Variorum')
  if (platform === 'darwin') return nodePath.join(user, 'Library', 'Application Support', 'Variorum')
  return nodePath.join(env.XDG_CONFIG_HOME || nodePath.join(user, '.config'), 'Variorum')
}

/** Makes the folder of the app's own data, and closes one that other accounts can look into. @returns the folder */
export async function closeHome(home: string): Promise<string> {
  await fs.mkdir(home, { recursive: true, mode: 0o700 })
  const { mode } = await fs.stat(home)
  // Where the system keeps no modes, or the folder is another account's, it stays as it is: what is in it is closed.
  if ((mode & 0o077) !== 0) await fs.chmod(home, 0o700).catch(() => undefined)
  return home
}

/** The store of a user who has not chosen one. */
export function defaultStore(env: Environment, userHome = homeFolder()): string {
  return env.VARIORUM_HOME ? nodePath.join(variorumHome(env), 'memory') : storeIn(nodePath.join(userHome, 'Documents'))
}

/** The folder for a store in a folder with other things, such as the one for documents. */
export const storeIn = (folder: string): string => nodePath.join(folder, 'Variorum', 'memory')

/** A folder as people read it: the home folder is "~", so that no message names the user's account. */
export function displayPath(folder: string): string {
  const home = homeFolder()
  return folder.startsWith(home + nodePath.sep) ? `~${folder.slice(home.length)}` : folder
}

/**
 * A full path as people type it; `null` for anything else. Network paths are refused unopened: opening one would reveal
 * the user to its server.
 */
export function readPath(typed: string): string | null {
  const path = typed.trim().replace(/^~(?=$|[\\/])/, homeFolder())
  // oxlint-disable-next-line no-control-regex
  return nodePath.isAbsolute(path) && !/^[\\/]{2}|[\u0000-\u001f]/.test(path) ? nodePath.resolve(path) : null
}
