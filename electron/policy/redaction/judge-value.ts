import { isIdentifier, UUID } from './identifiers.ts'
import { SECRET_KINDS } from './languages/language.ts'
import type { Value } from './read-value.ts'
import type { SecretHit } from './secret-hits.ts'
import {
  alternations,
  COMPOUND,
  isCodeName,
  isListedWord,
  isOrdinaryWord,
  isReference,
  isScheme,
  LETTERS,
  looksChosen,
  looksGenerated,
} from './values.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

/**
 * How the value is tied to the word that announced it: `set` by an operator ("=", ":"), `said` by a verb ("is"),
 * `near` by standing next to it.
 */
export type Tie = 'set' | 'said' | 'near'

const NOT_A_PASSWORD =
  /^(?:string|text|varchar|required|optional|nullable|null|none|true|false|boolean|number|hidden|masked|redacted|undefined|current-password|new-password|one-time-code|off|on|sha\d+|bcrypt|scrypt|argon2\w*)$|^(?:required|nullable|sometimes|string|min:\d+)\|/i
const PATH =
  /^(?:\/\/|\.{0,2}\/[\w.-]+[/.]|[A-Za-z]:\\|~\/|https?:\/\/|file:|arn:|\/(?:run|etc|var|opt|home|usr|tmp|secrets)\b)/
