import type { Store } from '../../memory/store-interface.ts'

/** What of a store the commands and questions use. */
export type MemoryStore = Pick<
  Store,
  | 'look'
  | 'list'
  | 'put'
  | 'remove'
  | 'move'
  | 'viewed'
  | 'settings'
  | 'tree'
  | 'file'
  | 'text'
  | 'search'
  | 'history'
  | 'commit'
  | 'lineageOfLines'
  | 'lineageOfNames'
>
