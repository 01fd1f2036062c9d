import * as nodePath from 'node:path'
import type { Repository } from '../repo/repository.ts'
import type { Chain } from './chain.ts'
import { FileIndex } from './file-index.ts'
import { HistoryIndex } from './history-index.ts'

/** The indexes derived from git. */
export interface Indexes {
  readonly history: HistoryIndex
  readonly files: FileIndex
}

/** @param folder the store's own one for derived data */
export function openIndexes(repo: Repository, chain: Chain, folder: string): Indexes {
  return {
    history: new HistoryIndex(chain, nodePath.join(folder, 'history.sqlite'), repo.addresses),
    files: new FileIndex(repo, nodePath.join(folder, 'files.sqlite')),
  }
}
