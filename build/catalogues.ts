import { readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { formatter } from '@lingui/format-po'
import { MESSAGES } from '../shared/messages/table.ts'

// The catalogues that hold no translation are made from one that does, and are not in git: English says each string as
// it stands in the sources, and the pseudo-locale is made of English when the page is built.

const LOCALES = nodePath.join(import.meta.dirname, '..', 'renderer', 'locales')
const pathOf = (locale: string): string => nodePath.join(LOCALES, `${locale}.po`)

export const GENERATED: readonly string[] = ['en', 'pseudo']

/** The English of a string: one of the core has an id and a sentence, of the page it is its own id. */
const englishOf = (id: string): string => Object.entries(MESSAGES).find(([each]) => each === id)?.[1] ?? id

/** Writes them, wherever the page is about to be built. */
export async function makeCatalogues(): Promise<void> {
  const format = formatter({ lineNumbers: false })
  const context = (locale: string) => ({ locale, filename: pathOf(locale), sourceLocale: 'en' })
  const german = await format.parse(readFileSync(pathOf('de'), 'utf8'), context('de'))
  for (const locale of GENERATED) {
    const textOf = locale === 'en' ? englishOf : () => ''
    const entries = Object.entries(german).map(([id, entry]) => [
      id,
      { ...entry, translation: textOf(entry.message ?? id) },
    ])
    const text = await format.serialize(Object.fromEntries(entries), { ...context(locale), existing: undefined })
    writeFileSync(pathOf(locale), text)
  }
}
