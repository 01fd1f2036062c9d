import type { Files } from './memory-edits.ts'
import { factIn } from './memory-edits.ts'
import type { FoundLine } from './search.ts'
import { below, type CommandResult, type Situation } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'

/** A line that was written in this conversation. */
export interface RecentLine extends FoundLine {
  /** How many changes ago. */
  readonly age: number
}

/** Those that are still in the memory, the latest first. */
export function recentLines({ earlier }: Pick<Situation, 'earlier'>, files: Files): readonly RecentLine[] {
  const written = turnsInEffect(earlier)
    .toReversed()
    .flatMap((turn, age) =>
      changesOf(turn)
        .toReversed()
        .flatMap((change) => addedBy(change).flatMap((line) => placeIn(files, below(change.path), line, age))),
    )
  return written.filter(
    ({ path, index }, at) => written.findIndex((other) => other.path === path && other.index === index) === at,
  )
}

function addedBy({
  file_text: all = '',
  insert_text: added = '',
  new_str: now = '',
  old_str: old = '',
}: CommandResult) {
  const before = new Set(old.split('\n'))
  return [all, added, now].flatMap((text) =>
    text.split('\n').filter((line) => factIn(line) !== null && !before.has(line)),
  )
}

function placeIn(files: Files, path: string, line: string, age: number): readonly RecentLine[] {
  const index = (files.get(path) ?? []).indexOf(line)
  return index < 0 ? [] : [{ path, index, text: factIn(line) ?? '', age }]
}
