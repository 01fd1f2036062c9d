import { hunkLines, type LineChoice, withHunks } from '../../shared/merge/lines.ts'
import type { FittedFile } from '../../shared/waiting.ts'

/** Of more changes, or longer texts, nobody chooses one by one: such a text is edited. */
const MAX_HUNKS = 50
const MAX_CHARACTERS = 200_000

/** The places where a write changes its one file that can be taken or left by themselves; none if there is no choice. */
export function hunksOf(files: readonly FittedFile[]): readonly LineChoice[] {
  const [file, ...more] = files
  if (file === undefined || more.length > 0 || file.isConflict || file.now === null || file.saved === null) return []
  if (file.now.length + file.saved.length > MAX_CHARACTERS) return []
  const hunks = hunkLines(file.now, file.saved)
  return hunks.length < 2 || hunks.length > MAX_HUNKS ? [] : hunks
}

/** The file's text without the changes that the user leaves. */
export const textWithout = ({ now, saved }: FittedFile, left: ReadonlySet<number>): string | null =>
  saved === null || left.size === 0 ? saved : withHunks(now ?? '', saved, (at) => !left.has(at))
