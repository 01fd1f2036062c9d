import { z } from 'zod'
import { NextStep } from './conversation.ts'
import { english } from './messages/english.ts'
import { Message } from './messages/message.ts'

/** Every kind of failure that is reported to the user. */
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
  'too-large',
  'name-taken',
  'closed',
  // The remote of a store.
  'bad-remote',
  'remote',
  // The agent and the providers.
  'busy',
  'unknown-conversation',
  'bad-request',
  'provider',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Why a remote could not be reached, read or written (`remote`). */
export const RemoteFailure = z.enum([
  'offline',
  'timeout',
  'cancelled',
  'not-found',
  'not-a-repository',
  'no-branch',
  'sign-in',
  'host-key',
  'host-key-changed',
  'certificate',
  'refused',
  'checked-out',
  'locked',
  'full',
  'disk-full',
  'damaged',
  'too-large',
  'sha256',
  'shallow',
  'ownership',
  'unsupported',
  'moved',
  'needs-git',
  'other',
])
export type RemoteFailure = z.infer<typeof RemoteFailure>

/** Data of an error for a program to act on. */
const ErrorData = z.object({
  /** What the user can do next (`provider`). */
  next: z.array(NextStep).readonly().optional(),
  /** Why it failed (`remote`). */
  remote: RemoteFailure.optional(),
})
export type ErrorData = z.infer<typeof ErrorData>

/** An error as a plain value: what crosses a wire or a thread. */
export const ErrorValue = z.object({ code: ErrorCode, said: Message, data: ErrorData })
export type ErrorValue = z.infer<typeof ErrorValue>

/**
 * The one error made for people: it says what happened, what it means and what to do, and never contains a host path, a
 * key or a secret. `message` is the same in English. Every other error is a bug, and its message is not shown.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly said: Message
  readonly data: ErrorData

  constructor(
    code: ErrorCode,
    said: Message,
    { data = {}, ...options }: ErrorOptions & { readonly data?: ErrorData } = {},
  ) {
    super(english(said), options)
    this.code = code
    this.said = said
    this.data = data
  }

  /** The error without its stack and cause, which may name the host's folders. */
  toJSON(): ErrorValue {
    return { code: this.code, said: this.said, data: this.data }
  }

  static fromJSON({ code, said, data }: ErrorValue): AppError {
    return new AppError(code, said, { data })
  }
}

/** What to say of any failure. */
export function saidOf(error: unknown, otherwise: Message): Message {
  return error instanceof AppError ? error.said : otherwise
}
