import { z } from 'zod'
import { startOf } from '../disk/utf8.ts'
import { whyNameIsRefused } from '../memory/paths.ts'

// Titles, times and texts of other programs, as this one writes them.

const MAX_NAME_BYTES = 80
const MAX_DEPTH = 8

/** A text of an export. Anything else in its place counts as none: a field that changed its type costs no item. */
export const Text = z.string().catch('')

/** A field of an export that may have any type, or be missing. */
export const Anything = z.unknown().optional()

/** A list of an export, whatever is in it. */
export const List = z.array(z.unknown()).catch([])

/** A file's name that says what a title says ("Travel: Lisbon!" is "travel-lisbon"). */
export function nameFrom(title: string, otherwise: string): string {
  const plain = title
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const name = startOf(plain.replace(/^-/, ''), MAX_NAME_BYTES).replace(/-$/, '')
  if (name === '') return otherwise
  return [name, `${otherwise}-${name}`].find((each) => whyNameIsRefused(each) === null) ?? otherwise
}

const NAME_OF_TEXT = /\.(?:md|markdown|txt|csv|json|ya?ml|html?|xml|toml|py|[jt]sx?|css|sql|sh|rs|go|java|rb|c|h|cpp)$/i

/** The path of a file that has one already ("/People/Ana Silva.md" is "people/ana-silva.md"); what has no ending is Markdown. */
export function pathFrom(path: string, otherwise: string): string {
  const ending = NAME_OF_TEXT.exec(path)?.[0] ?? ''
  const names = path.slice(0, path.length - ending.length).split('/')
  const parts = names.filter((name) => /[\p{L}\p{N}]/u.test(name)).map((name) => nameFrom(name, otherwise))
  return `${parts.slice(-MAX_DEPTH).join('/') || otherwise}${ending.toLowerCase() || '.md'}`
}

/** A title as a heading can have it. */
export const oneLine = (title: string): string => title.replaceAll(/\s+/g, ' ').trim()

/** A text that a file of a memory can be: whole characters, line feeds, and one of them at its end. */
export function asText(text: string): string {
  return `${text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\0', '').trimEnd()}\n`
}

/** A memory as an item of a list, with its further lines below it. */
export function bullet(text: string, time: string | null): string {
  const [first = '', ...more] = text.trim().split(/\r?\n/)
  const day = time === null ? '' : ` (${time.slice(0, 10)})`
  return (
    [`- ${more.length === 0 ? first + day : first}`, ...more.map((line) => `  ${line}`.trimEnd())].join('\n') +
    (more.length === 0 ? '' : day)
  )
}

const MILLISECONDS_FROM = 1e11

/** A time in ISO 8601, whether the source has it so, or as seconds or milliseconds since 1970, whole or not. */
export function timeFrom(value: unknown): string | null {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') return isoOf(number * (number < MILLISECONDS_FROM ? 1000 : 1))
  return typeof number === 'string' ? isoOf(Date.parse(number)) : null
}

/** Nothing was remembered before there were computers that could. */
function isoOf(ms: number): string | null {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) || ms <= 0 ? null : date.toISOString()
}

/** What a conversation is called in a reason. @param what its file, and its place there */
export const named = (title: string, what: string): string => (title.trim() === '' ? what : `${title.trim()} (${what})`)
