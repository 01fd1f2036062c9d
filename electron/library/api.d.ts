/**
 * The memory of an AI agent: a folder of text with an ordinary git repository in it. Every command that changes it is a
 * commit, which people see and take back in Variorum's window, on its command line, or here.
 *
 * @packageDocumentation
 */

/** Options of {@link openMemory}. All can be left out. */
export interface OpenMemoryOptions {
  /**
   * The memory's folder; made if it does not exist. A relative one is relative to the working directory. By default the
   * folder that Variorum's window opens: `variorum where` names it.
   */
  readonly dir?: string
  /** The program that writes, such as `my-agent 1.2`, in one line of at most 100 characters. Its commits name it. */
  readonly client?: string
  /** The folder of Variorum's own data, such as indexes. By default `VARIORUM_HOME`, or the one that `variorum where` names. */
  readonly home?: string
  /**
   * Use what came with a folder from elsewhere: its policies, settings, and changes that are not in git yet. By default
   * all of it waits until the user has seen it in the window.
   */
  readonly trust?: boolean
  /** Use a folder although it is hidden, as those are where programs keep settings and keys. */
  readonly hidden?: boolean
}

/** What is wrong, for a program to act on. More may be added. */
export type MemoryErrorCode =
  /** The folder cannot be a memory, such as a home folder, or a repository that git itself is working in. */
  | 'not-adoptable'
  /** Git is working in the folder, and did not end within five seconds. Try again. */
  | 'git-busy'
  /** Another process is writing, and did not end within five seconds. Try again. */
  | 'lease-taken'
  /** The folder's HEAD names no branch. */
  | 'detached-head'
  /** The disk is full, read-only or failing, or forbids it. */
  | 'disk'
  /** Nothing is named so: no commit, restore point, branch, tag or day. */
  | 'unknown-commit'
  /** The beginning of a commit's id fits several. */
  | 'ambiguous-commit'
  /** The history is damaged. `variorum check --repair` may repair it. */
  | 'damaged'
  /** Too large to be read whole. */
  | 'too-large'
  /** The memory was closed. */
  | 'closed'
  /** An argument is not as it should be. */
  | 'bad-request'

/**
 * The errors of this package that are no bugs. The message says what happened, what it means and what to do, and names no
 * folder of the computer.
 */
export interface MemoryError extends Error {
  readonly name: 'AppError'
  readonly code: MemoryErrorCode | (string & {})
}

/** Who made a commit; `outside` is any other program, git included. */
export type Actor = 'agent' | 'user' | 'outside' | 'policy'

/** What a commit did to one file. */
export interface FileChange {
  /** Relative to the memory's folder. */
  readonly path: string
  readonly kind: 'created' | 'changed' | 'deleted'
  /** The earlier path of a renamed file. */
  readonly from: string | null
}

/** One change of the memory. */
export interface MemoryCommit {
  /** Git's id. */
  readonly id: string
  /** In words, such as `create people.md`. */
  readonly subject: string
  /** ISO 8601 with the offset of who made it. */
  readonly time: string
  readonly actor: Actor
  /** The command: one of the memory tool's, or `edit`, `adopt`, `restore`, `undo` or `other`. */
  readonly command: string
  /** The program that wrote it, if it gave its name. */
  readonly client: string | null
  /** False for a commit that this device did not make: actor, command and client are then only what it says itself. */
  readonly isVerified: boolean
  /** Whether it was undone, and the undo is in effect. */
  readonly isUndone: boolean
  /** At most 200. */
  readonly changes: readonly FileChange[]
}

/** Which commits {@link Memory.history} gives; all, if nothing is said. */
export interface HistoryQuery {
  /** Only those that changed this file or folder. */
  readonly path?: string
  /** Only those made by these. */
  readonly actors?: readonly Actor[]
  /** Only those with all these words in the subject, the paths or the changed lines, in any case. */
  readonly words?: string
  /** Only those made then or later: an ISO 8601 time with an offset or `Z`. */
  readonly from?: string
  /** Only those made before then. */
  readonly to?: string
  /** How many: 1 to 500, 50 by default. */
  readonly limit?: number
  /** Continue there: the `next` of the page before. */
  readonly after?: string
}

/** A part of the history. */
export interface HistoryPage {
  /** Newest first. */
  readonly commits: readonly MemoryCommit[]
  /** Where the next page continues; null at the beginning of the history. */
  readonly next: string | null
}

