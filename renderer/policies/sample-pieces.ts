import type { Redacted } from '../../shared/policy.ts'

/** Splits a text at the ranges found in it, which may touch or overlap. */
export function samplePieces(
  text: string,
  found: readonly Redacted[],
): readonly { readonly text: string; readonly found: boolean }[] {
  const pieces: { text: string; found: boolean }[] = []
  let from = 0
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    if (end <= from) continue
    if (start > from) pieces.push({ text: text.slice(from, start), found: false })
    if (start >= from || pieces.length === 0) pieces.push({ text: text.slice(Math.max(from, start), end), found: true })
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), found: false })
  return pieces
}
