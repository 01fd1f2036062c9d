import { z } from 'zod'
import { StorePath } from './change.ts'
import { PointRef } from './commit.ts'

/** What is copied out of a store. `at` is a point; without it, the present state. */
export const ExportWhat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: StorePath, at: PointRef.optional() }).readonly(),
  /** Every file that an agent reads: without the history, the policies, and what is withheld. */
  z.object({ kind: z.literal('folder'), at: PointRef.optional() }).readonly(),
  /** Every version of every file, as a git bundle. */
  z.object({ kind: z.literal('bundle') }).readonly(),
])
export type ExportWhat = z.infer<typeof ExportWhat>

export type ExportProgress =
  /** Of files, or for a bundle commits; `total` is 0 while it is not known. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'done'
      /** Of the file or folder that was made. */
      readonly name: string
      /** Files that are too large to be copied. */
      readonly leftOut: readonly StorePath[]
      /** Where the page downloads it, once; `null` if it is where the user wanted it. */
      readonly address: string | null
    }
  /** The user closed the dialog. */
  | { readonly kind: 'cancelled' }
