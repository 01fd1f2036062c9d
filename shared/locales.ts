import type { Settings } from './settings.ts'

export type Locale = Exclude<Settings['locale'], 'system'>

/** What each language calls itself, by which people find it. */
export const LANGUAGES: readonly (readonly [Exclude<Locale, 'pseudo'>, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['zh-Hans', '简体中文'],
]

/** @param preferred what the system prefers, the first one first */
export function localeFor(chosen: Settings['locale'], preferred: readonly string[]): Locale {
  if (chosen !== 'system') return chosen
  for (const tag of preferred) {
    const { language, script } = parsed(tag)
    const found = LANGUAGES.find(([locale]) => locale === language || locale === `${language}-${script ?? ''}`)
    if (found !== undefined) return found[0]
  }
  return 'en'
}

/** A system may name a language in a way that is no language tag, such as "en-US@posix". */
function parsed(tag: string): Partial<Pick<Intl.Locale, 'language' | 'script'>> {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return {}
  }
}
