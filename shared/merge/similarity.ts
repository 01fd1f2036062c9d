import { tokensOf } from './tokens.ts'

/** The words of a text, ignoring case. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(tokensOf(text.toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token)))
}

/** Shared words divided by all words: 0 to 1. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

const MAX_KEY_CHARACTERS = 60
/** A key is near the beginning of its line; to look for it in a long run of marks would take quadratic time. */
const MAX_LEAD_CHARACTERS = 160

/** What a line is about, if it says so: "wifi" for "- **Wifi**: on the fridge". Null for any other line. */
export function keyOf(line: string): string | null {
  const [, key] =
    /^[\s>*+\-\d.)\]x[_#|`]*([^:：=|]{1,80}?)[\s*_`]*[:：=|](?!\/\/)/u.exec(line.slice(0, MAX_LEAD_CHARACTERS)) ?? []
  const words = key?.trim().toLowerCase() ?? ''
  return words === '' || words.length > MAX_KEY_CHARACTERS || !/\p{L}/u.test(words) ? null : words
}

const ALIKE = 0.5

/** Whether two lines are two versions of one line. */
export function areVersions(a: string, b: string): boolean {
  return similarity(wordSet(a), wordSet(b)) >= ALIKE
}

/** What lines are compared by. */
export interface Described {
  readonly words: ReadonlySet<string>
  readonly key: string | null
}

export function described(line: string): Described {
  return { words: wordSet(line), key: keyOf(line) }
}

/** Whether two lines say something about the same thing, so that only a person can tell whether both hold. */
export function areRivals(a: Described, b: Described): boolean {
  return (a.key !== null && a.key === b.key) || similarity(a.words, b.words) >= ALIKE
}
