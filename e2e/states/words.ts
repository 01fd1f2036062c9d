import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { formatter } from '@lingui/format-po'

/** Turns an English text of the window into how the window says it. What is not the window's stays as it is. */
export type Words = (english: string) => string

const LOCALES = nodePath.join(import.meta.dirname, '..', '..', 'renderer', 'locales')
const TAG = /<\/?\d+\/?>/g

/** @param locale as the catalogues are named: `de`, `zh-Hans` */
export async function wordsOf(locale: string): Promise<Words> {
  if (locale === 'en') return (english) => english
  const filename = `${locale}.po`
  const text = await fs.readFile(nodePath.join(LOCALES, filename), 'utf8')
  const catalog = await formatter().parse(text, { locale, sourceLocale: 'en', filename })
  // With the longest first: "Remove this name: {name}" is not "Remove {path}".
  const pairs = Object.values(catalog)
    .map(({ message = '', translation = '' }) => [message.replace(TAG, ''), translation.replace(TAG, '')] as const)
    .filter(([message, translation]) => message !== '' && translation !== '')
    .toSorted(([one], [other]) => literal(other) - literal(one))
  const exact = new Map(pairs)
  const say: Words = (english) => {
    const said = exact.get(english)
    if (said !== undefined) return said
    for (const [message, translation] of pairs) {
      const values = valuesIn(english, message)
      if (values !== null) return translation.replace(/\{(\w+)\}/g, (place, name: string) => say(values[name] ?? place))
    }
    return english
  }
  return say
}

/** How much of a message is no value. */
const literal = (message: string): number => message.replace(/\{\w+\}/g, '').length

/** What stands at the places of a message, such as "Pin {path}"; `null` if the text is not that message. */
function valuesIn(text: string, message: string): Readonly<Record<string, string>> | null {
  if (!/^[^{}]*(?:\{\w+\}[^{}]*)+$/.test(message) || /^\W*\{\w+\}\W*$/.test(message)) return null
  const places = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const escaped = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)')
  const found = new RegExp(`^${escaped}$`).exec(text)
  return found === null ? null : Object.fromEntries(places.map((name, at) => [name, found[at + 1] ?? '']))
}
