import type { Message } from './messages/message.ts'

// The folders in which other agents keep memories of their own.

/** One of them. `variorum agents --json` prints it as it is, its messages in English. */
export interface AgentFolder {
  /** The program's id, as in `variorum connect`, and its name. */
  readonly program: string
  readonly programName: string
  /** What a store in this folder is called, until the user names it. */
  readonly name: string
  /** The project's folder as people read it; null for a memory of several or none, and where nothing says which it is. */
  readonly project: string | null
  /** What the program calls the project, where its folder is not known: a name from which it cannot be told. */
  readonly projectId: string | null
  readonly folder: string
  /** The folder as people read it. */
  readonly shown: string
  /** Null where it cannot be read. */
  readonly contents: FolderContents | null
  /** The key of the user's store in this folder; null for none. */
  readonly store: string | null
  /** Where the history of a store in this folder has to be: some programs replace a `.git` that is inside. */
  readonly history: 'inside' | 'beside'
  /** The program made the folder for its memory; else somebody's settings say where it is. */
  readonly isUsual: boolean
  /** What the user must know of it. */
  readonly notes: readonly Message[]
  /** Why it cannot become a store; null if nothing speaks against it. */
  readonly whyNot: Message | null
}

export interface FolderContents {
  readonly files: number
  readonly bytes: number
  /** When a file in it was last written; null without files. */
  readonly lastWrite: string | null
  /** False when there is more than was looked at. */
  readonly isComplete: boolean
}

export interface AgentFolders {
  readonly folders: readonly AgentFolder[]
  /** What could not be looked at. */
  readonly notes: readonly Message[]
}
