import { z } from 'zod'

/** A git object id: 40 lower-case hexadecimal digits (SHA-1; other formats are refused when a folder is adopted). */
export const ObjectId = z.string().regex(/^[0-9a-f]{40}$/)
export type ObjectId = z.infer<typeof ObjectId>

/** A ULID: 26 characters of Crockford's alphabet, sortable by time. */
export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
export type Ulid = z.infer<typeof Ulid>

/**
 * A file's path inside the store: relative, `/` between segments, no leading or trailing slash ("travel/lisbon.md").
 * The model's `/memories/travel/lisbon.md` is the memory tool's form and is used nowhere else.
 */
export const StorePath = z.string().min(1).max(65_536)
export type StorePath = z.infer<typeof StorePath>

/** A file's kind in git: regular, executable, or a symbolic link (whose bytes are the link's target). */
export const FileMode = z.enum(['100644', '100755', '120000'])
export type FileMode = z.infer<typeof FileMode>

/** One version of one file. `size` is in bytes; the text is fetched by id. */
export const Blob = z.object({ id: ObjectId, size: z.number().int().nonnegative(), mode: FileMode }).readonly()
export type Blob = z.infer<typeof Blob>

/** What one command does to one file. `null` = the file does not exist. `from` is the old path of a rename. */
export const Change = z
  .object({ path: StorePath, before: Blob.nullable(), after: Blob.nullable(), from: StorePath.optional() })
  .readonly()
export type Change = z.infer<typeof Change>

/** What a change does to its file; a rename counts as a change. */
export const ChangeKind = z.enum(['created', 'changed', 'deleted'])
export type ChangeKind = z.infer<typeof ChangeKind>

export function kindOf({ before, after }: Change): ChangeKind {
  if (after === null) return 'deleted'
  return before === null ? 'created' : 'changed'
}

/** Lines a change adds and removes; `null` if a side is binary or too large to count. */
export const LineCount = z.object({ added: z.number().int(), removed: z.number().int() }).readonly()
export type LineCount = z.infer<typeof LineCount>
