import { linesWithEnds } from '../../shared/merge/tokens.ts'
import type { FixEdit, LinesEdit } from '../../shared/upkeep.ts'

/** What several fixes make of one file; `null` removes it. */
export interface EditedFile {
  readonly path: string
  readonly before: string | null
  readonly text: string | null
}

/**
 * What files become with some edits. Of two edits of the same lines the first one counts; the other one is found again
 * afterwards. Pure.
 * @param texts the text of each version that an edit is of
 * @returns `null` when a file is not as an edit expects it
 */
export function applyEdits(
  edits: readonly FixEdit[],
  texts: ReadonlyMap<string, string>,
): readonly EditedFile[] | null {
  const byPath = Map.groupBy(edits, ({ path }) => path)
  const files: EditedFile[] = []
  for (const [path, all] of byPath) {
    const before = all[0]?.before ?? null
    if (all.some((edit) => edit.before !== before)) return null
    const inLines = all.filter((edit): edit is LinesEdit => !('isRemoved' in edit))
    if (inLines.length < all.length) files.push({ path, before, text: null })
    else {
      const text = editedText(before === null ? '' : texts.get(before), inLines)
      if (text === null) return null
      files.push({ path, before, text })
    }
  }
  return files
}

function editedText(text: string | undefined, edits: readonly LinesEdit[]): string | null {
  if (text === undefined) return null
  const lines = [...linesWithEnds(text)]
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const last = lines.at(-1)
  if (last !== undefined && !last.endsWith('\n')) lines[lines.length - 1] = last + end
  for (const { at, removed } of edits)
    if (removed.some((line, index) => lines[at - 1 + index]?.replace(/\r?\n$/, '') !== line)) return null
  // From the last to the first, so that the numbers of the lines above stay true.
  for (const { at, removed, added } of withoutOverlaps(edits).toReversed())
    lines.splice(at - 1, removed.length, ...added.map((line) => line + end))
  const all = lines.join('')
  return last === undefined || last.endsWith('\n') ? all : all.replace(/\r?\n$/, '')
}

function withoutOverlaps(edits: readonly LinesEdit[]): readonly LinesEdit[] {
  const taken = new Set<number>()
  const kept = edits.filter(({ at, removed }) => {
    const lines = removed.map((_, index) => at + index)
    if (lines.some((line) => taken.has(line))) return false
    for (const line of lines) taken.add(line)
    return true
  })
  return kept.toSorted((a, b) => a.at - b.at || a.removed.length - b.removed.length)
}
