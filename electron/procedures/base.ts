import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Core } from '../core.ts'
import { toDiskError } from '../disk/disk-error.ts'

/** The other browsers that a door let in. */
export interface OtherBrowsers {
  count(): Promise<number>
  /** Ends their sessions, and their connections at once. */
  signOut(): Promise<void>
}

interface Context {
  readonly core: Core
  /** At a door with sessions. */
  readonly browsers?: OtherBrowsers
}

/** Names a store of the user's list. */
export const StoreKey = z.string().min(1).max(64)

/** What every procedure of the contract shares: its context, and how errors reach the page. */
export const t = initTRPC.context<Context>().create({
  // A stack or a cause may name the host's folders: the page gets an AppError as a value, and nothing of other errors.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: {
      code: shape.data.code,
      httpStatus: shape.data.httpStatus,
      error: error.cause instanceof AppError ? error.cause.toJSON() : null,
    },
  }),
})

export const ask = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof Error) || result.error.code !== 'INTERNAL_SERVER_ERROR')
    return result
  throw forPage(result.error.cause)
})

/** An error as the page gets it: an AppError as it is, what a disk refused as a sentence, and of any other one nothing but that it happened. */
export function forPage(cause: unknown): TRPCError {
  const told = cause instanceof AppError ? cause : toDiskError(cause)
  if (told !== null) return new TRPCError({ code: 'PRECONDITION_FAILED', message: told.code, cause: told })
  return new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'internal',
  })
}
