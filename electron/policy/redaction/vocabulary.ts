import type { Language, Words } from './languages/language.ts'
import { LANGUAGES } from './languages/list.ts'

type WordsOf = (language: Language) => Words | undefined

/** The words of all languages that redaction looks for at once. */
export interface Vocabulary {
  /** What any of the languages has, without duplicates. */
  readonly all: (pick: WordsOf) => Words
  /**
   * One regular expression that matches any of the words: first those that are expressions themselves, then the longest
   * plain one; without words, one that matches nothing.
   * @param more what belongs to no language: symbols, product names
   */
  readonly oneOf: (pick: WordsOf, more?: Words) => string
}

export function vocabularyOf(languages: readonly Language[]): Vocabulary {
  const all = (pick: WordsOf): Words => [...new Set(languages.flatMap((language) => pick(language) ?? []))]
  return {
    all,
    oneOf: (pick, more = []) => {
      const words = [...new Set([...all(pick), ...more])].toSorted((one, two) => two.length - one.length)
      const plain = words.filter((word) => !EXPRESSION.test(word))
      const sources = [
        ...words.filter((word) => EXPRESSION.test(word)),
        ...(plain.length === 0 ? [] : [prefixed(plain)]),
      ]
      return sources.length === 0 ? '(?:(?!))' : `(?:${sources.join('|')})`
    },
  }
}

const EXPRESSION = /[\\()[\]{}?*+.^$|]/

/** One expression for many plain words, in which a prefix that they share stands once. Several times faster to compile. */
function prefixed(words: readonly string[]): string {
  const rests = new Map<string, string[]>()
  for (const word of words) {
    const [first = ''] = word
    const known = rests.get(first)
    if (known === undefined) rests.set(first, [word.slice(first.length)])
    else known.push(word.slice(first.length))
  }
  const isWhole = rests.delete('')
  const sources = [...rests].map(([first, after]) => first + (after.length === 1 ? after[0] : prefixed(after)))
  if (sources.length === 0) return ''
  return sources.length === 1 && !isWhole ? (sources[0] ?? '') : `(?:${sources.join('|')})${isWhole ? '?' : ''}`
}

export const EVERY_LANGUAGE = vocabularyOf(LANGUAGES)

/** Remembers what `build` made of the last vocabulary. */
export function builtOnce<T>(build: (vocabulary: Vocabulary) => T): (vocabulary: Vocabulary) => T {
  let last: { readonly vocabulary: Vocabulary; readonly value: T } | null = null
  return (vocabulary) => {
    if (last?.vocabulary !== vocabulary) last = { vocabulary, value: build(vocabulary) }
    return last.value
  }
}
