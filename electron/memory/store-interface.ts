import type { Change, Blob, ObjectId, StorePath } from '../../shared/change.ts'
import type { CheckReport } from '../../shared/check.ts'
import type { BringBack, Commit, PointRef, Signature, UndoOutcome, WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent, LongWork } from '../../shared/events.ts'
import type { Move } from '../../shared/file-commands.ts'
import type {
  Between,
  BisectOutcome,
  BisectQuery,
  Blame,
  Comparison,
  FileContent,
  HistoryOverview,
  HistoryPage,
  HistoryQuery,
  LinesPage,
  LinesQuery,
  RestorePoint,
  SearchPage,
  SearchQuery,
  StoreStatus,
  Tree,
} from '../../shared/memory.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Lineage, Origin } from '../../shared/origin.ts'
import type { ChangesSince } from '../../shared/review.ts'
import type { StoreSettings, StoreSettingsChange } from '../../shared/settings.ts'
import type { FromElsewhere } from '../../shared/stores.ts'
import type { Choices, NextSteps, UndoHow, UndoNext, UndoPreview, UndoWhat } from '../../shared/undoing.ts'
import type { MemoryUse } from '../../shared/upkeep.ts'
import type { SharedStore } from './shared-store-interface.ts'

/** What is at a path in the work tree now, with the symbolic links of every ancestor resolved. */
export type PathState =
  /** `path` is the canonical one, here and below: where a link inside the store leads. */
  | { readonly kind: 'missing'; readonly path: StorePath }
  | { readonly kind: 'directory'; readonly path: StorePath | '' }
  | { readonly kind: 'file'; readonly path: StorePath; readonly blob: Blob; readonly bytes: Uint8Array }
  /** Outside the store, a device, a loop of links, or a path that is not allowed. `reason` never has a host path. */
  | { readonly kind: 'refused'; readonly reason: Message }

/** One line of a directory listing; '' is the root. `size` is in bytes, and of a directory that of all files listed below. */
export interface Listed {
  readonly path: StorePath | ''
  readonly kind: 'file' | 'directory'
  readonly size: number
  readonly isUnreadable?: true
}

/** Lines of a text, from 1, both included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** What one file becomes. */
export interface FilePut {
  readonly path: StorePath
  /** The id of the version that the caller saw; `null`: no file. */
  readonly before: ObjectId | null
  /** `null` removes the file. */
  readonly bytes: Uint8Array | null
}

export interface Usage {
  readonly files: readonly { readonly path: StorePath; readonly id: ObjectId; readonly lastUsed: string | null }[]
  /** Sorted, without duplicates. */
  readonly usedDays: readonly string[]
  /** False while a long history is not indexed: files may have been used later than it says, or on more days. */
  readonly isComplete: boolean
}

export type Withheld = { readonly path: StorePath; readonly rules: readonly string[] }

/** The policies file as it is in the work tree, and as the user last put it in force; null when it does not exist. */
export interface PoliciesTexts {
  readonly current: string | null
  readonly inForce: string | null
}

/** Only what is still there, or only files that still are these versions. */
export type RemoveOnly = 'present' | ReadonlyMap<StorePath, ObjectId>

export type RemoveOutcome = WriteOutcome | { readonly kind: 'missing' }
export type MoveOutcome = WriteOutcome | { readonly kind: 'missing' } | { readonly kind: 'exists' }

/**
 * One memory directory with its history. Every method is asynchronous and passes values only, so that the store can run
 * in a worker thread. Expected outcomes are values; everything else is thrown as an AppError with a code and a
 * sentence.
 */
export interface Store extends SharedStore {
  /** The store's id, which never changes. */
  id(): Promise<string>
  status(): Promise<StoreStatus>
  /** What the folder brought along and is not in use until the user trusts it; null for nothing. */
  unverified(): Promise<FromElsewhere | null>
  settings(): Promise<StoreSettings>
  changeSettings(change: StoreSettingsChange): Promise<StoreSettings>
  /** Who signs what the user does in this store from now on. Written into the repository's own configuration of git. */
  sign(as: Signature): Promise<void>

  /** What is at a path of the work tree; '' is the root. Never follows a link out of the store. */
  look(path: StorePath | ''): Promise<PathState>
  /**
   * The listing of the memory tool: the directory itself and two levels below it, depth first, in bytewise order,
   * without hidden items and node_modules.
   */
  list(path: StorePath | ''): Promise<readonly Listed[]>

