import { loadOnce } from '../disk/load-once.ts'

const loadUpdater = loadOnce(() => import('electron-updater'))

/**
 * Downloads the newest version and restarts into it. Only for signed packages: on macOS and Windows the system compares
 * the publisher, and a package without one would be replaced by whatever the server has.
 */
export async function installUpdate(): Promise<void> {
  const { autoUpdater } = (await loadUpdater()).default
  autoUpdater.autoDownload = false
  autoUpdater.allowDowngrade = false
  const found = await autoUpdater.checkForUpdates()
  if (found === null) return
  await autoUpdater.downloadUpdate()
  autoUpdater.quitAndInstall()
}
