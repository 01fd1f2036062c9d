import { fold, phraseOf } from '../../../shared/phrase.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { linesWith } from '../repo/changed-text.ts'
import type { ChangedText, TimelineQuery } from './timeline.ts'

/** What a query looks for in texts, folded. */
export interface Terms {
  /** Words that must be somewhere in the commit. */
  readonly words: readonly string[]
  /** A phrase that must be in one changed line; '' for none. */
  readonly changed: string
}

/** Null for a query that looks for nothing in texts. */
export function termsOf({ words = [], changed = '' }: TimelineQuery): Terms | null {
  const terms = { words: words.map(phraseOf).filter((word) => word !== ''), changed: phraseOf(changed) }
  return terms.words.length === 0 && terms.changed === '' ? null : terms
}

/** @param texts read only as far as needed */
export async function matchesText(terms: Terms, about: string, texts: Iterable<ChangedText>): Promise<boolean> {
  let missing = terms.words.filter((word) => !about.includes(word))
  let isChanged = terms.changed === ''
  const slice = new TimeSlice()
  if (isChanged && missing.length === 0) return true
  for (const { text } of texts) {
    if (missing.length > 0) {
      const folded = fold(text)
      missing = missing.filter((word) => !folded.includes(word))
    }
    isChanged ||= linesWith(text, terms.changed).length > 0
    if (isChanged && missing.length === 0) return true
    if (slice.isOver) await slice.yield()
  }
  return false
}
