import type { Choice, Choices, Conflict } from '../../shared/undoing.ts'
import { ConflictCard, type ConflictWords } from './ConflictCard.tsx'

interface ConflictsProps {
  readonly conflicts: readonly Conflict[]
  readonly choices: Choices
  readonly words: ConflictWords
  /** The one that the keys decide, where they do. */
  readonly current?: Conflict | undefined
  readonly hasKeys?: boolean
  readonly onChoose: (id: string, choice: Choice | null) => void
}

/** What only a person can decide, wherever two versions of some files meet. */
export function Conflicts({ conflicts, choices, words, current, hasKeys = false, onChoose }: ConflictsProps) {
  return conflicts.map((conflict) => (
    <ConflictCard
      key={conflict.id}
      conflict={conflict}
      choice={choices[conflict.id] ?? null}
      words={words}
      isCurrent={conflict === current}
      hasKeys={hasKeys}
      onChoose={(choice) => onChoose(conflict.id, choice)}
    />
  ))
}

/** The choices with one more, or one fewer. */
export function chosen(choices: Choices, id: string, choice: Choice | null): Choices {
  const { [id]: _, ...others } = choices
  return choice === null ? others : { ...choices, [id]: choice }
}
