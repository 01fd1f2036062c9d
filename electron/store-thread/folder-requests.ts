import type { Message } from '../../shared/messages/message.ts'
import type { InspectedFolder } from '../memory/inspect-folder.ts'
import type { Here } from '../memory/store-options.ts'
import type { Failure } from './protocol.ts'

// What the folder thread does: one request each, for a folder that is not an open store.

export interface FolderAnswers {
  /** See inspectFolder. */
  readonly inspect: InspectedFolder
  /** See whyKeepHistory. */
  readonly whyKeepHistory: Message | null
  /** See removeHistory. */
  readonly removeHistory: string
  /** See isFolderOf. */
  readonly isFolderOf: boolean
}

export interface FolderRequest<Kind extends keyof FolderAnswers> {
  readonly kind: Kind
  readonly dir: string
  readonly here: Here
  /** Where the folder may be now. */
  readonly now?: string
}

/** `ready`: the thread begins now. */
export type FromFolderThread<Value> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'failure'; readonly failure: Failure }
