import type { AppEvent } from '../../shared/events.ts'
import { stopReadingArchives } from '../disk/ordinary-archives.ts'
import { loadGit } from '../memory/git/config.ts'
import { openStore } from '../memory/open-store.ts'
import { loadChokidar } from '../memory/outside/watcher.ts'
import type { Store } from '../memory/store-interface.ts'
import { PoliciesInForce } from '../policy-keeper/in-force.ts'
import type { ThreadOptions } from './protocol.ts'

/** What a thread loads before it opens its first store. */
export async function prepareThread(): Promise<void> {
  if (process.versions['electron'] === undefined) return
  await Promise.all([loadGit(), loadChokidar()])
  stopReadingArchives()
}

/** Opens a store whose writes pass the policies in force, as they are at that moment. */
export function openGatedStore(options: ThreadOptions, onEvent: (event: AppEvent) => void): Promise<Store> {
  const policies = new PoliciesInForce(options.device)
  return openStore({
    ...options,
    gate: policies.gate,
    onEvent(event) {
      policies.follow(event)
      onEvent(event)
    },
  })
}
