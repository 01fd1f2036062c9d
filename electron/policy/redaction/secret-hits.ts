import { isByChance } from './identifiers.ts'
import { SECRET_KINDS, type SecretKind } from './languages/language.ts'
import { Literals } from './literals.ts'
import type { Scan } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

/** A word that announces a secret: where the name it belongs to begins and ends (`DB_PASSWORD_PROD`). */
export interface SecretHit {
  readonly kind: SecretKind
  readonly word: string
  readonly start: number
  readonly end: number
  /** It is the name of a setting (`SMTP_PASS`, `jwt-secret`, `mail.pass`) or of a field beside that of a user: no word of a sentence. */
  readonly isSetting: boolean
}

const vocabularyHere = builtOnce(({ all, oneOf }) => {
  // A word that two languages use in two ways has the stricter one.
  const kinds = new Map<string, SecretKind>()
  for (const kind of SECRET_KINDS)
    for (const word of all(({ secrets }) => secrets?.[kind])) if (!kinds.has(word)) kinds.set(word, kind)
  // "mot de passe" is `mot_de_passe` in code.
  for (const [word, kind] of kinds)
    if (word.includes(' ') && /^[\p{Script=Latin}]+(?: [\p{Script=Latin}]+)+$/u.test(word))
      for (const joined of [word.replaceAll(' ', '_'), word.replaceAll(' ', '-')])
        if (!kinds.has(joined)) kinds.set(joined, kind)
  const entries = [...kinds]
  return {
    entries,
    literals: new Literals(entries.map(([word]) => word)),
    compounded: new Set(all(({ names }) => names?.compounded)),
    inflected: new Set(all(({ names }) => names?.inflected)),
    otherBefore: new Set(all(({ names }) => names?.otherBefore)),
    sameAfter: new Set(all(({ names }) => names?.sameAfter)),
    otherSettings: new Set(all(({ names }) => names?.otherSettings)),
    ambiguous: new Set(all(({ names }) => names?.ambiguous)),
    userBefore: new RegExp(
      String.raw`(?:(?<!\p{L})(?:${oneOf(({ sentences, networks }) => [sentences?.users, networks?.names])}|id(?=["']?[ \t]{0,2}[:=]))["']?(?:[ \t]{0,3}[:=]|[ \t]{1,3}(?=\S{1,40}[ \t]{0,2}[,;/|\n]))|@[\w-]{1,60}\.\w{2,10}[ \t"']{0,2}[,;/|\n])[^\n]{0,60}(?:\n(?!\n)[^\n]{0,60}){0,2}(?<=[\s,;/|("'>-])$`,
      'iu',
    ),
  }
})
type NameRules = Pick<ReturnType<typeof vocabularyHere>, 'compounded' | 'inflected' | 'otherBefore' | 'sameAfter'>

const ENDING = /\p{L}{1,6}(?!\p{L})/uy
const MAX_NAME_CHARACTERS = 60
const AFTER = /(?:[-_.]?[A-Za-z0-9]+)*/y
const LETTER = /\p{L}/u
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/

/**
 * Every announcement of a secret in the text, in order, the longest word first. Found once for all detectors that need
 * them.
 */
export function secretHits(scan: Scan): readonly SecretHit[] {
  const known = cache.get(scan)
  if (known !== undefined) return known
  const { entries, literals, ...rules } = vocabularyHere(scan.vocabulary)
  const raw: { readonly at: number; readonly word: string; readonly kind: SecretKind }[] = []
  literals.walk(scan.lower, (at, index) => {
    const [word, kind] = entries[index] ?? []
    if (word !== undefined && kind !== undefined) raw.push({ at, word, kind })
  })
  const sorted = raw.toSorted((one, two) => one.at - two.at || two.word.length - one.word.length)
  const hits: SecretHit[] = []
  let past = -1
  for (const { at, word, kind } of sorted) {
    if (at < past || scan.marked(at)) continue
    const name = nameAround(scan.text, at, word, rules)
    if (name === null) continue
    past = at + word.length
    // No value fits between two that touch.
    if (hits.at(-1)?.end === name.start && hits.at(-1)?.kind === kind) hits.pop()
    hits.push({ kind, word, ...name, isSetting: isSetting(scan, name, at) || isBesideUser(scan, word, name) })
  }
  cache.set(scan, hits)
  return hits
}

