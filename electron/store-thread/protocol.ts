import type { ErrorValue } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Store, StoreOptions } from '../memory/store-interface.ts'

// What goes between the store's thread and the one that asks it. Both are ours, of one version, so nothing is checked.

export type StoreMethod = Exclude<keyof Store, 'on'>

/** What the thread is started with. Functions cannot travel, so the thread makes its own gate. */
export type ThreadOptions = Omit<StoreOptions, 'gate' | 'withhold' | 'onEvent'>

export interface Call {
  readonly id: number
  readonly method: StoreMethod
  readonly args: readonly unknown[]
}

/** An error for the user, or (without a code) a fault of ours. */
export type Failure = ErrorValue | { readonly code: null; readonly message: string }

/** `Value` is whatever the method answers; who receives it knows which call it belongs to. */
export type FromThread<Value> =
  | { readonly kind: 'opened'; readonly failure: Failure | null }
  | { readonly kind: 'answer'; readonly id: number; readonly value: Value }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'event'; readonly event: AppEvent }
