import { z } from 'zod'
import type { StoreLayout } from './layout.ts'
import type { Message } from './messages/message.ts'

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
  /** So it is, but the history lies beside it and is here: the store opens, and its files can be restored. */
  readonly isAway: boolean
  /** Every edit of its files becomes a commit, also while another store is open. */
  readonly isKept: boolean
  /** Why it is not kept just now, although it is wanted to be; `null` for nothing. */
  readonly keepingProblem: Message | null
  /** A sentence about the location; `null` if there is nothing to warn about. */
  readonly warning: Message | null
}

export interface KnownStores {
  readonly list: readonly KnownStore[]
  /** Why a store other than the last one is open, as a message. */
  readonly note: Message | null
  /** What came with the open store's folder and is not in use; `null` for nothing. */
  readonly waiting: Stranger | null
}

/** What a folder is, before it becomes a store. */
export interface FolderLook {
  /** The folder to add, with links resolved. */
  readonly folder: string
  readonly shown: string
  readonly name: string
  /** Nonexistent or empty, plain files, a git repository, or already a store. */
  readonly kind: 'new' | 'folder' | 'repository' | 'store'
  /** Files that are not committed yet and would be. */
  readonly uncommitted: Uncommitted
  /** A sentence about the location; `null` if there is nothing to warn about. */
  readonly warning: Message | null
  /** It is in one of the hidden folders, where programs keep their settings. */
  readonly isHidden: boolean
  /** What came with the folder and is used only if the user says so; `null` for nothing. */
  readonly stranger: Stranger | null
  /** Where its history lies, or would. */
  readonly history: HistoryPlace
  /** Why it can only lie beside the folder; `null` where the user may choose, or the folder is a store already. */
  readonly onlyBeside: Message | null
  readonly otherPlace: OtherPlace | null
  readonly ownCommits: OwnCommits | null
}

/** Commits of git with an address that git's configuration gives the user. */
export interface OwnCommits {
  readonly count: number
  readonly addresses: readonly string[]
}

/** Files that are not in git, or differ from what is. */
export interface Uncommitted {
  readonly count: number
  readonly bytes: number
  /** The first names, sorted. */
  readonly names: readonly string[]
  /** False when there are more than could be looked at in the time. */
  readonly isComplete: boolean
}

const LARGE_FILES = 1_000
const LARGE_BYTES = 100_000_000

/** Whether so much is committed that the user is told the number first. */
export function isLargeAdoption({ count, bytes, isComplete }: Uncommitted): boolean {
  return count > LARGE_FILES || bytes > LARGE_BYTES || !isComplete
}

/** What came with a folder, for the user to see before it takes effect. */
export interface Stranger {
  /** Commands that were acknowledged elsewhere, and are not in git yet. */
  readonly changes: number
  /** Instructions to the model; '' for none. */
  readonly instructions: string
  /** What its policies permit or do that the defaults do not, one sentence each. */
  readonly policies: readonly Message[]
  /** It says when which file was used, which decides what expires. */
  readonly hasAccessLog: boolean
  /** It has a journal that no store of ours can have written. It is never applied. */
  readonly hasForgedJournal: boolean
  /** It has settings of the store, besides the instructions. */
  readonly hasSettings: boolean
  /** It says which commits Variorum made; the others count as another program's. */
  readonly hasMarks: boolean
}

/** Another folder of this device where the same store was opened last, as people read it. */
export interface OtherPlace {
  readonly folder: string
  /** Whether the store is still there: then the new folder is a copy. */
  readonly isThere: boolean
}

/** Where the history of a store lies: in the `.git` of its folder, or in the app's own data, with nothing in the folder. */
export const HistoryPlace = z.enum(['inside', 'beside'])
export type HistoryPlace = z.infer<typeof HistoryPlace>

/** How a folder becomes a store. */
export interface Adding {
  /** Use what came with it; see Stranger. */
  readonly trust: boolean
  /** It is a copy of a store that this device knows elsewhere, and gets an id of its own. */
  readonly copy: boolean
  /** The user has said that a hidden folder is meant. */
  readonly hidden: boolean
  /** Commits of git by the user's own address are the user's; anybody can write an address. */
  readonly mine: boolean
  /** Left out: where it lies already, or the usual place for this folder. */
  readonly history?: HistoryPlace | undefined
  /** Left out: the layout that it has. */
  readonly layout?: StoreLayout | undefined
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
  readonly hasSettings: boolean
  readonly hasMarks: boolean
}

/** `busy`: this many conversations are still being answered in the open store. */
export type OpenOutcome = { readonly kind: 'opened' } | { readonly kind: 'busy'; readonly answering: number }

/** `asked`: the user is being asked, outside the page, to confirm the folder. */
export type StoreAdding = { readonly kind: 'asked' } | { readonly kind: 'added'; readonly key: string }
