import type { Blob, ObjectId, StorePath } from '../../shared/change.ts'
import type { CheckReport } from '../../shared/check.ts'
import type {
  BringBack,
  Commit,
  CommitRef,
  Origin,
  PointRef,
  UndoNextOutcome,
  WriteOutcome,
} from '../../shared/commit.ts'
import type { AppEvent, LongWork } from '../../shared/events.ts'
import type {
  Blame,
  Comparison,
  FileContent,
  HistoryDay,
  HistoryPage,
  HistoryQuery,
  RestorePoint,
  SearchPage,
  SearchQuery,
  StoreStatus,
  Tree,
} from '../../shared/memory.ts'
import type { Gate } from '../../shared/policy.ts'
import type { StoreSettings, StoreSettingsChange } from '../../shared/settings.ts'

/** What stands at a path in the work tree right now, symbolic links of every ancestor resolved. */
export type Found =
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory'; readonly path: StorePath | '' }
  /** `path` is the canonical one: the file a link inside the store leads to. */
  | { readonly kind: 'file'; readonly path: StorePath; readonly blob: Blob; readonly bytes: Uint8Array }
  /**
   * Outside the store, a device, a loop of links, a path that is not allowed. `reason` is a sentence without any host
   * path.
   */
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * One line of a directory listing. `path` is relative to the store; '' is the root. `size` in bytes; of a directory,
 * all that is listed below it.
 */
export interface Listed {
  readonly path: StorePath | ''
  readonly kind: 'file' | 'directory'
  readonly size: number
}

/** `origins` are of the commit that made the text and, before it, of those that only moved it, newest first. */
export interface LastChange {
  readonly after: ObjectId
  readonly origins: readonly Origin[]
}

export interface Usage {
  readonly files: readonly { readonly path: StorePath; readonly lastUsed: string | null }[]
  /** In order, each once. */
  readonly usedDays: readonly string[]
}

export interface Withheld {
  readonly path: StorePath
  readonly rules: readonly string[]
}

/** The policies' file as it is in the work tree, and as the user last put it in force; null where there is none. */
export interface PoliciesTexts {
  readonly current: string | null
  readonly inForce: string | null
}

export type RemoveOutcome = WriteOutcome | { readonly kind: 'missing' }
export type MoveOutcome = WriteOutcome | { readonly kind: 'missing' } | { readonly kind: 'exists' }

/** The names of the rules by which another program's text must stay out of history; none when it may come in. Pure. */
export type Withhold = (path: StorePath, bytes: Uint8Array) => readonly string[]

export interface StoreOptions {
  /** The store's folder; made when missing. */
  readonly dir: string
  /** Decides about every change. It may change with the policies: see `onEvent`. */
  readonly gate: Gate
  readonly withhold?: Withhold
  /**
   * Hears every event from the opening on. The first is `policies.changed`; by the time it returns, `gate` and
   * `withhold` have to decide by these policies.
   */
  readonly onEvent?: (event: AppEvent) => void
  /** Where what is derived from the store may be kept, in a folder of the store's id; left out, nothing is kept. */
  readonly derived?: string
  /** Watch for edits by other programs (default true). Without it only what a command touches is looked at. */
  readonly watch?: boolean
  /**
   * Take in what other programs changed before the store is open (default true). Without it that comes soon after
   * watching begins, and the first answer need not wait.
   */
  readonly adoptOnOpen?: boolean
  /** How long a write waits for git, or for another process, in ms (default 5,000). */
  readonly patience?: number
}

/**
 * One memory directory with its history. Asynchronous and values only, so that it can move to a worker thread
 * untouched. Expected outcomes are values; anything else is thrown as a AppError with a code and a plain sentence.
 */
export interface Store {
  status(): Promise<StoreStatus>
  settings(): Promise<StoreSettings>
  changeSettings(change: StoreSettingsChange): Promise<StoreSettings>

  /** Looks at the work tree; `path` is relative, '' is the root. Bytes are read without following links out. */
  look(path: StorePath | ''): Promise<Found>
  /**
   * The listing of the memory tool: up to two levels deep, hidden items and node_modules left out, depth first,
   * bytewise. The directory itself comes first.
   */
  list(path: StorePath | ''): Promise<readonly Listed[]>

