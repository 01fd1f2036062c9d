import { z } from 'zod'
import { NextStep } from './conversation.ts'

/** Every way in which a request can fail that the user is told about. */
export const ErrorCode = z.enum([
  // The store.
  'not-adoptable',
  'git-busy',
  'lease-taken',
  'detached-head',
  'disk',
  'unknown-commit',
  'ambiguous-commit',
  'damaged',
  'name-taken',
  'closed',
  // The agent, and whoever answers for it.
  'busy',
  'unknown-conversation',
  'bad-request',
  'provider',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** What goes along with an error, for a program to act on. */
const ErrorData = z.object({
  /** What the user can do next (`provider`). */
  next: z.array(NextStep).readonly().optional(),
})
export type ErrorData = z.infer<typeof ErrorData>

/** An error as a plain value: what crosses a wire or a thread. */
export const ErrorValue = z.object({ code: ErrorCode, message: z.string(), data: ErrorData })
export type ErrorValue = z.infer<typeof ErrorValue>

/**
 * The one error made for people: its message says what happened, what it means and what to do, and never holds a host
 * path, a key or a secret. Every other error is a fault of ours, and its message is shown to nobody.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly data: ErrorData

  constructor(
    code: ErrorCode,
    message: string,
    { data = {}, ...options }: ErrorOptions & { readonly data?: ErrorData } = {},
  ) {
    super(message, options)
    this.code = code
    this.data = data
  }

  /** The error without its stack and cause, which may name the host's folders. */
  toJSON(): ErrorValue {
    return { code: this.code, message: this.message, data: this.data }
  }

  static fromJSON({ code, message, data }: ErrorValue): AppError {
    return new AppError(code, message, { data })
  }
}

/** What to tell the user of any failure. */
export function messageFor(error: unknown, otherwise: string): string {
  return error instanceof AppError ? error.message : otherwise
}
