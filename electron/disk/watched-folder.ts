import { watch, type FSWatcher } from 'node:fs'

/** null where the system cannot watch, as when it has no watchers left: what others write is seen when it is opened. */
export function watchedFolder(folder: string, onChange: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_, name) => onChange(name))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
