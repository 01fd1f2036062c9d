import type { StorePath } from './change.ts'
import type { WriteOutcome } from './commit.ts'

// Files of the user that are copied into the memory. The page reads them, and sends only what can be kept. Without schemas: the page loads it late.

export const MAX_BROUGHT_FILES = 2_000
export const MAX_BROUGHT_CHARACTERS = 20_000_000

/** A file, and where it goes in the memory. */
export interface TextFile {
  readonly path: StorePath
  readonly text: string
}

export interface BroughtIn {
  /** `null` if all of the files were there already. */
  readonly outcome: WriteOutcome | null
  /** Files that the memory has already, and keeps as they are. */
  readonly left: readonly StorePath[]
}

/** Why a file cannot be brought in. */
export type LeftOut = 'hidden' | 'not-text' | 'too-much'

/** Where a chosen file goes: its path in the folder that was chosen; `null` if it or a folder above it is hidden. */
export function pathInMemory(name: string): StorePath | null {
  const path = name.normalize('NFC').replaceAll('\\', '/').replace(/^\/+/, '')
  return path === '' || path.split('/').some((part) => part === '' || part.startsWith('.')) ? null : path
}
