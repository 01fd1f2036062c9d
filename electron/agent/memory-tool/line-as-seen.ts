import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { hunksBetween, mapIndex } from '../../../shared/merge/hunks.ts'
import type { PathState, Store } from '../../memory/store-interface.ts'
import { formatFile } from './format.ts'
import type { CommandResult, Memory } from './handlers.ts'
import { splitLines } from './text.ts'

/** So many lines on each side are shown of a file that changed where something was to be inserted. */
const LINES_AROUND = 10

interface Shown {
  readonly file: Extract<PathState, { readonly kind: 'file' }>
  /** As a view shows it. */
  readonly text: string
}

/**
 * Where the gap after line `line` of the version that the reader saw is in the file as it is now; an answer with the
 * lines that are there, if that cannot be told. The reader who saw the present version, or none, counts in the present one.
 * @param path as the reader wrote it
 */
export async function lineAsSeen(
  { store, seen, redactor }: Memory,
  { file, text }: Shown,
  { path, line }: { readonly path: string; readonly line: number },
): Promise<number | CommandResult> {
  const version = seen.versionOf(file.path)
  if (version === undefined || version === file.blob.id) return line
  const old = await textIfThere(store, version)
  const then = splitLines(redactor.redact(old ?? '', file.path))
  const now = splitLines(text)
  const hunks = hunksBetween(then, now)
  const at = mapIndex(hunks, line)
  const isKept = !hunks.some(({ from, to }) => from < line && line < to)
  if (old !== null && isKept && Number.isInteger(line) && line >= 0 && line <= then.length) return at
  const around = { from: Math.max(1, at - LINES_AROUND), to: Math.min(now.length, at + LINES_AROUND) }
  seen.note(file.path, file.blob.id)
  return {
    content: `Error: ${path} was changed since you viewed it. Nothing was inserted. Count again in the lines that are there now.\n\n${formatFile(path, text, [around.from, around.to])}`,
    commit: null,
    lineage: await store.lineageOfLines({ path: file.path, version: file.blob.id }, text === '' ? undefined : around),
    isError: true,
    isCleared: true,
  }
}

/** A version that was seen on disk may never come into the history, and that of a killed process not at once. */
function textIfThere(store: Pick<Store, 'text'>, version: ObjectId): Promise<string | null> {
  return store.text(version).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'damaged') return null
    throw error
  })
}