  /**
   * Writes and removes files as one commit, or none of them. Where a `before` is no longer true the outcome is `conflict`
   * and nothing is written. Writing the same bytes again makes a commit with the same tree.
   * @param how `word` is said for the verb ("tidied plan.md and 2 others"); `isApproved`: the user wants what the gate holds
   */
  put(files: readonly FilePut[], origin: Origin, how?: PutHow): Promise<WriteOutcome>
  /** Writes the policies file, which no other command can reach. */
  putPolicies(before: ObjectId | null, bytes: Uint8Array, origin: Origin, subject: string): Promise<WriteOutcome>
  /** The day when each file was last read or written, and the days when the store was used ("2026-11-20"). */
  usage(): Promise<Usage>
  /** How often each file was read, when last, by whom, and about what that cost. */
  fileUse(): Promise<MemoryUse>
  /** The policies as they are in the folder, and as they are in force. */
  policies(): Promise<PoliciesTexts>
  /** Puts policies in force, whatever the file says. Announced here and in other processes as `policies.changed`. */
  putPoliciesInForce(text: string): Promise<void>
  /** What the user said of single values on this device, as text; null when it does not exist. */
  values(): Promise<string | null>
  /**
   * Replaces it, unless it is no longer as the caller saw it (`before`). Announced here and in other processes as
   * `policies.changed`.
   * @returns whether it was replaced
   */
  putValues(before: string | null, text: string): Promise<boolean>
  /** Like `put`, on a withheld file: replaces the other program's version, which never becomes part of history. */
  replaceWithheld(path: StorePath, before: ObjectId, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome>
  /** Files of other programs that are kept out of history, and the rules that do so. */
  withheld(): Promise<readonly Withheld[]>
  /**
   * Removes files, links, and directories with everything in them, as one commit, or none of them. With `only`, leaves
   * out what cannot be removed any more, and removes the directories that become empty, as git does.
   * @returns `missing` if one is not there; with `only`, if nothing is left to remove
   */
  remove(paths: readonly StorePath[], origin: Origin, only?: RemoveOnly, how?: WriteHow): Promise<RemoveOutcome>
  /**
   * Renames files and directories as one commit, or none of them; makes the missing parents of each `to`. What is in a
   * directory that is moved goes with it, and is not moved twice.
   */
  move(moves: readonly Move[], origin: Origin, how?: WriteHow): Promise<MoveOutcome>
  /** Records that something was read: a line in the access log, or an empty commit if the store records reads. */
  viewed(path: StorePath | '', origin: Origin): Promise<Commit | null>

  /**
   * Restores files, directories or ('') the whole store to their state at `ref`, as one new commit. The policies stay as
   * they are, unless requested.
   */
  restore(ref: PointRef, paths: readonly (StorePath | '')[], origin: Origin, how?: BringBack): Promise<WriteOutcome>
  /**
   * Undoes changes as one new commit, and keeps what was written since: see shared/merge/merge.ts. What only a person
   * can decide is the outcome `conflict`, and nothing is written; `how.choices` decides.
   */
  undo(what: UndoWhat | UndoNext, origin: Origin, how?: UndoHow): Promise<UndoOutcome>
  /** What `undo` would do now. Writes nothing. */
  previewUndo(what: UndoWhat, choices?: Choices): Promise<UndoPreview>
  /** What is the next to undo, and to redo. */
  nextSteps(): Promise<NextSteps>

  /** What vanished from the folder (StoreStatus.vanished) is meant to be gone: it becomes a deletion in the history. */
  acceptVanished(): Promise<void>
  /** What `restore` would do now, from the same differences. Writes nothing. */
  previewRestore(ref: PointRef, path: StorePath | '', how?: BringBack): Promise<Comparison>
  /** The changes between two states; `to` null means now. */
  compare(from: PointRef, to: PointRef | null, path: StorePath | ''): Promise<Comparison>
  /** Whether this names a state: a restore point or a commit. */
  isPoint(ref: PointRef): Promise<boolean>
  /** The restore points, newest first. The store makes some itself, before a command that changes several files. */
  points(): Promise<readonly RestorePoint[]>
  /** Names a state, the present one when `ref` is left out. Throws `name-taken`. */
  makePoint(name: string, ref?: PointRef): Promise<void>
  /** Removes the name; the commits stay. */
  removePoint(name: string): Promise<void>

  tree(at?: PointRef): Promise<Tree>
  file(path: StorePath, at?: PointRef): Promise<FileContent | null>
  /** The text of one version, `null` for bytes that are not UTF-8 text or too large to show. */
  text(id: ObjectId): Promise<string | null>
  /** The bytes of one version; `null` if they are too large to read whole. */
  bytes(id: ObjectId): Promise<Uint8Array | null>
  /** Finds words in the files of HEAD. */
  search(query: SearchQuery): Promise<SearchPage>
  history(query: HistoryQuery): Promise<HistoryPage>
  /** The memory over time; null until the history is indexed. */
  overview(): Promise<HistoryOverview | null>
  commit(ref: PointRef): Promise<Commit>
  /** All that a commit changed, of which it tells the first CHANGES_SHOWN; sizes are 0. */
  changesOf(ref: PointRef): Promise<readonly Change[]>
  /**
   * The commit that many commits after `from` on the way to `to` (0: `from` itself; at most `to`). Null if `from` is not
   * older than `to`.
   */
  between(from: PointRef, to: PointRef, at: number): Promise<Between | null>
  /** The lines with some words, as the memory was at a point. */
  linesAt(query: LinesQuery): Promise<LinesPage>
  /** Finds the commit between two points where lines begin, or cease, to contain some words. */
  bisect(query: BisectQuery): Promise<BisectOutcome>
  /**
   * The least trusted origin of these lines of a file's version: of each, whoever wrote it, however often it was moved or
   * brought back since. A version that is not HEAD's is `outside`.
   */
  lineageOfLines(file: { readonly path: StorePath; readonly version: ObjectId }, lines?: LineRange): Promise<Lineage>
  /** The least trusted origin of what these files and folders are called; of a name that no commit has, `outside`. */
  lineageOfNames(paths: readonly StorePath[]): Promise<Lineage>
  /** Where HEAD's file was before it was moved here, newest first. */
  formerPaths(path: StorePath): Promise<readonly StorePath[]>
  /** The commits of one turn, oldest first. */
  commitsOfTurn(conversation: string, turn: number): Promise<readonly Commit[]>
  /** The commit that a tool call made; `null` when it made none. */
  commitOfCall(call: string): Promise<Commit | null>
  blame(path: StorePath): Promise<Blame | null>
  /** What was changed since a state (`null`: since the beginning), and is in effect. Without what the user wrote. */
  changesSince(since: PointRef | null): Promise<ChangesSince>

  /** Checks the history for damage; with `repair`, repairs what it can. Damaged files are set aside, never deleted. */
  check(options: { readonly repair: boolean }): Promise<CheckReport>
  /**
   * Rebuilds the indexes derived from git, or resumes building them, and announces the progress.
   * @returns false when it was cancelled
   */
  reindex(how?: { readonly resume: boolean }): Promise<boolean>
  /**
   * Writes the whole history, with the restore points, to a new file as a git bundle, and announces the progress.
   * @returns the number of commits; null when it was cancelled, and then the file is as far as it came
   */
  writeBundle(file: string): Promise<number | null>
  /** Cancels work on the history, whoever started it. What it has done stays; nothing depends on the rest. */
  cancel(work: LongWork): Promise<void>
  /** Resolves when git has every command acknowledged before. That happens by itself within 200 ms. */
  published(): Promise<void>
  /** Adopts what other programs changed, at these paths or everywhere. Resolves when it is committed and announced. */
  adopt(paths?: readonly StorePath[]): Promise<void>
  /** The same everywhere, but only in a store of few files, where nobody notices that it takes time. */
  adoptIfFew(): Promise<void>
  on(listener: (event: AppEvent) => void): () => void
  /** Starts watching the folder, if openStore was told not to. */
  watch(): Promise<void>
  /** Finishes the queued commands, then releases everything. */
  close(): Promise<void>
}

/** A store without its events. */
export type StoreMethods = Omit<Store, 'on'>
/** `asks`: what the gate lets pass waits for the user, like what it holds. */
export type WriteHow = { readonly asks?: boolean }
export type PutHow = WriteHow & Readonly<{ word?: string; isApproved?: boolean; isRejected?: boolean }>
