import { AppError, type ErrorValue } from '../../../shared/errors.ts'
import { toStoreError } from '../store-errors.ts'

/** A failure as a value, which can cross threads. `code` is null for a bug. */
export type Failure = ErrorValue | { readonly code: null; readonly message: string }

export function failureOf(error: unknown): Failure {
  const failure = toStoreError(error)
  if (failure instanceof AppError) return failure.toJSON()
  return { code: null, message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) }
}

export function errorOf(failure: Failure): Error {
  return failure.code === null ? new Error(failure.message) : AppError.fromJSON(failure)
}