  /**
   * Writes one file. `before` is the id of the version the writer saw (`null`: no file). When that is no longer
   * true the outcome is `conflict` and nothing is written. The same bytes again are a commit with an unchanged tree.
   */
  put(path: StorePath, before: ObjectId | null, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome>
  /** Writes the policies' file, which is out of every other command's reach. */
  putPolicies(before: ObjectId | null, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome>
  /** Removes several files as one commit. */
  removeAll(paths: readonly StorePath[], origin: Origin): Promise<WriteOutcome>
  /** When each file was last read or written, and the days on which the store was used, both as days ("2026-11-20"). */
  usage(): Promise<Usage>
  /** The policies as they are in the folder, and as they are in force. */
  policies(): Promise<PoliciesTexts>
  /**
   * From now on this is in force, whatever the file says. Announced here and in every other process as
   * `policies.changed`.
   */
  putPoliciesInForce(text: string): Promise<void>
  /**
   * As `put`, on a file that is withheld: the version of the other program is replaced, and never becomes part of
   * history.
   */
  settle(path: StorePath, before: ObjectId, bytes: Uint8Array, origin: Origin): Promise<WriteOutcome>
  /** Files of other programs that are kept out of history, and the rules by which. */
  withheld(): Promise<readonly Withheld[]>
  /**
   * Removes a file, a link or a directory with all in it. `before` guards a single file as in `put`; leave it out for
   * directories.
   */
  remove(path: StorePath, origin: Origin, before?: ObjectId): Promise<RemoveOutcome>
  /** Renames a file or a directory; makes the missing parents of `to`. */
  move(from: StorePath, to: StorePath, origin: Origin): Promise<MoveOutcome>
  /** Notes that something was read: a line in the access log, or an empty commit when the store records reads. */
  viewed(path: StorePath | '', origin: Origin): Promise<Commit | null>

  /**
   * Brings back a file, a directory or ('' ) the whole store as it was at `ref`, as one new commit. The store's
   * policies stay as they are, unless asked for.
   */
  restore(ref: PointRef, path: StorePath | '', origin: Origin, how?: BringBack): Promise<WriteOutcome>
  /** Takes back commits together, as one new commit, where every path's present state is what the last of them left. */
  undo(refs: readonly CommitRef[], origin: Origin, how?: BringBack): Promise<WriteOutcome>
  /** Undoes the newest change in effect; each call goes further back. It never undoes an undo. */
  undoNext(origin: Origin, how?: BringBack): Promise<UndoNextOutcome>
  /** Undoes the newest undo in effect. After a new change there is nothing to redo. */
  redoNext(origin: Origin, how?: BringBack): Promise<UndoNextOutcome>

  /** What `restore` would do just now, by the very plan that would run. Nothing is written. */
  previewRestore(ref: PointRef, path: StorePath | '', how?: BringBack): Promise<Comparison>
  /** What lies between two states; `to` null is now. */
  compare(from: PointRef, to: PointRef | null, path: StorePath | ''): Promise<Comparison>
  /** Does this name a state: a restore point, or a commit? */
  isPoint(ref: PointRef): Promise<boolean>
  /** Newest first. The store makes some by itself, before a command that touches more than one file. */
  points(): Promise<readonly RestorePoint[]>
  /** Names a state, the present one when `ref` is left out. Throws `name-taken`. */
  makePoint(name: string, ref?: PointRef): Promise<void>
  /** Forgets the name; the commits stay. */
  removePoint(name: string): Promise<void>

  tree(at?: CommitRef): Promise<Tree>
  file(path: StorePath, at?: CommitRef): Promise<FileContent | null>
  /** The text of one version, `null` for bytes that are not UTF-8 text or too large to show. */
  text(id: ObjectId): Promise<string | null>
  /** Finds words in the files as HEAD has them. */
  search(query: SearchQuery): Promise<SearchPage>
  history(query: HistoryQuery): Promise<HistoryPage>
  /** The memory over time, a day after the other from the oldest on; null until the history is read into the index. */
  overview(): Promise<readonly HistoryDay[] | null>
  commit(ref: CommitRef): Promise<Commit>
  /**
   * Where the text that HEAD has at a path comes from, looked for no farther back than needed; null where HEAD has no
   * file.
   */
  lastChange(path: StorePath): Promise<LastChange | null>
  /** The commits of one turn, oldest first. */
  commitsOfTurn(conversation: string, turn: number): Promise<readonly Commit[]>
  /** The commit that a tool call made, looked for in the newest commits; `null` when it made none. */
  commitOfCall(call: string): Promise<Commit | null>
  blame(path: StorePath): Promise<Blame | null>

  /**
   * Looks whether the history is whole, and with `repair` makes good what can be. Nothing that may still be of use is
   * deleted.
   */
  check(options: { readonly repair: boolean }): Promise<CheckReport>
  /**
   * Makes what is derived from git anew, or goes on where that was left, and tells of the progress.
   * @returns false when it was cancelled
   */
  reindex(how?: { readonly resume: boolean }): Promise<boolean>
  /** Gives up such work, whoever asked for it. What it has done stays; nothing depends on the rest. */
  cancel(work: LongWork): Promise<void>
  /** Resolves when git has seen every command that was answered before. By itself that happens within 200 ms. */
  published(): Promise<void>
  /** Takes in what other programs changed: these paths, or everything. Resolves when it is committed. */
  adopt(paths?: readonly StorePath[]): Promise<void>
  on(listener: (event: AppEvent) => void): () => void
  /** Watches the folder from now on (openStore does so by itself unless told not to). */
  watch(): Promise<void>
  /** Finishes what is queued, then lets go of everything. */
  close(): Promise<void>
}
