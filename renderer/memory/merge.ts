import { applyPatch, createPatch } from 'diff'

/**
 * Applies the user's edit to the current version; `null` when both changed the same lines. Saves nothing: the user
 * reviews the result first.
 */
export function rebaseEdit(base: string, mine: string, current: string): string | null {
  const merged = applyPatch(current, createPatch('file', base, mine), { fuzzFactor: 0 })
  return merged === false ? null : merged
}
