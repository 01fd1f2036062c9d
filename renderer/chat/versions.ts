import type { Turn } from '../../shared/conversation.ts'

/** A turn, and those that it replaced. */
export interface Version {
  readonly turn: Turn
  readonly replaced: readonly Turn[]
}

/** The turns that count, each after what it replaced. */
export function versionsOf(turns: readonly Turn[]): readonly Version[] {
  const replaced = Map.groupBy(turns, ({ replacedBy }) => replacedBy)
  return (replaced.get(undefined) ?? []).map((turn) => ({ turn, replaced: before(turn, replaced) }))
}

/** What a turn replaced was replaced before it, too. */
function before(turn: Turn, replaced: ReadonlyMap<number | undefined, readonly Turn[]>): readonly Turn[] {
  return (replaced.get(turn.number) ?? []).flatMap((other) => [...before(other, replaced), other])
}