/** A file with all the words. */
export interface SearchHit {
  readonly path: string
  /** The line with most of them, its number from 1; null if only the path has them. */
  readonly line: { readonly number: number; readonly text: string } | null
}

/** What {@link Memory.search} found, by path. */
export interface SearchPage {
  readonly hits: readonly SearchHit[]
  /** Whether there are more than the limit. */
  readonly more: boolean
}

/** What became of an undo or a restore. Nothing was written unless it is `committed`. */
export type Outcome =
  | { readonly kind: 'committed'; readonly commit: MemoryCommit }
  /** The same lines were changed since. A person decides: in the window, or with `variorum undo`. */
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly reason: string }
  /** A policy forbids it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** There is nothing left to undo. */
  | { readonly kind: 'nothing' }

/**
 * One handler for each command of the memory tool (`memory_20250818`), as `betaMemoryTool` of `@anthropic-ai/sdk` takes
 * them. A change is durable when its promise resolves, and is one commit. What a policy redacts or refuses, and every
 * other mistake, is said in the answer to the model.
 *
 * @throws Error with the sentence for the model, which the SDK sends back with `is_error`
 */
export interface MemoryToolHandlers {
  /** A file's lines with their numbers, or what is in a folder. */
  view(command: { command: 'view'; path: string; view_range?: Array<number> }): Promise<string>
  /** Writes a file. */
  create(command: { command: 'create'; path: string; file_text: string }): Promise<string>
  /** Replaces a text that the file has exactly once. */
  str_replace(command: { command: 'str_replace'; path: string; old_str: string; new_str: string }): Promise<string>
  /** Puts a text behind a line; 0 is the beginning. */
  insert(command: { command: 'insert'; path: string; insert_line: number; insert_text: string }): Promise<string>
  /** Removes a file, or a folder with all in it. */
  delete(command: { command: 'delete'; path: string }): Promise<string>
  /** Renames a file or a folder. */
  rename(command: { command: 'rename'; old_path: string; new_path: string }): Promise<string>
}

/** An open memory. Until it is closed it watches the folder, and keeps the process running. */
export interface Memory {
  /** For the SDK's tool runner: `betaMemoryTool(memory.memoryToolHandlers)`. */
  readonly memoryToolHandlers: MemoryToolHandlers

  /**
   * What happened, newest first.
   *
   * @throws {MemoryError} `bad-request` for a query that is not as described; `unknown-commit` for an `after` that is
   *   not in the history; `damaged`; `closed`
   */
  history(query?: HistoryQuery): Promise<HistoryPage>

  /**
   * Finds the files that have all the words, in their text or path, in any case.
   *
   * @param limit 1 to 200 hits, 50 by default
   * @throws {MemoryError} `bad-request` for more than 1,000 characters or another limit; `damaged`; `closed`
   */
  search(words: string, limit?: number): Promise<SearchPage>

  /**
   * Takes back one change, or the newest that is not undone, and keeps what was written later. It is a commit of its own,
   * and can be undone.
   *
   * @param commit its id or the beginning of it
   * @throws {MemoryError} `unknown-commit`; `ambiguous-commit`; `git-busy` and `lease-taken`, after which it can be tried
   *   again; `disk`; `damaged`; `closed`
   */
  undo(commit?: string): Promise<Outcome>

  /**
   * Makes the memory, or one file or folder of it, what it was at a point of its history, as a new commit. The policies
   * stay as they are.
   *
   * @param point a commit's id, a restore point, a revision such as `HEAD~3`, or a day such as `2026-11-20` or
   *   `yesterday`, which means the end of it
   * @param path relative to the memory's folder; all of it by default
   * @throws {MemoryError} as {@link Memory.undo}
   */
  restore(point: string, path?: string): Promise<Outcome>

  /** Ends what was begun, and releases the folder. Can be called again. */
  close(): Promise<void>
}

/**
 * Opens a memory, and makes it if there is none. Policies, redaction and limits are those of the window and the command
 * line; other processes may use the same folder at the same time.
 *
 * @throws {MemoryError} `not-adoptable` with the reason, for a folder that cannot be a memory; `bad-request` for options
 *   that are not as described; `git-busy`; `lease-taken`; `disk`; `damaged`
 */
export declare function openMemory(options?: OpenMemoryOptions): Promise<Memory>
