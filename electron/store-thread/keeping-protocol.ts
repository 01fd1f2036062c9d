import type { Answer, Call, Failure } from './protocol.ts'

// The messages between the thread that keeps stores and its client. Both ends are the same version.

/** A store whose history is kept while another one is open. */
export interface KeptStore {
  readonly key: string
  readonly dir: string
}

/** What the thread is started with. */
export interface KeepingOptions {
  /** See StoreOptions. */
  readonly home: string
  readonly device: string
}

export type ToKeeping =
  /** Answered with `settled`, once all others are closed; in order. */
  | { readonly kind: 'keep'; readonly stores: readonly KeptStore[] }
  /** A method of one of the stores; fails while that is not open. */
  | { readonly kind: 'call'; readonly key: string; readonly call: Call }
  /** The thread ends when all stores are closed. */
  | { readonly kind: 'close' }

export type FromKeeping =
  /** Every edit of a store becomes a commit from here on; with a failure it does not, for the time being. */
  | { readonly kind: 'kept'; readonly key: string; readonly failure: Failure | null }
  | { readonly kind: 'answered'; readonly key: string; readonly answer: Answer<unknown> }
  | { readonly kind: 'settled' }
  /** Something was committed in one of them. */
  | { readonly kind: 'changed' }
