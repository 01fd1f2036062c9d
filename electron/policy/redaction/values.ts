import { builtOnce, type Vocabulary } from './vocabulary.ts'

// Judges what is found where a secret is expected. The exceptions are strict shapes of things that hold no secret
// themselves.

/** Only a reference: a variable, the slot of a template, a placeholder. */
const REFERENCE =
  /^(?:\$\{[A-Za-z_][\w.:-]{0,80}\}|\$\{[A-Za-z_][\w.]{0,60}\(|\$\([\w ./-]{1,80}\)|\$[A-Za-z_]\w{0,60}|\$env:\w{1,60}|%[A-Z_][A-Z0-9_]{0,60}%|%\(?[a-z_]{0,40}\)?[sd]|\{\{-?\s{0,3}[\w.$ |"'()-]{1,80}\s{0,3}-?\}\}|\{[a-z_][\w.]{0,60}\}|#\{[\w.@]{1,80}\}|<%=?[^%]{1,80}%>|<[a-z][a-z0-9 _./|-]{0,60}>|<[A-Z][A-Z_ -]{2,60}>|\[[A-Z_ ]{3,40}\]|\*{2,64}|•{2,64}|x{4,64}(?: x{4}){0,5}|X{4,64}|\.{2,10}|…|_{2,64}|-{2,64}|\?+|@\w+@|\[(?:redacted|removed|hidden|filtered|masked|omitted|REDACTED|REMOVED|HIDDEN|FILTERED|MASKED|OMITTED)\]|op:\/\/[\w /.-]{3,120}|vault:[\w/#.-]{3,120}|(?:process\.env|import\.meta\.env|os\.environ|ENV|env|secrets|vars|var|local|config|settings|System\.getenv|os\.getenv|getenv|Deno\.env|data)(?:\.[A-Za-z_]\w{0,60}|\[["']?\w{1,60}["']?\]|(?:\.get)?\(["']\w{1,60}["']\)){1,4}!?)$/

/** What stands for a value that is to come, or was never one: one character over and over, a documented example. */
const PLACEHOLDER =
  /^(?:(?:pass|gopass|op|vault|bw|aws|gcloud|az|security|kubectl) (?:show|get|read|item|kv|secret\w*|find-\w+|ssm|keyvault|login)\b.*|&(?:'\w+ )?(?:mut )?(?:str|String|\[u8\])|Option<.*|change[-_ ]?(?:me|it|this|now)(?:[-_ ][\p{L}\d_ -]{1,60})?|replace[-_ ]?(?:me|this|with[-_ ].{1,40})|(?:your|my|the|some|enter|insert|put|votre|ton|mon|dein|ihr|mein|tu|su|mi|tuo|mio|jouw|mijn|din|ditt|mitt|seu|sua|meu|any)[-_ ][\p{L}_ -]{2,80}|6L[\w-]{38}|(?:your|insert|enter)[a-z0-9_]{0,40}(?:key|secret|token|passw(?:or)?d|here)[a-z0-9_]{0,20}|placeholder|dummy|fixme|todo|tbd|redacted|removed|secret[-_]?here|.*EXAMPLE(?:KEY)?|env:[A-Z_][A-Z0-9_]*|(?:file|env|vault|ssm|sops|secret|keyring|gcp|aws|azure):\/{0,2}[\w/.:#-]{3,120}|ENC\[.*|![a-z]{3,20}|@[\w.]{3,40}\(.*|\$\{\{?[^}]{1,120}\}{0,2}|\{\{.{1,160}|(.)\1{5,}|pk_(?:live|test)_\w+|[a-z]{2,8}[_-](?:[a-z]{2,8}[_-])?x{6,}|\d:\d{6,16}:(?:web|android|ios):[0-9a-f]+|ph[c]_\w+|sb_publishable_[\w-]+|pk\.eyJ[\w.-]+|AAAA[BCE][23][NV][\w+/=]+|FLWPUBK[\w-]+|\[[\p{L} .…-]{3,60}\]?)$|\[\^|\(\?[:=!<]|\\[dwsDWS][+*{]|[.)\]][+*]\??[)$]/iu

export function isReference(value: string): boolean {
  return REFERENCE.test(value) || PLACEHOLDER.test(value)
}

/** Literals, types and keywords of code where a value is expected; languages add their own words. */
const CODE_WORDS =
  `true false null none nil undefined void string str String number int integer Integer bool boolean Boolean any unknown
  object Object bytes Bytes byte text Text varchar char float double self this super getpass input prompt read readonly
  readline await async new return function lambda const let static final public private`.split(/\s+/)

const ordinary = builtOnce(({ all, oneOf }) => ({
  words: new Set([...CODE_WORDS, ...all(({ values }) => values?.ordinary)]),
  endings: new RegExp(`${oneOf(({ values }) => values?.endings)}$`),
}))
const ALGORITHM =
  /^(?:sha|aes|md|rsa|hmac|utf|base|oauth|bcrypt|argon|pbkdf|tls|ssl|https?|ipv|wpa|pkcs|hs|rs|es|ed|ps|2fa|3des|1password|chacha|blake|fido|web3|k8s|s3|ec2)[-_ ]?\d*(?:[-_.][a-z0-9]{1,6})?$/i
/** Types of numbers: "Uint8Array", "int32_t". */
const TYPE = /^(?:big)?u?(?:int|float)\d{1,2}(?:clamped)?(?:array|_t)?$/i
/** The name of an algorithm or a product, common in sentences about secrets. */
export function isScheme(value: string): boolean {
  return ALGORITHM.test(value) || TYPE.test(value)
}

/** Letters alone: is it a word of the sentence rather than the secret? */
export const isOrdinaryWord = (value: string, vocabulary: Vocabulary): boolean =>
  isListedWord(value, vocabulary) || ordinary(vocabulary).endings.test(value)

export function isListedWord(value: string, vocabulary: Vocabulary): boolean {
  const { words } = ordinary(vocabulary)
  return words.has(value) || words.has(value.toLowerCase())
}

export const LETTERS = /^\p{L}+$/u
/** Words of letters joined by hyphens, underscores or apostrophes: names and compounds. */
export const COMPOUND = /^\p{L}+(?:[-_'/]\p{L}+)+$/u
/** A name in code: `newPassword`, `args.password`, `user_token`, `self.key[0]`, also at the start of a call. */
const CODE_NAME = /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*|\[\w*\])*(?:\(.*|;|,)?$/

/** Code that refers to a secret by name: a member, a call, or a compound name without digits. */
export function isCodeName(value: string): boolean {
  if (!CODE_NAME.test(value)) return false
  if (value.includes('(')) return true
  if (/\d/.test(value))
    return /^(?:self|this|args?|req|request|config|cfg|ctx|opts|options|props|state|user|data|params|settings|process|env)\b[.[?]/.test(
      value,
    )
  return (
    /\.|::|->|\[/.test(value) || /^[a-z]+(?:[A-Z][a-z]+)+;?$/.test(value) || /^[A-Za-z]+(?:_[A-Za-z]+)+;?$/.test(value)
  )
}

/** A digit or a symbol beside letters, or both cases within: not an ordinary word. */
export function looksChosen(value: string): boolean {
  if (value.length < 4) return false
  const letters = /\p{L}/u.test(value)
  const digits = /\d/.test(value)
  if (letters && digits)
    return !/^(?:v?\d+(?:\.\d+)*|\d+(?:[.,]\d+)?[- ]?(?:px|em|rem|ms|s|min|h|d|kb|mb|gb|k|m|x|th|st|nd|rd|%|chars?|characters?|bits?|bytes?|days?|hours?|minutes?|seconds?|weeks?|months?|years?))$/i.test(
      value,
    )
  if (letters && /[!@#$%^&*+=?~<>{}\\|]/.test(value.replace(/[!?*]+$/, ''))) return true
  if (letters && /[!?*]$/.test(value) && /\p{L}/u.test(value)) return /[A-Z].*[A-Z]/.test(value)
  if (digits) return /[!@#$%^&*+=?~]/.test(value) || /^\d{6,}$/.test(value)
  return /\p{Ll}\p{Lu}/u.test(value)
}

/** camelCase, kebab-case, dotted: each part begins with a capital or a separator. */
const NAME_IN_CODE = /^[A-Za-z][a-z]*(?:[-_./:]?[A-Z][a-z]+|[-_./:][a-z]+)*$/

/** Long and mixed enough to come from a machine: what a "token" or a "key" must look like. */
export function looksGenerated(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_.~:!@#$%^&*?-]{8,}$/.test(value)) return false
  const digits = /\d/.test(value)
  if (!digits) return value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value) && !NAME_IN_CODE.test(value)
  if (/^\d+$/.test(value)) return value.length >= 16
  if (/^\d{4}-\d\d-\d\d/.test(value) || /^v?\d+(?:\.\d+)+/.test(value) || /^https?:/.test(value)) return false
  return true
}

/** How often digits and letters alternate. */
export const alternations = (text: string): number => (text.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length
