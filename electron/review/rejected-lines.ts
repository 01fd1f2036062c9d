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
  side: Side,
): Promise<readonly string[]> {
  const [old, now] = await Promise.all([before, after].map((blob) => (blob === null ? '' : text(blob.id))))
  return old == null || now == null ? [] : linesBetween(old, now, side)
}

type Side = 'removed' | 'added'

/** The lines that were removed from an old text, or added to it, without those that only moved. */
export function linesBetween(old: string, now: string, side: Side): readonly string[] {
  const lines = { removed: linesWithEnds(old), added: linesWithEnds(now) }
  const texts = (which: Side): readonly string[] =>
    hunkLines(old, now).flatMap((hunk) => hunk[which].map((number) => lines[which][number - 1]?.trimEnd() ?? ''))
  const other = new Set(texts(side === 'removed' ? 'added' : 'removed'))
  return texts(side).filter((line) => !other.has(line))
}
