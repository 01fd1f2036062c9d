import type { Language, Words } from './languages/language.ts'
import { languages } from './languages/list.ts'

type WordsOf = (language: Language) => Words | undefined | readonly (Words | undefined)[]

/** The words of all languages that redaction looks for at once. */
export interface Vocabulary {
  /** What any of the languages has, without duplicates. */
  readonly all: (pick: WordsOf) => readonly string[]
  /**
   * One regular expression that matches any of the words, longest first; without words, one that matches nothing.
   * @param more what belongs to no language: symbols, product names
   */
  readonly oneOf: (pick: WordsOf, more?: readonly string[]) => string
}

/** The words of a list of a language. */
export const wordsIn = (list: Words): readonly string[] => (list === '' ? [] : list.trim().split(/,\s+/))

/** @param known called when the first words are looked for */
export function vocabularyOf(known: () => readonly Language[]): Vocabulary {
  const all = (pick: WordsOf): readonly string[] => [
    ...new Set(known().flatMap((language) => [pick(language)].flat().flatMap((list) => wordsIn(list ?? '')))),
  ]
  return {
    all,
    oneOf: (pick, more = []) => {
      const words = [...new Set([...all(pick), ...more])].toSorted((one, two) => two.length - one.length)
      return words.length === 0 ? '(?:(?!))' : `(?:${words.join('|')})`
    },
  }
}

export const EVERY_LANGUAGE = vocabularyOf(languages)

/** Remembers what `build` made of the last vocabulary. */
export function builtOnce<T>(build: (vocabulary: Vocabulary) => T): (vocabulary: Vocabulary) => T {
  let last: { readonly vocabulary: Vocabulary; readonly value: T } | null = null
  return (vocabulary) => {
    if (last?.vocabulary !== vocabulary) last = { vocabulary, value: build(vocabulary) }
    return last.value
  }
}