const cache = new WeakMap<Scan, readonly SecretHit[]>()

interface NameRange {
  readonly start: number
  readonly end: number
}

function nameAround(text: string, at: number, word: string, rules: NameRules): NameRange | null {
  const end = at + word.length
  if (UNSPACED.test(word)) return { start: at, end }
  const first = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const hump = /[A-Z]/.test(first) && /[a-z0-9]/.test(before)
  if (LETTER.test(before) && !UNSPACED.test(before) && !hump && !rules.compounded.has(word)) return null
  if (isByChance(text, at, end)) return null
  const from = nameStart(text, at)
  const lastBefore = from === at ? undefined : partsOf(text.slice(from, at)).at(-1)
  if (lastBefore !== undefined && rules.otherBefore.has(lastBefore)) return null
  ENDING.lastIndex = end
  const ending = rules.inflected.has(word) && LETTER.test(text[end] ?? '') ? (ENDING.exec(text)?.[0].length ?? 0) : 0
  const tail = tailOf(text, end + ending, rules.sameAfter)
  return tail === null ? null : { start: from, end: tail }
}

/** Several parts in one; humps alone are also how code names its variables, but for keys of objects. */
function isSetting({ text, vocabulary }: Scan, { start, end }: NameRange, at: number): boolean {
  const name = text.slice(start, end)
  const before = partsOf(text.slice(start, at)).at(-1)
  if (before !== undefined && vocabularyHere(vocabulary).otherSettings.has(before)) return false
  if (/[A-Za-z0-9][_-][A-Za-z]/.test(name)) return true
  const after = text.slice(end, end + 90)
  if (/[a-z]\.$/.test(text.slice(Math.max(0, start - 2), start))) return /^["']?[ \t]{0,3}[:=]/.test(after)
  if (/^[A-Z]{4,}$/.test(name)) return /^=\S/.test(after)
  return /[a-z][A-Z]/.test(name) && HUMPED.test(after)
}

/** Code has parameters and types there, which are neither in quotes nor alone on their line. */
const HUMPED = /^["']?[ \t]?:[ \t]{0,4}(?:["'`]|[^\s,;)]{3,64}[ \t]{0,4}(?:#|\r?\n|$))|^["'][ \t]{1,4}value=/

const REACH_OF_USER = 140

/** "user: ana, pass: …": the field before it is a user's, a mailbox or a network. */
const isBesideUser = ({ text, vocabulary }: Scan, word: string, { start }: NameRange): boolean =>
  vocabularyHere(vocabulary).ambiguous.has(word) &&
  vocabularyHere(vocabulary).userBefore.test(text.slice(Math.max(0, start - REACH_OF_USER), start))

/** Where the letters, digits and joining characters right before `at` begin. */
function nameStart(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < MAX_NAME_CHARACTERS && isNameCharacter(text.charCodeAt(from - 1))) from -= 1
  return from
}

const isNameCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 36

/** Where the name ends; `null` when what follows the word turns it into something else. */
function tailOf(text: string, end: number, sameAfter: ReadonlySet<string>): number | null {
  const next = text[end] ?? ''
  const last = text[end - 1] ?? ''
  if (LETTER.test(next) && !UNSPACED.test(next) && !(/[A-Z]/.test(next) && /[a-z]/.test(last))) return null
  AFTER.lastIndex = 0
  const after = AFTER.exec(text.slice(end, end + MAX_NAME_CHARACTERS))?.[0] ?? ''
  if (after === '') return end
  return partsOf(after).every((part) => sameAfter.has(part)) ? end + after.length : null
}

function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}
