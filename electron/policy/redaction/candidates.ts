import { isCodeName, isReference, isScheme, looksChosen, looksGenerated } from './values.ts'

/**
 * What a value looks like, whatever announces it. `generated`: from a machine. `chosen`: letters with digits or symbols
 * among them. `model`: the same, but as products and parts are named. `joined`: three or more plain words joined by
 * hyphens, dots or underscores. `pair`: two of them. `groups`: capitals and digits in groups, as on a licence. `digits`:
 * a code, perhaps with a letter or "#". `word`: one plain word. `quoted`: in quotes, whatever it is.
 */
export type Shape = 'generated' | 'chosen' | 'model' | 'joined' | 'pair' | 'groups' | 'digits' | 'word' | 'quoted'

export interface Candidate {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly shape: Shape
}

const QUOTES = `"'\`«»「」『』`
const UPPER = String.raw`[A-Z0-9]{3,8}(?:[ -][A-Z0-9]{3,8}){2,23}`
const LOWER = String.raw`[a-z0-9]{4,8}(?:[ -][a-z0-9]{4,8}){2,23}`
const MIXED = String.raw`[A-Za-z0-9]{4}(?:[ -][A-Za-z0-9]{4}){5,23}`
const DIGIT_GROUPS = String.raw`\d{2,4}(?:[ -]\d{2,4}){1,4}`
/** Groups of a licence or a code, then any run without spaces; in a script without spaces, the ASCII within it. */
const RUN = new RegExp(
  String.raw`(?<![\w.-])(?<groups>${UPPER}|${LOWER}|${MIXED})(?![\w-])|(?<![\w.,-])(?<digits>${DIGIT_GROUPS})(?![\w-])` +
    String.raw`|[!#-&*+./0-9=?@A-Z^_a-z~\\\-\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u02ff\u0370-\u1fff]{1,1000}`,
  'gu',
)

/** Slots of templates, and tags. */
const SLOT = /\$?\{\{?[^{}\n]{0,120}\}?\}|%\{[^{}\n]{0,60}\}|<[%?/!]?[a-z][^<>\n]{0,120}>|%[A-Z_]{2,40}%/gi

