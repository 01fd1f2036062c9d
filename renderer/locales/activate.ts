import { i18n } from '@lingui/core'
import type { Locale } from '../../shared/locales.ts'

const CATALOGS = {
  en: () => import('./en.po'),
  de: () => import('./de.po'),
  es: () => import('./es.po'),
  'zh-Hans': () => import('./zh-Hans.po'),
  pseudo: () => import('./pseudo.po'),
}

export async function activate(locale: Locale): Promise<void> {
  const { messages } = await CATALOGS[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale === 'pseudo' ? 'en-XA' : locale
}
