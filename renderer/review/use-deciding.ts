import { useMemo, useState } from 'react'
import type { LineChoice } from '../../shared/merge/lines.ts'
import type { FittedFile } from '../../shared/waiting.ts'
import { api } from '../state/api.ts'
import { refuseHeld, saveHeld } from '../state/held-writes.ts'
import { useMemory } from '../state/memory-store.ts'
import { isOpenedToEdit } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import type { WaitingWrite } from '../state/waiting-groups.ts'
import { hunksOf, textWithout } from './write-hunks.ts'

export interface Deciding {
  readonly files: readonly FittedFile[] | undefined
  readonly problem: string | null
  readonly isConflict: boolean
  /** Whether the user may say what its one file says. */
  readonly canEdit: boolean
  /** As the user edits it; null while they do not. */
  readonly text: string | null
  readonly setText: (text: string) => void
  /** Begins an edit, or discards it. */
  readonly edit: () => void
  /** Places that are taken or left one by one; none if there is no choice. */
  readonly hunks: readonly LineChoice[]
  /** Those that the user leaves, by their place. */
  readonly left: ReadonlySet<number>
  readonly choose: (at: number, isIn: boolean) => void
  readonly busy: boolean
  readonly canSave: boolean
  readonly save: () => void
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly refuse: () => void
}

/** What the user decides about a write that waits. */
export function useDeciding(waiting: WaitingWrite): Deciding {
  const changes = useMemory((state) => state.changes)
  const { answer, problem } = useQuery(waiting.id, changes, () => api.review.fitted.query({ id: waiting.id }))
  const files = answer ?? undefined
  const [isEdited, setEdited] = useState(isOpenedToEdit)
  const [typed, setTyped] = useState<{ readonly text: string; readonly on: string | null } | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const { hunks, left, choose } = useHunks(files)
  const [only, ...more] = files ?? []
  const editable = only === undefined || more.length > 0 ? null : textWithout(only, left)
  const text = isEdited && editable !== null ? (typed?.text ?? editable) : null
  const version = only?.version ?? null
  const isConflict = files?.some((file) => file.isConflict) === true
  const saysSomething = text !== null || (!isConflict && (hunks.length === 0 || left.size < hunks.length))
  const canSave = files !== undefined && !busy && saysSomething
  const save = async (): Promise<void> => {
    if (!canSave) return
    setBusy(true)
    const chosen = text ?? (left.size === 0 ? null : editable)
    await saveHeld(waiting, chosen === null ? undefined : { text: chosen, on: (typed ?? { on: version }).on })
    setBusy(false)
  }
  return {
    files,
    problem,
    isConflict,
    canEdit: editable !== null,
    text,
    // What is written to the file while the user types was not before them.
    setText: (next) => setTyped({ text: next, on: (typed ?? { on: version }).on }),
    edit: () => {
      setEdited(text === null)
      setTyped(null)
    },
    hunks,
    left,
    choose,
    busy,
    canSave,
    save: () => void save(),
    reason,
    setReason,
    refuse: () => void refuseHeld(waiting, reason.trim()),
  }
}

const NONE: ReadonlySet<number> = new Set()

function useHunks(files: readonly FittedFile[] | undefined): Pick<Deciding, 'hunks' | 'left' | 'choose'> {
  const [only] = files ?? []
  const hunks = useMemo(() => hunksOf(files ?? []), [files])
  const [chosen, setChosen] = useState({ now: only?.now, saved: only?.saved, left: NONE })
  // What was left of another text says nothing about this one.
  const isOfThis = chosen.now === only?.now && chosen.saved === only?.saved
  const left = isOfThis ? chosen.left : NONE
  return {
    hunks,
    left,
    choose(at, isIn) {
      const next = new Set(left)
      if (isIn) next.delete(at)
      else next.add(at)
      setChosen({ now: only?.now, saved: only?.saved, left: next })
    },
  }
}