/** The values that a stretch of text may hold, in order. @param from where the stretch begins, for the offsets */
export function candidatesIn(original: string, from: number): readonly Candidate[] {
  const stretch = /[{<%]/.test(original) ? original.replaceAll(SLOT, (slot) => ' '.repeat(slot.length)) : original
  const found: Candidate[] = []
  const add = (text: string, at: number, shape: Shape): void =>
    void found.push({ text, start: from + at, end: from + at + text.length, shape })
  RUN.lastIndex = 0
  for (let match = RUN.exec(stretch); match !== null; match = RUN.exec(stretch)) {
    const { index, 0: whole, groups } = match
    if (groups?.['groups'] !== undefined && isGrouped(whole)) add(whole, index, 'groups')
    else if (groups?.['digits'] !== undefined && !isDate(whole)) add(whole, index, 'digits')
    else {
      const [run = ''] = whole.split(' ')
      RUN.lastIndex = index + run.length
      const [text, at] = trimmed(run)
      const isQuoted =
        QUOTES.includes(stretch[index + at - 1] ?? ' ') && QUOTES.includes(stretch[index + at + text.length] ?? ' ')
      // The port and the path of an address.
      if (/\/\/[\w.-]{1,80}:$/.test(stretch.slice(Math.max(0, index - 90), index))) continue
      const shape = stretch[index + at + text.length] === '(' ? null : shapeOf(text)
      if (
        isQuoted &&
        (shape === null || shape === 'word' || shape === 'pair') &&
        /^[\p{L}\p{N}!@#$%^&*+._-]{4,64}$/u.test(text) &&
        !isCodeName(text) &&
        !isReference(text)
      )
        add(text, index + at, 'quoted')
      else if (shape !== null) add(text, index + at, shape)
    }
  }
  return found
}

const OPENING = /^[\s"'`«»「」『』([{<*_~=>|:→.-]+/u
const CLOSING = /[\s"'`«»「」『』)\]}>*_~|,.;:!?…。，、।؟]+$/u

/** The run without what the sentence put around it. A "!" or a "?" within a mixed run belongs to it. */
function trimmed(run: string): readonly [text: string, at: number] {
  const lead = OPENING.exec(run)?.[0].length ?? 0
  let text = run.slice(lead)
  const tail = CLOSING.exec(text)?.[0] ?? ''
  text = text.slice(0, text.length - tail.length)
  // "Welcome1!" ends with its own mark more often than the sentence does.
  if (/^[!?*]/.test(tail) && /\d/.test(text)) text += /^[!?*]+/.exec(tail)?.[0] ?? ''
  return [text, lead]
}

/** Groups of one length or nearly, with digits in many of them: words of a sentence are neither. */
function isGrouped(text: string): boolean {
  // "word1 word2 word3": each stands for one.
  if (/^([A-Za-z]+)\d(?:[ -]\1\d{1,2})+$/.test(text)) return false
  const parts = text.split(/[ -]/)
  // As Google shows a password for an app: four letters, four times. Words have vowels.
  if (/^[a-z]{4}(?: [a-z]{4}){3}$/.test(text) && parts.some((part) => !/[aeiouy]/.test(part))) return true
  const withDigits = parts.filter((part) => /\d/.test(part)).length
  const lengths = parts.map((part) => part.length)
  const isEven = new Set(lengths.slice(0, -1)).size === 1
  // Four letters each, over and over: only a key is written so, even with few digits.
  if (isEven && parts.length >= 6 && withDigits > 0 && lengths[0] === 4) return true
  if (isEven && /^[A-Z\d-]+$/.test(text) && withDigits > 0 && (lengths[0] ?? 0) >= 4) return true
  if (isDate(text) || withDigits < 2 || Math.max(...lengths) - Math.min(...lengths) > 4) return false
  return /[a-z]/.test(text) ? withDigits >= parts.length / 2 && isEven : true
}
const isDate = (text: string): boolean =>
  /^(?:19|20)\d\d[ -]\d\d?[ -]\d\d?$/.test(text) || /^\d\d?[ -]\d\d?[ -](?:19|20)\d\d$/.test(text)

/** Dates, versions, measures, places of files, addresses, issues, ids: nothing that anybody would log in with. */
const NO_VALUE =
  /^(?:\d{1,4}[-/.:]\d{1,4}(?:[-/.:]\d{1,4})?|\d+(?:st|nd|rd|th|px|ms|s|h|min|kb|mb|gb|tb|k|m|x|km|cm|mm|kg|°c|%|€|\$|£)|v?\d+(?:\.\d+)+[\w.-]*|[a-z][\w+.-]*:\/\/.*|@\p{L}+|(?:application|text|image|audio|video|multipart)\/.*|arn:.*|www\..*|[~.]{0,2}\/.*|[A-Z]:\\.*|[\w.-]+\.(?:md|txt|json|ya?ml|toml|ini|conf|cfg|env|csv|pdf|png|jpe?g|svg|docx?|xlsx?|tsx?|jsx?|mjs|py|rb|go|rs|java|kt|sh|sql|html?|css|zip|gz|log|local|lan|com|org|net|io|de|fr|es|it|nl|dev|app|test|example)(?:[:/].*)?|[\w.+-]+@[\w-]+\..*|Q[1-4]|\d{4}-\d\d-\d\d[t_]\d\d.*|[A-Z]{2,6}-\d{1,6}|#\d+|\d{1,2}:\d\d(?::\d\d)?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+|01[0-9a-hjkmnp-tv-z]{24}|(?:req|ses[a-z]*|msg|run|call|toolu|chatcmpl|resp|thread|conv|evt|event|job|task|trace|span|batch|file|user|usr|org|proj|team)[_-](?=[a-z0-9-]*\d)[a-z0-9-]{6,60}|\p{L}+\/\p{L}+(?:\/.*)?|\p{L}+['’]\p{L}{1,3}|[\p{L}\d]+\(s\)|\+?\d[\d ./()-]*|fritz!box.*|(?:x86|amd|arm|utf|iso|rfc|ipv|md|mp|h26|sha|aes|rsa|ed|tls|ssl|wpa|usb|ps|k8|s3|ec2|i18|l10|a11)[-_]?\d+\w*)$/iu

/** Letters and digits as products, rooms and parts are named: capitals first, no symbol but a hyphen. */
const MODEL =
  /^(?:[A-Z]{1,5}[-_]?\d{1,5}[A-Z]{0,3}\+?|\p{Lu}\p{L}{1,14}[- ]?\d{1,3}\p{L}?|[A-Z0-9]{2,6}(?:-[A-Z0-9]{1,8}){1,2}|\p{Ll}{1,3}\p{Lu}\p{L}+\d{0,3}|\d{1,4}\p{Lu}\p{L}{0,2}|\d+[-–]\p{L}+|\p{L}+-\d{1,3})$/u
const DIGITS = /^[#*]?\p{Lu}?\d(?:[ -]?\d){2,9}\p{Lu}?[#*]?$/u
const JOINED = /^\p{L}{2,16}(?:[-._]\p{L}{1,16}){2,7}(?:[-._]?\d{1,4})?$/u
const DOMAIN =
  /^[\w-]+(?:\.[\w-]+)+\.(?:com|org|net|io|dev|app|cloud|local|lan|internal|edu|gov|co|de|fr|es|it|nl|uk|eu|ch|at|pl|se|no|fi|cz|jp|cn|ru|br|us|ca|au|info|example|test)$/i
/** A setting: a name in one case, then its value. */
const SETTING = /^(?:[a-z_.-]+|[A-Z0-9_]+)=/
/** The keys of authenticators: whole groups of eight. */
export const BASE32 = /^(?:[A-Z2-7]{8}){2,8}$/
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
/** Parts of names in code: what they join is no phrase. */
const CODE_PARTS =
  /(?:^|[._-])(?:this|self|form|value|values|props|state|config|configs|env|data|settings|options|params|args|request|response|body|headers?|field|fields|input|user|users|auth|api|app|index|utils?|main|src|test|spec|component|service|controller|module|class|password|passwd|token|secret|credentials?|login|session|process|window|document)(?:[._-]|$)/
const PAIR = /^\p{L}{3,20}[-_]\p{L}{3,20}$/u

export function shapeOf(text: string): Shape | null {
  if (text.length < 3 || isReference(text) || isScheme(text) || CONSTANT.test(text)) return null
  if (DIGITS.test(text) && !isDate(text) && !/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return 'digits'
  if (text.length < 5 || NO_VALUE.test(text) || SETTING.test(text) || isPath(text)) return null
  if (CODE_PARTS.test(text)) return null
  if (DOMAIN.test(text)) return null
  if (JOINED.test(text))
    return /^(?:\p{L}+\.){2,}\p{L}+$/u.test(text) && /\.(?:\p{L}{2,3})$/u.test(text) && text.length < 14
      ? null
      : 'joined'
  if (PAIR.test(text)) return 'pair'
  if (BASE32.test(text)) return 'generated'
  if (/^\p{L}+$/u.test(text)) return /\p{Ll}\p{Lu}/u.test(text) && isCodeName(text) ? null : 'word'
  if (MODEL.test(text) || /^[0-9a-f]{7,12}$/.test(text)) return 'model'
  if (isCodeName(text) && !(/\d/.test(text) && !/[.([]/.test(text))) return null
  if (text.length >= 16 && looksGenerated(text)) return 'generated'
  // Capitals within a name are no sign that it was chosen: "YouTube", "toEqual".
  return looksChosen(text) && !/^\p{L}+$/u.test(text.replace(/[!?.*]+$/, '')) ? 'chosen' : null
}

/** Two slashes or more, between words: base64 has letters in both cases and digits between its slashes. */
function isPath(text: string): boolean {
  const parts = text.split('/')
  if (parts.length < 3) return false
  return (
    text.length < 24 ||
    parts.filter((part) => /^[\p{Ll}._-]*$/u.test(part) || /^[A-Z][a-z]+$/.test(part)).length >= parts.length / 2
  )
}
