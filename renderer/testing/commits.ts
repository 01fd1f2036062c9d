import type { Change } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { type Origin, usualLineage } from '../../shared/origin.ts'

/** Commits for tests, with defaults for whatever a test is not about. */

let made = 0

export function id(seed: number): string {
  return seed.toString(16).padStart(40, '0')
}

/** A ULID that sorts by `seed`. */
export function ulid(seed: number): string {
  return seed.toString().padStart(26, '0')
}

export function change(path: string, before: number | null, after: number | null, size = 100): Change {
  const blob = (seed: number | null) => (seed === null ? null : { id: id(seed), size, mode: '100644' as const })
  return { path, before: blob(before), after: blob(after) }
}

interface Given extends Partial<Omit<Commit, 'origin' | 'changes'>> {
  readonly origin?: Partial<Origin>
  readonly changes?: readonly Change[]
}

export function commit({ origin, changes = [change('a.md', 1, 2)], ...given }: Given = {}): Commit {
  made += 1
  return {
    id: id(1000 + made),
    variorumId: ulid(1000 + made),
    parent: null,
    subject: 'Edited a.md',
    time: '2026-11-20T10:41:00Z',
    author: 'agent',
    ours: true,
    undoneBy: null,
    origin: { actor: 'agent', verb: 'str_replace', lineage: usualLineage(origin?.actor ?? 'agent'), ...origin },
    changes: changes.map((each) => ({ change: each, lines: { added: 1, removed: 1 } })),
    changeCount: changes.length,
    ...given,
  }
}