const CODE = /^(?=(?:\D*\d){4})[A-Za-z]?\d{2,8}(?:[ -]?[A-Za-z]?\d{2,8}){0,3}[A-Za-z#*]?$/

/** Digits and letters in turns, as no name of a thing has them. */
const MIN_ALTERNATIONS = 3

/** A condition or a call in code. */
const CODE_PIECE = /^[\w$.!]{1,80}\?[^:]{0,200}:|[\w)]\.\w{1,60}\(/
const TYPE_NAME = /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/
const TYPE_ENDING = /[a-z](?:Str|String|Bytes|Type|Field|Option|Input|Value|Config|Props|Schema)$/

const expressions = builtOnce(({ all, oneOf }) => ({
  functionWord: new RegExp(`(?:^|\\s)${oneOf(({ values }) => values?.functionWords)}(?:\\s|$)`, 'i'),
  chosenAfter: new RegExp(`${oneOf(({ values }) => values?.chosenAfter)}$`),
  settings: new RegExp(`${oneOf(({ names }) => names?.settings)}$`),
  ambiguous: new Set(all(({ names }) => names?.ambiguous)),
  identifying: new Set(all(({ names }) => names?.identifying)),
  remarks: new Set(all(({ values }) => values?.remarks)),
}))

/** Is this value the secret that the word announced? */
export function isSecretValue(hit: SecretHit, value: Value, tie: Tie, vocabulary: Vocabulary): boolean {
  const { kind, word } = hit
  const text = value.text
  const isSet = tie === 'set' && hit.isSetting
  if (text.length < 3 || isReference(text) || PATH.test(text) || /^(?:![a-z]{2,20}|#\p{Ll}+|\(\p{L}+\)?)$/u.test(text))
    return false
  // What it must be like: "8文字以上", "不少于12位".
  if (/\d{1,3}[\u3040-\u9fff\uac00-\ud7af]/.test(text) && !/[A-Za-z]|\d{4}/.test(text)) return false
  // A label in another language: "password: Passwort".
  if (isLabel(word, text, vocabulary)) return false
  if (kind === 'pin') return isCode(value, tie)
  if (kind === 'code') return false
  // These are read by their groups: see `announced` and `codeLists`.
  if (kind === 'codes' || kind === 'lock') return false
  if (kind === 'licence')
    return (
      tie !== 'near' &&
      text.length >= (expressions(vocabulary).ambiguous.has(word) ? 20 : 12) &&
      looksGenerated(text) &&
      /\d/.test(text) &&
      /[A-Za-z]/.test(text)
    )
  if (kind === 'weak' || kind === 'key') {
    if (isFromMachine(hit, value, tie, vocabulary)) return true
    if (!isChosenFor(hit, value, tie, vocabulary)) return false
  }
  if (expressions(vocabulary).ambiguous.has(word) && !isSet && !isMeantAsPassword(word, value, tie)) return false
  if (kind === 'passphrase' && value.quoted)
    return !expressions(vocabulary).functionWord.test(text) || text.split(/\s+/).length >= 12
  return value.quoted ? isQuotedPassword(word, text, tie, vocabulary) : isBarePassword(value, tie, isSet, vocabulary)
}

/** After a word that also means other things: what a machine made. After a mere "key" only what nothing else looks like. */
function isFromMachine(hit: SecretHit, value: Value, tie: Tie, vocabulary: Vocabulary): boolean {
  if (hit.kind === 'weak') return isGenerated(hit.word, value, tie, vocabulary)
  const { text } = value
  const isSet = tie === 'set' && (hit.isSetting || isScrambled(text)) && alternations(text) >= MIN_ALTERNATIONS
  return (
    (tie === 'said' || isSet) &&
    text.length >= 20 &&
    isGenerated(hit.word, value, tie, vocabulary) &&
    /\d/.test(text) &&
    /[A-Za-z]/.test(text)
  )
}

/** `SESSION_SECRET=otterviolin`, `secret: 'keyboard cat'`: such a setting may also have what a person chose. */
const isChosenFor = (hit: SecretHit, { text, quoted }: Value, tie: Tie, vocabulary: Vocabulary): boolean =>
  tie === 'set' &&
  expressions(vocabulary).settings.test(hit.word) &&
  text.length >= 4 &&
  /\p{L}/u.test(text) &&
  (hit.isSetting || (quoted && /^\p{Ll}{3,20}(?: \p{Ll}{3,20}){1,4}$/u.test(text)))

/** Too short for a session's secret, which has 64 bits, or an id in form. */
export const onlyNames = (word: string, text: string, vocabulary: Vocabulary): boolean =>
  expressions(vocabulary).identifying.has(word) && (text.length < 16 || isIdentifier(text))

const labels = builtOnce(({ all }) => new Set(SECRET_KINDS.flatMap((kind) => all(({ secrets }) => secrets?.[kind]))))
/** Whether a value is only another word for a password: what a form shows. */
export const isLabelWord = (text: string, vocabulary: Vocabulary): boolean => labels(vocabulary).has(text.toLowerCase())
const isLabel = (word: string, text: string, vocabulary: Vocabulary): boolean => {
  const lower = text.toLowerCase()
  if (lower === word) return /^\p{Lu}/u.test(text)
  const first = /^[\p{L}\p{M}]+(?:-\p{L}+)?/u.exec(lower)?.[0] ?? ''
  const isTitle = /^[ \t(（/]/.test(text.slice(first.length)) && !/\p{N}/u.test(text)
  return isLabelWord(text, vocabulary) || (isTitle && isLabelWord(first, vocabulary))
}

/** For a word that also has other meanings. */
function isMeantAsPassword(word: string, { text, quoted }: Value, tie: Tie): boolean {
  if (!looksChosen(text) && !(quoted && tie === 'set')) return false
  return (tie === 'set' && (word !== 'pass' || quoted)) || /\d/.test(text)
}

function isCode({ text, endsClause }: Value, tie: Tie): boolean {
  if (UUID.test(text)) return endsClause
  const digits = text.replace(/\D/g, '').length
  if (digits < (/[a-z]/i.test(text) ? 1 : 4) || digits > 16 || /^(?:19|20)\d\d-\d\d?(?:-\d\d?)?$/.test(text))
    return false
  if (tie === 'near' && (!endsClause || !/^\d{4,8}$/.test(text))) return false
  if (
    tie !== 'near' &&
    endsClause &&
    /^(?=.*\d)[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,10}){1,4}$/.test(text) &&
    !/^\p{L}+-\d{1,3}$/u.test(text)
  )
    return true
  return CODE.test(text) || (tie !== 'near' && endsClause && looksChosen(text) && !isCodeName(text))
}

/** "orders.created.v1", "agent:main:8123" */
const NAME_OF_WORDS = /^[A-Za-z]+(?:[.:_/-][A-Za-z]+)+(?:[.:_/-]?v?\d{1,6})?$/

/** Letters, digits and signs all over, perhaps with a space among them: `'x)VBYGQ?.Mn8 dX7@%L57'`. */
const isScrambled = (text: string): boolean =>
  text.length >= 20 &&
  alternations(text) >= MIN_ALTERNATIONS &&
  (text.match(/[^\p{L}\p{N}\s._:/+=@-]/gu) ?? []).length >= 2 &&
  (text.match(/\s/g) ?? []).length <= text.length / 12

function isGenerated(word: string, value: Value, tie: Tie, vocabulary: Vocabulary): boolean {
  const { text, quoted } = value
  if (quoted && tie === 'set' && isScrambled(text)) return true
  if (/\s/.test(text) || isScheme(text) || (!quoted && CODE_PIECE.test(text)) || onlyNames(word, text, vocabulary))
    return false
  if (word.endsWith('key') && NAME_OF_WORDS.test(text)) return false
  if (!quoted && isCodeName(text) && !(looksGenerated(text) && /\d/.test(text) && !/[.([]/.test(text))) return false
  if (tie === 'near') return text.length >= 16 && looksGenerated(text) && alternations(text) >= 2
  if (looksGenerated(text)) return true
  return (
    quoted &&
    tie === 'set' &&
    text.length >= 8 &&
    expressions(vocabulary).chosenAfter.test(word) &&
    /^[\w!@#$%^&*?.+-]+$/.test(text) &&
    !isOrdinaryWord(text, vocabulary) &&
    !/^[A-Z][A-Z_]+$/.test(text)
  )
}

function isQuotedPassword(word: string, text: string, tie: Tie, vocabulary: Vocabulary): boolean {
  if (NOT_A_PASSWORD.test(text)) return false
  if (text.toLowerCase() === word && /^\p{Lu}/u.test(text)) return false
  if (/\s/.test(text.trim())) {
    const { functionWord, remarks } = expressions(vocabulary)
    const parts = text.trim().split(/\s+/)
    if (parts.length > 8 || functionWord.test(text)) return false
    return (
      (parts.length >= 3 && !parts.some((part) => part.toLowerCase() === word)) ||
      /\d/.test(text) ||
      parts.every((part) => /^\p{Ll}/u.test(part) && part !== word && !remarks.has(part))
    )
  }
  if (tie === 'near' && isCodeName(text)) return false
  if (tie === 'near')
    return looksChosen(text) || (LETTERS.test(text) && !isOrdinaryWord(text, vocabulary) && text.length >= 4)
  return true
}

/** @param isSet it follows the name of a setting: a word that only ends like those of sentences is a password, too */
function isBarePassword({ text, endsClause, next }: Value, tie: Tie, isSet: boolean, vocabulary: Vocabulary): boolean {
  if (
    isScheme(text) ||
    CODE_PIECE.test(text) ||
    (TYPE_NAME.test(text) && (/[,;)|<[=&]/.test(next) || TYPE_ENDING.test(text)))
  )
    return false
  if (isCodeName(text) && !(looksChosen(text) && !/[([]|::|->|\.\D/.test(text) && /\d/.test(text))) {
    if (
      !(LETTERS.test(text) && !/\p{Ll}\p{Lu}/u.test(text)) &&
      !(tie === 'set' && endsClause && /^[a-z]+(?:_[a-z]+){2,}$/.test(text))
    )
      return false
  }
  if (LETTERS.test(text)) {
    const ordinary = isSet ? isListedWord(text, vocabulary) : isOrdinaryWord(text, vocabulary)
    if (!endsClause || text.length < (tie === 'set' ? 4 : 5) || ordinary)
      return tie !== 'near' && looksChosen(text) && !ordinary && endsClause
    return tie !== 'near' || looksChosen(text)
  }
  if (COMPOUND.test(text)) return endsClause && tie !== 'near' && text.split(/[-_']/).length >= 3
  if (/^\d+$/.test(text)) return text.length >= 4 && (tie === 'set' || endsClause)
  if (looksChosen(text))
    return (
      tie === 'set' ||
      endsClause ||
      (tie === 'said' &&
        text.length >= 6 &&
        /\p{L}/u.test(text) &&
        /\d|\p{L}[@#$%^&*!]+\p{L}/u.test(text) &&
        !/[-.]\p{L}+$/u.test(text))
    )
  return (
    tie === 'set' &&
    text.length >= 6 &&
    /[^\p{L}\p{N}]/u.test(text) &&
    /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) &&
    !/^v?\d+(?:\.\d+)+$/.test(text) &&
    endsClause &&
    !/^[\p{L}]+[.,:;/&-]/u.test(text)
  )
}
