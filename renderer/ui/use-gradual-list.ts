import { startTransition, useEffect, useState } from 'react'

/**
 * How many of `total` items to render: `step` at first, then more in the background, and beyond `most` only when the
 * user asks for more. The window stays responsive however many there are.
 * @param of names the list; another one starts from the beginning
 */
export function useGradualList(
  of: string,
  total: number,
  step: number,
  most: number,
): { readonly shown: number; readonly more: (() => void) | null } {
  const [state, set] = useState({ of, shown: step, limit: most })
  const { shown, limit } = state.of === of ? state : { shown: step, limit: most }
  const goal = Math.min(total, limit)
  useEffect(() => {
    if (shown >= goal) return
    const next = setTimeout(() => startTransition(() => set({ of, shown: shown + step, limit })))
    return () => clearTimeout(next)
  }, [of, shown, limit, goal, step])
  return { shown: Math.min(shown, goal), more: limit < total ? () => set({ of, shown, limit: limit + most }) : null }
}
