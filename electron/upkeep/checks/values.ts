import { keyOf, similarity, wordSet } from '../../../shared/merge/similarity.ts'
import { COUNTRIES } from './countries.ts'

// When two values of one thing cannot both be true: what Upkeep lists and Review puts first. Pure.

/** Whether each has a word that the other has not; otherwise one only says more than the other. */
function differ(a: string, b: string): boolean {
  const [first, second] = [valueWords(a), valueWords(b)]
  return hasMore(first, second) && hasMore(second, first)
}

const POINT = '_'

/** "3.12" is one word, in which there is "3" but not "12". */
const valueWords = (text: string): ReadonlySet<string> => wordSet(text.replaceAll(/(?<=[\p{L}\p{N}])\.(?=\d)/gu, POINT))

function hasMore(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => ![...other].some((each) => each === word || each.startsWith(`${word}${POINT}`)))
}

/** Two values that can both be true: one says more than the other, or one is the country of the other. */
export function areCompatible(attribute: string, a: string, b: string): boolean {
  if (!differ(a, b)) return true
  if (attribute === 'home') return COUNTRIES.has(a) !== COUNTRIES.has(b) || /,|\band\b|&/.test(`${a} ${b}`)
  if (attribute === 'birthday') return sharesDay(a, b)
  if (QUALIFIED.test(a) || QUALIFIED.test(b)) return true
  return /\b(?:and|or)\b|[,&;]| [/+] |\d\s?–\s?\d|\d\s-\s\d/.test(`${a} ${b}`)
}

/** "single in TypeScript", "mornings for calls": each holds for something of its own. */
const QUALIFIED = /\s(?:in|for|on|at|with|by|of)\s/

/** "3 May 1990" and "1990-05-03" are written differently, and nobody can tell from "03/05". */
function sharesDay(a: string, b: string): boolean {
  const isPlain = (text: string): boolean => /\p{L}{3,}/u.test(text) && /\d/.test(text)
  return !(isPlain(a) && isPlain(b)) && !(/^\d{4}-\d\d-\d\d$/.test(a) && /^\d{4}-\d\d-\d\d$/.test(b))
}

function valueOf(line: string): string {
  const at = line.search(/[:：=|]/u)
  return at === -1 ? '' : line.slice(at + 1)
}

/** Whether two lines of one key, whatever it is, say something else. */
export function contradicts(a: string, b: string): boolean {
  const key = keyOf(a)
  return key !== null && key === keyOf(b) && differ(valueOf(a), valueOf(b))
}

/** Values with this share of common words are versions of one another. */
const ALIKE = 0.3

/** Whether a line has the key of another one and an entirely different value. */
export function replacesValue(old: string, now: string): boolean {
  return contradicts(old, now) && similarity(wordSet(valueOf(old)), wordSet(valueOf(now))) < ALIKE
}

// How likely a value is to change, by the key of its line. English, German, French, Spanish and Chinese; other keys are
// neither.

/** Facts and identifiers that seldom change, or must not be wrong. */
const SETTLED =
  /\b(birth\w*|born|name|maiden|allerg\w*|intoleran\w*|blood|diagnos\w*|medic\w*|doctor|emergency|password|passphrase|pin|code|iban|bank|account|number|id|passport|licen[cs]e|married|anniversary|prefer\w*|favou?rite|geburt\w*|blutgruppe|arzt|ärztin|notfall|kennwort|passwort|konto|nummer|ausweis|naissance|allergie\w*|sang|médecin|urgence|mot de passe|compte|numéro|nacimiento|cumpleaños|alergia\w*|sangre|médic\w*|contraseña|cuenta|número)\b|生日|过敏|血型|密码|医生|账户|号码/u

/** Values that are meant to move on. */
const MOVING =
  /\b(last|next|due|deadline|until|status|state|stage|phase|progress|done|now|current\w*|today|week|month|version|updated?|changed|checked|gone through|met|seen|read|reading|count|total|budget|price|cost\w*|reached|weight|letzte\w*|nächste\w*|fällig|frist|stand|fortschritt|aktuell\w*|dernier\w*|prochain\w*|échéance|statut|último|última|próxim\w*|plazo|estado|actual\w*)\b|上次|下次|截止|状态|进度|目前/u

/** `settled` facts make a contradiction worse, `moving` values make it ordinary. */
export function settledness(key: string): 'settled' | 'moving' | 'unknown' {
  if (MOVING.test(key)) return 'moving'
  return SETTLED.test(key) ? 'settled' : 'unknown'
}
