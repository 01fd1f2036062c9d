import type { UpdateInfo } from 'electron-updater'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { loadOnce } from '../disk/load-once.ts'

const loadUpdater = loadOnce(() => import('electron-updater'))

/**
 * Downloads the newest version and restarts into it. Only for signed packages: macOS and Windows compare the publisher.
 * Linux does not, and the list of packages is not signed either; so each package that it names has to be one of those
 * that the publisher announced. The updater compares what it downloads with that list.
 */
export async function installUpdate(areSigned: (packages: UpdateInfo['files']) => boolean): Promise<void> {
  const { autoUpdater } = (await loadUpdater()).default
  autoUpdater.autoDownload = false
  autoUpdater.allowDowngrade = false
  const found = await autoUpdater.checkForUpdates()
  if (found === null) return
  if (!areSigned(found.updateInfo.files)) throw new AppError('bad-request', say('update-not-signed'))
  await autoUpdater.downloadUpdate()
  autoUpdater.quitAndInstall()
}
