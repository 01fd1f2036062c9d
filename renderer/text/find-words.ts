import { MAX_MATCHES } from '../format/matches.ts'

// Finds words in a text, as people mean them. Pure.

/** From and to, in UTF-16 units. */
export type Span = readonly [from: number, to: number]

/**
 * The first places where the words typed occur in a text: ignoring case, how accents are composed, and how wide a space
 * is.
 */
export function spansOf(text: string, typed: string): { readonly spans: readonly Span[]; readonly more: boolean } {
  const pattern = patternOf(typed)
  const spans: Span[] = []
  if (pattern === null) return { spans, more: false }
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (spans.length === MAX_MATCHES) return { spans, more: true }
    spans.push([index, index + found.length])
  }
  return { spans, more: false }
}

function patternOf(typed: string): RegExp | null {
  const forms = new Set([typed.normalize('NFC'), typed.normalize('NFD')])
  const sources = [...forms].map((form) => form.trim().split(/\s+/).map(escaped).join('\\s+'))
  return sources[0] === '' ? null : new RegExp(sources.join('|'), 'giu')
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`)
