import { EN } from './languages/en.ts'
import type { Language } from './languages/language.ts'
import { LANGUAGES } from './languages/languages.ts'

// How the demo model splits text into words.

/** The words of a text that carry its meaning, without endings: "Ana's favourite colours" is ana, favourite, colour. */
export function contentWords(text: string, language: Language = EN): readonly string[] {
  return allWords(text, language)
    .filter((word) => !language.emptyWords.has(word))
    .map((word) => meaningOf(word, language))
}

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export function isUnspaced(text: string): boolean {
  return HAN_OR_KANA.test(text)
}

export function allWords(text: string, { code }: Language = EN): readonly string[] {
  const lower = text.toLowerCase()
  if (!isUnspaced(lower)) return lower.replace(/['’]/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu) ?? []
  return [...new Intl.Segmenter(code, { granularity: 'word' }).segment(lower)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
}

/** A concept that several languages share, or the word without its ending and accents. */
function meaningOf(word: string, language: Language): string {
  for (const { concepts } of [language, ...LANGUAGES])
    for (const [concept, pattern] of concepts) if (pattern.test(word)) return `=${concept}`
  if (isUnspaced(word)) return word
  const stem = word.length > 3 ? word.replace(language.endings, '') : word
  return (stem.length > 2 ? stem : word).normalize('NFD').replace(/\p{M}/gu, '')
}

/** A sentence without case, punctuation and double spaces, for comparison. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

/** A file name for a topic: "Project Alpha" is project-alpha. */
export function slug(topic: string): string {
  const name = topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [...name].slice(0, 60).join('') || 'notes'
}
