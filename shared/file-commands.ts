import { z } from 'zod'
import { ObjectId, StorePath } from './change.ts'
import { MAX_IMPORTED_BYTES } from './several-files.ts'

// What the user does to several files at once.

/** A file or a folder, and its new path. */
export const Move = z.object({ from: StorePath, to: StorePath }).readonly()
export type Move = z.infer<typeof Move>

/** A file from elsewhere. `before` is the version it replaces (`null`: it is a new file). */
export const ImportedFile = z
  .object({ path: StorePath, before: ObjectId.nullable(), bytes: z.base64().max(MAX_IMPORTED_BYTES * 1.4) })
  .readonly()
export type ImportedFile = z.infer<typeof ImportedFile>
