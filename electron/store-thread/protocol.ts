import { AppError, type ErrorValue } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Store } from '../memory/store-interface.ts'
import type { StoreOptions } from '../memory/store-options.ts'

// The messages between the store's thread and its client. Both ends are the same version, so nothing is validated.

/** Events take the other direction, so `on` is not a call. */
export type StoreMethod = Exclude<keyof Store, 'on'>

/** Every method that can be called in the thread: one that is missing here does not compile. */
export const STORE_METHODS = {
  id: true,
  status: true,
  unverified: true,
  settings: true,
  changeSettings: true,
  sign: true,
  look: true,
  list: true,
  put: true,
  putPolicies: true,
  usage: true,
  fileUse: true,
  policies: true,
  putPoliciesInForce: true,
  values: true,
  putValues: true,
  replaceWithheld: true,
  withheld: true,
  remove: true,
  move: true,
  viewed: true,
  restore: true,
  acceptVanished: true,
  undo: true,
  previewUndo: true,
  nextSteps: true,
  previewRestore: true,
  compare: true,
  isPoint: true,
  points: true,
  makePoint: true,
  removePoint: true,
  tree: true,
  file: true,
  text: true,
  bytes: true,
  search: true,
  history: true,
  overview: true,
  commit: true,
  between: true,
  linesAt: true,
  bisect: true,
  lineageOfLines: true,
  lineageOfNames: true,
  formerPaths: true,
  commitsOfTurn: true,
  changesOf: true,
  commitOfCall: true,
  blame: true,
  changesSince: true,
  devices: true,
  share: true,
  changeDevices: true,
  sync: true,
  cancelSync: true,
  tell: true,
  saidOn: true,
  leftByMerges: true,
  taken: true,
  check: true,
  reindex: true,
  writeBundle: true,
  cancel: true,
  published: true,
  adopt: true,
  adoptIfFew: true,
  watch: true,
  close: true,
} as const satisfies Record<StoreMethod, true>

/** What the thread is started with. Functions cannot be sent, so the thread makes its own gate. */
export type ThreadOptions = Omit<StoreOptions, 'gate' | 'onEvent'>

export interface Call {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

/** An error for the user, or (without a code) an internal one. */
export type Failure = ErrorValue | { readonly code: null; readonly message: string }

/** The outcome of one call. `Value` is what the method returned; the receiver knows the call by its id. */
export type Answer<Value> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Value }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }

export type FromThread<Value> =
  | Answer<Value>
  | { readonly kind: 'opened'; readonly failure: Failure | null }
  | { readonly kind: 'event'; readonly event: AppEvent }

export function failureOf(error: unknown): Failure {
  return error instanceof AppError
    ? error.toJSON()
    : { code: null, message: error instanceof Error ? error.message : String(error) }
}
