import type { Change } from '../../shared/change.ts'
import { hunkLines } from '../../shared/merge/lines.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import type { Store } from '../memory/store-interface.ts'

/** The lines that a change removed, without those that it only moved. */
export function removedLines(store: Pick<Store, 'text'>, change: Change): Promise<readonly string[]> {
  return changedLines(store, change, 'removed')
}

/** The lines that a change added, without those that it only moved. */
export function addedLines(store: Pick<Store, 'text'>, change: Change): Promise<readonly string[]> {
  return changedLines(store, change, 'added')
}

async function changedLines(
  { text }: Pick<Store, 'text'>,
  { before, after }: Change,
  side: 'removed' | 'added',
): Promise<readonly string[]> {
  const [old, now] = await Promise.all([before, after].map((blob) => (blob === null ? '' : text(blob.id))))
  if (old == null || now == null) return []
  const lines = { removed: linesWithEnds(old), added: linesWithEnds(now) }
  const texts = (which: 'removed' | 'added'): readonly string[] =>
    hunkLines(old, now).flatMap((hunk) => hunk[which].map((number) => lines[which][number - 1]?.trimEnd() ?? ''))
  const other = new Set(texts(side === 'removed' ? 'added' : 'removed'))
  return texts(side).filter((line) => !other.has(line))
}
