/** One of the user's stores. */
export interface KnownStore {
  /** Identifies the entry, whatever its folder is called. */
  readonly key: string
  readonly name: string
  /** The folder as people read it (home shortened to ~). */
  readonly folder: string
  readonly isOpen: boolean
  /** The store of a user who has not chosen one; it cannot be taken off the list. */
  readonly isDefault: boolean
  /** The folder is not where it was. */
  readonly isMissing: boolean
  /** A sentence about the location; `null` if there is nothing to warn about. */
  readonly warning: string | null
}

export interface KnownStores {
  readonly list: readonly KnownStore[]
  /** Why a store other than the last one is open, as a message. */
  readonly note: string | null
}

/** What a folder is, before it becomes a store. */
export interface FolderLook {
  /** The folder to add, with links resolved. */
  readonly folder: string
  readonly shown: string
  readonly name: string
  /** Nonexistent or empty, plain files, a git repository, or already a store. */
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  /** Files that are not committed yet and would be: their number, and the first names. */
  readonly uncommitted: { readonly count: number; readonly names: readonly string[] }
  /** A sentence about the location; `null` if there is nothing to warn about. */
  readonly warning: string | null
  /** What came with the folder and is used only if the user says so; `null` for nothing. */
  readonly stranger: Stranger | null
}

/** What came with a folder, for the user to see before it takes effect. */
export interface Stranger {
  /** Commands that were acknowledged elsewhere, and are not in git yet. */
  readonly changes: number
  /** Instructions to the model; '' for none. */
  readonly instructions: string
  /** What its policies permit or do that the defaults do not, one sentence each. */
  readonly policies: readonly string[]
  /** It says when which file was used, which decides what expires. */
  readonly hasAccessLog: boolean
  /** Where the same store is, or was, on this device, as people read it; `null` if nowhere else. */
  readonly otherPlace: string | null
}

/** What a folder brought along from another device, another account or a stranger. It is used only once trusted. */
export interface FromElsewhere {
  /** Commands that were acknowledged there, and are not in git yet. */
  readonly changes: number
  /** Instructions to the model; '' for none. */
  readonly instructions: string
  /** The text of the policies that were in force there; `null` for none. */
  readonly policies: string | null
  readonly hasAccessLog: boolean
  /** Whether there is a journal that no store of ours can have written. It is never applied, trusted or not. */
  readonly hasForgedJournal: boolean
}

/** `busy`: this many conversations are still being answered in the open store. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'busy'; readonly answering: number }

/** `asked`: the user is being asked, outside the page, to confirm the folder. */
export type StoreAdding = { readonly kind: 'asked' } | { readonly kind: 'added'; readonly key: string }
