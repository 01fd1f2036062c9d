import { z } from 'zod'
import { ObjectId, StorePath } from './change.ts'

// What the user does to several files at once.

/** A file or a folder, and its new path. */
export const Move = z.object({ from: StorePath, to: StorePath }).readonly()
export type Move = z.infer<typeof Move>

/** The most that is imported at once. */
export const MAX_IMPORTED_FILES = 2_000
export const MAX_IMPORTED_BYTES = 40_000_000

/** A file from elsewhere. `before` is the version it replaces (`null`: it is a new file). */
export const ImportedFile = z
  .object({ path: StorePath, before: ObjectId.nullable(), bytes: z.base64().max(MAX_IMPORTED_BYTES * 1.4) })
  .readonly()
export type ImportedFile = z.infer<typeof ImportedFile>

/** Without what is in a folder that is among them, too. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths)
  return [...all].filter((path) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (all.has(path.slice(0, at))) return false
    return true
  })
}
