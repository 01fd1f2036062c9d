import { Literals } from './literals.ts'
import type { Scan } from './scan.ts'
import { OTHER_BEFORE, SECRET_WORDS, STILL_SECRET_AFTER, type SecretWord } from './secret-words.ts'

/** A word that announces a secret: where the name it belongs to begins and ends (`DB_PASSWORD_PROD`). */
export interface SecretHit {
  readonly kind: SecretWord
  readonly word: string
  readonly start: number
  readonly end: number
}

/** These announce a secret also with letters right before them (`dbpassword`, `rootpwd`, `WLANPasswort`). */
const GLUED = new Set([
  'password',
  'passwd',
  'passwort',
  'kennwort',
  'passphrase',
  'passcode',
  'pwd',
  'pswd',
  'senha',
  'wachtwoord',
  'kodeord',
  'apikey',
  'lösenord',
  'passord',
  'salasana',
  'סיסמה',
  'lozinka',
  'kodeord',
  'adgangskode',
  'türcode',
  'alarmcode',
  'code',
  'kod',
  'kode',
  'كلمة المرور',
  'كلمة السر',
])
const LITERALS = new Literals(SECRET_WORDS.map(([word]) => word))
/** These take an ending ("passordet", "salasanani", "şifrem"). */
const INFLECTED = new Set([
  'passord',
  'lösenord',
  'adgangskode',
  'kodeord',
  'salasana',
  'tunnussana',
  'kata sandi',
  'şifre',
  'sifre',
  'parola',
  'jelszav',
  'portkod',
  'dörrkod',
  'larmkod',
  'dørkode',
  'alarmkode',
  'pinkode',
  'pin-kod',
  'pin-kode',
  'kod',
  'kode',
  'пароль',
  'parole',
  'lozinka',
  'geslo',
])
const ENDING = /\p{L}{1,4}(?!\p{L})/uy
const LONGEST_NAME = 60
const AFTER = /(?:[-_.]?[A-Za-z0-9]+)*/y
const LETTER = /\p{L}/u
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/

/** Every announcement of a secret in the text, in order, the longest word first. Found once for all detectors that need them. */
export function secretHits(scan: Scan): readonly SecretHit[] {
  const known = cache.get(scan)
  if (known !== undefined) return known
  const raw: { readonly at: number; readonly word: string; readonly kind: SecretWord }[] = []
  LITERALS.walk(scan.lower, (at, index) => {
    const [word, kind] = SECRET_WORDS[index] ?? []
    if (word !== undefined && kind !== undefined) raw.push({ at, word, kind })
  })
  const sorted = raw.toSorted((one, two) => one.at - two.at || two.word.length - one.word.length)
  const hits: SecretHit[] = []
  let past = -1
  for (const { at, word, kind } of sorted) {
    if (at < past || scan.marked(at)) continue
    const name = nameAround(scan.text, at, word)
    if (name === null) continue
    past = at + word.length
    // Between two that touch no value can stand.
    if (hits.at(-1)?.end === name.start && hits.at(-1)?.kind === kind) hits.pop()
    hits.push({ kind, word, ...name })
  }
  cache.set(scan, hits)
  return hits
}

const cache = new WeakMap<Scan, readonly SecretHit[]>()

function nameAround(text: string, at: number, word: string): { readonly start: number; readonly end: number } | null {
  const end = at + word.length
  if (UNSPACED.test(word)) return { start: at, end }
  const first = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const hump = /[A-Z]/.test(first) && /[a-z0-9]/.test(before)
  if (LETTER.test(before) && !hump && !GLUED.has(word)) return null
  const from = nameStart(text, at)
  const lastBefore = from === at ? undefined : wordsOf(text.slice(from, at)).at(-1)
  if (lastBefore !== undefined && OTHER_BEFORE.has(lastBefore)) return null
  ENDING.lastIndex = end
  const ending = INFLECTED.has(word) && LETTER.test(text[end] ?? '') ? (ENDING.exec(text)?.[0].length ?? 0) : 0
  const tail = tailOf(text, end + ending)
  return tail === null ? null : { start: from, end: tail }
}

/** Where the letters, digits and joining signs right before a place begin. */
function nameStart(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < LONGEST_NAME && isNameSign(text.charCodeAt(from - 1))) from -= 1
  return from
}

const isNameSign = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 36

/** Where the name ends, `null` when what follows the word makes it something else. */
function tailOf(text: string, end: number): number | null {
  const next = text[end] ?? ''
  const last = text[end - 1] ?? ''
  if (LETTER.test(next) && !(/[A-Z]/.test(next) && /[a-z]/.test(last))) return null
  AFTER.lastIndex = 0
  const after = AFTER.exec(text.slice(end, end + LONGEST_NAME))?.[0] ?? ''
  if (after === '') return end
  return wordsOf(after).every((part) => STILL_SECRET_AFTER.has(part)) ? end + after.length : null
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}
