import { i18n } from '@lingui/core'
import type { Settings } from '../../shared/settings.ts'
// Bundled: every other language falls back to it.
import { messages as english } from './en.po'

export type Locale = Exclude<Settings['locale'], 'system'>

const CATALOGS = {
  en: async () => ({ messages: english }),
  de: () => import('./de.po'),
  es: () => import('./es.po'),
  'zh-Hans': () => import('./zh-Hans.po'),
  pseudo: () => import('./pseudo.po'),
}

/** What each language calls itself, by which people find it. */
export const LANGUAGES: readonly (readonly [Exclude<Locale, 'pseudo'>, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['zh-Hans', '简体中文'],
]

/** @param preferred what the system prefers, the first one first */
export function localeFor(chosen: Settings['locale'], preferred = navigator.languages): Locale {
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

export async function activate(locale: Locale): Promise<void> {
  const { messages } = await CATALOGS[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale === 'pseudo' ? 'en-XA' : locale
}
