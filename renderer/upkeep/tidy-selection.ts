import { hunkLines, type LineChoice } from '../../shared/merge/lines.ts'
import type { ProposedFile, TidySelection } from '../../shared/tidy.ts'

/** What the user leaves out: whole files, and single changes of a file by their place. */
export interface LeftOut {
  readonly files: ReadonlySet<string>
  readonly changes: ReadonlyMap<string, ReadonlySet<number>>
}

export const NOTHING_LEFT_OUT: LeftOut = { files: new Set(), changes: new Map() }

/** The changes of a file, one for each stretch of lines; none for a file that comes or goes as a whole. */
export function changesOf({ after }: ProposedFile, before: string | null): readonly LineChoice[] {
  return before === null || after === null ? [] : hunkLines(before, after)
}

export function withFile(left: LeftOut, path: string, isIn: boolean): LeftOut {
  const files = new Set(left.files)
  if (isIn) files.delete(path)
  else files.add(path)
  const changes = new Map(left.changes)
  if (isIn) changes.delete(path)
  return { files, changes }
}

/** A file without any of its changes is left out. */
export function withChange(
  left: LeftOut,
  path: string,
  change: { readonly at: number; readonly of: number },
  isIn: boolean,
): LeftOut {
  const out = new Set(left.files.has(path) ? Array.from({ length: change.of }, (_, at) => at) : left.changes.get(path))
  if (isIn) out.delete(change.at)
  else out.add(change.at)
  const files = new Set(left.files)
  const changes = new Map(left.changes).set(path, out)
  files.delete(path)
  if (out.size === change.of) {
    files.add(path)
    changes.delete(path)
  }
  return { files, changes }
}

/** What is accepted. @param textOf the present base text of a file; `undefined` while it is loading */
export function selectionOf(
  files: readonly ProposedFile[],
  left: LeftOut,
  textOf: (file: ProposedFile) => string | null,
): TidySelection {
  return files.flatMap((file) => {
    if (left.files.has(file.path)) return []
    const out = left.changes.get(file.path)
    if (out === undefined || out.size === 0) return [{ path: file.path, without: { removed: [], added: [] } }]
    const hunks = changesOf(file, textOf(file)).filter((_, at) => out.has(at))
    return [
      {
        path: file.path,
        without: { removed: hunks.flatMap(({ removed }) => removed), added: hunks.flatMap(({ added }) => added) },
      },
    ]
  })
}
