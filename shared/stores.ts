/** One of the stores that this user has. */
export interface KnownStore {
  /** Names the entry, whatever its folder is called. */
  readonly key: string
  readonly name: string
  /** The folder, as the user may read it (home shortened to ~). */
  readonly folder: string
  readonly isOpen: boolean
  /** The store of somebody who chose none; it cannot be forgotten. */
  readonly isDefault: boolean
  /** The folder is not where it was. */
  readonly isMissing: boolean
}

export interface KnownStores {
  readonly list: readonly KnownStore[]
  /** Why another store than the last one is open, in words. */
  readonly note: string | null
}

/** What a folder is, before it becomes a store. */
export interface FolderLook {
  /** The folder itself, links resolved: what is added. */
  readonly folder: string
  readonly shown: string
  readonly name: string
  /** Not there yet, plain files, a git repository, a store already. */
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  /** What no commit holds yet, and would become one: the names of the first of them. */
  readonly uncommitted: { readonly count: number; readonly names: readonly string[] }
  /** What to know of the place, in a sentence. */
  readonly warning: string | null
}

/** `busy`: so many conversations are still being answered in the store that is open. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'busy'; readonly answering: number }
