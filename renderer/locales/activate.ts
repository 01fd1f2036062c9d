import { i18n } from '@lingui/core'
import type { Settings } from '../../shared/settings.ts'
// Bundled: every other language falls back to it.
import { messages as english } from './en.po'

export type Locale = Settings['locale']

const CATALOGS = {
  en: async () => ({ messages: english }),
  pseudo: () => import('./pseudo.po'),
}

export async function activate(locale: Locale): Promise<void> {
  const { messages } = await CATALOGS[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale === 'pseudo' ? 'en-XA' : locale
}
