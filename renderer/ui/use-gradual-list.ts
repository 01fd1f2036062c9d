import { startTransition, useEffect, useState } from 'react'

/**
 * How many of so many things are shown: a first few at once, more while nobody waits, and beyond `most` only when
 * they are asked for. Whatever comes, the window goes on answering.
 * @param of what they are things of: another one begins anew
 */
export function useGradualList(
  of: string,
  total: number,
  step: number,
  most: number,
): { readonly shown: number; readonly more: (() => void) | null } {
  const [state, set] = useState({ of, shown: step, wanted: most })
  const { shown, wanted } = state.of === of ? state : { shown: step, wanted: most }
  const goal = Math.min(total, wanted)
  useEffect(() => {
    if (shown >= goal) return
    const next = setTimeout(() => startTransition(() => set({ of, shown: shown + step, wanted })))
    return () => clearTimeout(next)
  }, [of, shown, wanted, goal, step])
  return { shown: Math.min(shown, goal), more: wanted < total ? () => set({ of, shown, wanted: wanted + most }) : null }
}
