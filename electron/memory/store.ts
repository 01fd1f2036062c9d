import type { Repository } from './repo/repository.ts'
import { deviceCommands } from './store-devices.ts'
import { withStoreErrors } from './store-errors.ts'
import type { Store } from './store-interface.ts'
import { assembleParts, type PartsOptions } from './store-parts.ts'
import { readCommands } from './store-reads.ts'
import { undoCommands } from './store-undo.ts'
import { upkeepCommands } from './store-upkeep.ts'
import { writeCommands } from './store-writes.ts'

/** A store that still has to be opened. */
export interface OpeningStore extends Store {
  /** Finishes what a killed process left, adopts what others changed, and starts watching. */
  begin(how: { readonly watch: boolean; readonly adoptOnOpen: boolean }): Promise<void>
}

/** The store over one repository. No system error leaves it: each becomes a sentence without a host path. */
export function createStore(repo: Repository, id: string, options: PartsOptions): OpeningStore {
  const parts = assembleParts(repo, id, options)
  return withStoreErrors({
    ...readCommands(parts),
    ...writeCommands(parts),
    ...undoCommands(parts),
    ...upkeepCommands(parts),
    ...deviceCommands(parts),
    begin: (how) => parts.follower.begin(how),
  })
}
