/** Judges what stands where a secret may stand. The exceptions are strict shapes of things that hold no secret themselves. */

/** A pure reference: a variable, a template's slot, a place to be filled in. Nothing beside it. */
const REFERENCE =
  /^(?:\$\{[A-Za-z_][\w.:-]{0,80}\}|\$\{[A-Za-z_][\w.]{0,60}\(|\$\([\w ./-]{1,80}\)|\$[A-Za-z_]\w{0,60}|\$env:\w{1,60}|%[A-Z_][A-Z0-9_]{0,60}%|%\(?[a-z_]{0,40}\)?[sd]|\{\{-?\s{0,3}[\w.$ |"'()-]{1,80}\s{0,3}-?\}\}|\{[a-z_][\w.]{0,60}\}|#\{[\w.@]{1,80}\}|<%=?[^%]{1,80}%>|<[a-z][a-z0-9 _./|-]{0,60}>|<[A-Z][A-Z_ -]{2,60}>|\[[A-Z_ ]{3,40}\]|\*{2,64}|•{2,64}|x{4,64}|X{4,64}|\.{2,10}|…|_{2,64}|-{2,64}|\?+|@\w+@|\[(?:redacted|removed|hidden|filtered|masked|omitted|REDACTED|REMOVED|HIDDEN|FILTERED|MASKED|OMITTED)\]|op:\/\/[\w /.-]{3,120}|vault:[\w/#.-]{3,120}|(?:process\.env|import\.meta\.env|os\.environ|ENV|env|secrets|vars|var|local|config|settings|System\.getenv|os\.getenv|getenv|Deno\.env|data)(?:\.[A-Za-z_]\w{0,60}|\[["']?\w{1,60}["']?\]|(?:\.get)?\(["']\w{1,60}["']\)){1,4})$/

export function isReference(value: string): boolean {
  return REFERENCE.test(value)
}

/** Words that stand where a value does and are none: types, literals, states, instructions. Only for unquoted values of letters alone. */
const NO_VALUES = new Set(
  `true false null none nil undefined void yes no on off str string String number int integer Integer bool boolean Boolean any unknown object Object bytes Bytes byte text Text varchar char float double
  required optional missing invalid incorrect expired changed reset set unset empty enabled disabled hidden forgotten lost wrong correct protected stored saved encrypted hashed salted strict weak strong safe secure
  unsafe short long unique shared same different new old here there below above needed necessary mandatory blank masked redacted removed deleted revoked rotated valid compromised leaked exposed confidential absent present private public
  self this super password passwd pwd passphrase secret token key pin code value default never always only both also now still later soon in on at by for from with the a an and or not is are was be been must should
  can may will would has have had see use ask via per of to it its my your our their his her kept being going getting getpass input prompt read readonly readline await async new return function lambda const let
  static final public private sensitive random generated automatically automatic plain plaintext base cookie header headers query body basic bearer oauth jwt refresh access session manager
  sicher unsicher falsch richtig geheim abgelaufen erforderlich vergessen leer gesetzt hier nicht im in der die das ein eine siehe bei noch schon sehr zu auf ist
  segura seguro incorrecta incorrecto obligatoria obligatorio secreta caducada requerida muy la el los una un en por que olvidada es está
  incorrect expiré obligatoire requis oublié dans le les une pas trop très sur est dangereux
  sbagliata scaduta obbligatoria nel sono non troppo molto errata fraca forte errada obrigatória expirada muito não
  verlopen onjuist fout vereist verplicht vergeten zwak sterk felaktigt fel krävs utgånget glömt forkert påkrævet udløbet feil väärä nieprawidłowe wymagane błędne wygasło неверный неправильный обязателен истёк истек нужен забыт`.split(
    /\s+/,
  ),
)
const ALGORITHM =
  /^(?:sha|aes|md|rsa|hmac|utf|base|oauth|bcrypt|argon|pbkdf|tls|ssl|https?|ipv|wpa|pkcs|hs|rs|es|ed|ps|2fa|3des|1password|chacha|blake|fido|web3|k8s|s3|ec2)[-_ ]?\d*(?:[-_.][a-z0-9]{1,6})?$/i
/** The name of a scheme or a product, which sentences about secrets are full of. */
export function isScheme(value: string): boolean {
  return ALGORITHM.test(value)
}

const SUFFIX = /(?:ed|ing|able|ible|ly|ful|less|ous|ive|ment|tion|sion|ness|ity|ary|ory)$/

/** Letters alone: is it a word of the sentence rather than the secret? */
export function isOrdinaryWord(value: string): boolean {
  return NO_VALUES.has(value) || NO_VALUES.has(value.toLowerCase()) || SUFFIX.test(value)
}

export const LETTERS = /^\p{L}+$/u
/** Words of letters joined by hyphens, underscores or apostrophes: names and compounds. */
export const COMPOUND = /^\p{L}+(?:[-_'/]\p{L}+)+$/u
/** A name in code: `newPassword`, `args.password`, `user_token`, `self.key[0]`, also with a call begun. */
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

/** A digit or a sign beside letters, or both cases within: nobody's ordinary word. */
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

/** camelCase, kebab-case, dotted: each step begins with a capital or a separator. */
const NAME_IN_CODE = /^[A-Za-z][a-z]*(?:[-_./:]?[A-Z][a-z]+|[-_./:][a-z]+)*$/

/** Long enough and mixed enough to be made by a machine: what a "token" or a "key" must look like. */
export function looksMade(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_.~:!@#$%^&*?-]{8,}$/.test(value)) return false
  const digits = /\d/.test(value)
  if (!digits) return value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value) && !NAME_IN_CODE.test(value)
  if (/^\d+$/.test(value)) return value.length >= 16
  if (/^\d{4}-\d\d-\d\d/.test(value) || /^v?\d+(?:\.\d+)+/.test(value) || /^https?:/.test(value)) return false
  return true
}
