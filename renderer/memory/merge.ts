import { applyPatch, createPatch } from 'diff'

/**
 * What the user wrote, on top of what the file became meanwhile; `null` when both changed the same lines.
 * Nothing is saved by this: it only makes the text that the user looks at next.
 */
export function rebaseEdit(base: string, mine: string, current: string): string | null {
  const merged = applyPatch(current, createPatch('file', base, mine), { fuzzFactor: 0 })
  return merged === false ? null : merged
}
