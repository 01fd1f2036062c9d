import { isSecretValue, type Tie } from './judge-value.ts'
import type { SecretKind } from './languages/language.ts'
import { readValue, type Value, valueAt } from './read-value.ts'
import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isListedWord, isReference, looksChosen } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/** The ways a value follows its name; the first that fits is read. */
const TIES: readonly {
  readonly pattern: RegExp
  readonly tie: Tie
  readonly quotedOnly?: true
  readonly chosenOnly?: true
}[] = [
  // "key" : | key = | 'key' => | key := | key: Type = | **Key:**
  {
    pattern:
      /["'`\])*_\\]{0,4}[ \t]{0,12}(?:\([^()\n]{0,40}\)[ \t]{0,3})?\??(?::[ \t]{0,3}[A-Za-z][\w<>[\]?.|]{0,30}[ \t]{0,4}=(?!=)(?=[ \t]{0,4}[\w"'`$@])|:=|===?|=>|\?=|\+=|[=:]|->|\u2192|\u21d2)>?[ \t]{0,12}(?:\*\*|__)?[ \t]{0,12}/y,
    tie: 'set',
  },
  // define('AUTH_KEY', '…')
  {
    pattern: /(?<=\bdefine\([ \t]{0,4}["']\w{1,60})["'][ \t]{0,3},[ \t]{0,20}(?=["'])/iy,
    tie: 'set',
    quotedOnly: true,
  },
  // <setting name="password">…</setting>
  { pattern: /(?<=(?:name|key)=["'][\w.:-]{1,60})["'][ \t]{0,3}>(?=[^<\s]{4,80}<\/)/iy, tie: 'set', chosenOnly: true },
  // name="password" value="…"
  { pattern: /["'][ \t]{1,4}(?:value|content|default)[ \t]{0,3}=[ \t]{0,3}(?=["'])/y, tie: 'set', quotedOnly: true },
  // setPassword("…"), password('…')
  { pattern: /[ \t]?\([ \t]{0,4}(?=["'`])/y, tie: 'set', quotedOnly: true },
  // "password", "…" (arguments in pairs)
  { pattern: /["'][ \t]{0,3},[ \t]{0,4}(?=["'`])/y, tie: 'near', quotedOnly: true, chosenOnly: true },
  // | password | … |
  { pattern: /["'`*_]{0,3}[ \t]{0,20}\|[ \t]{0,20}`?/y, tie: 'near' },
]
const NEXT_LINE = /["'`*]{0,3}[ \t]{0,4}[:=][ \t]{0,4}(?:[|>][-+]?)?(?:\*\*)?[ \t]{0,4}(?:\r?\n){1,2}[ \t>*-]{0,20}/y
/** The value of a name on the next line or in the next call: Kubernetes, Terraform, a form being filled in. */
const NEXT_FIELD =
  /["'`]?[ \t]{0,3}(?:,?[ \t]{0,4}\r?\n[ \t]{0,40}["']?value["']?[ \t]{0,4}[:=][ \t]{0,4}|[ \t]{0,3}\{[ \t]{0,4}\r?\n(?:[ \t]{1,20}(?:type|description|sensitive)[ \t]{0,12}=[^\n]{0,80}\r?\n){0,3}[ \t]{1,20}default[ \t]{0,12}=[ \t]{0,4}|[\])]{0,2}["'`]?\){1,2}(?:\.\w{2,16}\(\)){0,2}\.(?:type|fill|send_?keys|set_?value|set_?text|val|clearAndType|typeText|enter\w{0,8})\([ \t]{0,3})/iy
const FLAG = /[ \t]{1,4}/y
/** Commands that take a variable's name and its value. */
const ENVIRONMENT = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setx|set[ \t]{1,2}-\w{1,3}|setenv)[ \t]{1,3}$/

/** Names with a value: settings, code, environment, forms, tables, flags. */
export const assignments = detector(NEAR, (scan, found) => {
  for (const hit of secretHits(scan)) {
    const finding =
      inElement(scan, hit) ?? tied(scan, hit) ?? afterFlag(scan, hit) ?? onNextLine(scan, hit) ?? inNextField(scan, hit)
    if (finding !== null) found.push(finding)
  }
})

const RULES: { readonly [kind in SecretKind]: string } = {
  passphrase: 'passphrase',
  password: 'password',
  codes: 'recovery code',
  licence: 'licence key',
  pin: 'pin',
  code: 'pin',
  lock: 'pin',
  key: 'secret',
  weak: 'secret',
}
export const ruleOf = ({ kind }: SecretHit): string => RULES[kind]

/** What precedes the secret in what is read as one value: the user, the cookie's name, where a tool takes it from. */
const LEAD: readonly (readonly [RegExp, RegExp])[] = [
  [/^cred/, /^[\w.@+-]{1,64}[:/](?=\S{4})/],
  [/^cookie/, /^[\w.$-]{1,80}=(?=[^=]{4})/],
  [/^pass(?:in|out)/, /^pass:/],
]

export function asFinding(hit: SecretHit, { text, start, end }: Value): Finding {
  const lead = LEAD.find(([word]) => word.test(hit.word))?.[1].exec(text)?.[0].length ?? 0
  return { start: start + lead, end, rule: ruleOf(hit) }
}

function tied(scan: Scan, hit: SecretHit): Finding | null {
  // The name of a secret in a cloud, which says where it is kept.
  if (/arn:[\w:*-]{0,80}:$|\$\{$/.test(scan.text.slice(Math.max(0, hit.start - 90), hit.start))) return null
  // A call that fetches one.
  if (/^(?:get|fetch|load|read|find|lookup)/i.test(scan.text.slice(hit.start, hit.end)) && scan.text[hit.end] === '(')
    return null
  for (const { pattern, tie, quotedOnly, chosenOnly } of TIES) {
    const from = endOfMatch(pattern, scan.text, hit.end)
    if (from === null) continue
    const phrase = (hit.kind === 'passphrase' ? readPhrase(scan, from) : null) ?? readWords(scan, hit, from)
    if (phrase !== null) return asFinding(hit, phrase)
    const read = hit.kind === 'pin' ? (readCode(scan, from) ?? readValue(scan, from)) : readValue(scan, from)
    const value = read !== null && isVariable(scan, hit, from) ? { ...read, endsClause: true } : read
    if (value === null || (quotedOnly === true && !value.quoted)) continue
    if (chosenOnly === true && !looksChosen(value.text)) return null
    return isSecretValue(hit, value, tie, scan.vocabulary) ? asFinding(hit, value) : null
  }
  return null
}

/** `<password>…</password>` */
function inElement(scan: Scan, hit: SecretHit): Finding | null {
  if (scan.text[hit.end] !== '>' || !/<[\w:.-]{0,40}$/.test(scan.text.slice(Math.max(0, hit.start - 41), hit.start)))
    return null
  const end = scan.text.indexOf('</', hit.end)
  const text = end < 0 || end - hit.end > 300 ? '' : scan.text.slice(hit.end + 1, end)
  const value: Value = { text: text.trim(), start: hit.end + 1, end, quoted: true, endsClause: true, next: '' }
  return value.text !== '' && !scan.marked(value.start) && isSecretValue(hit, value, 'set', scan.vocabulary)
    ? asFinding(hit, value)
    : null
}

/** `--password …`, `requirepass …`, `password "…"`, `setx SMTP_PASS …`. */
function afterFlag(scan: Scan, hit: SecretHit): Finding | null {
  const from = endOfMatch(FLAG, scan.text, hit.end)
  if (from === null) return null
  const value = readValue(scan, from)
  if (value === null) return null
  const flag =
    scan.text.startsWith('-', hit.start) ||
    scan.text.startsWith('--', hit.start - 2) ||
    ENVIRONMENT.test(scan.text.slice(Math.max(0, hit.start - 30), hit.start)) ||
    isDirective(scan, hit, value)
  if (!flag && !(value.quoted && hit.kind === 'password')) return null
  return isSecretValue(hit, flag ? { ...value, endsClause: true } : value, flag ? 'set' : 'near', scan.vocabulary)
    ? asFinding(hit, value)
    : null
}

/** The whole of a line of settings without signs: "requirepass …", or "pass …" below "user …". */
const isDirective = ({ text }: Scan, { word, start, end, isSetting }: SecretHit, value: Value): boolean =>
  (/^(?:requirepass|masterauth)$/.test(word) || (isSetting && end - start === word.length)) &&
  /(?:^|\n)[ \t]{0,8}$/.test(text.slice(Math.max(0, start - 9), start)) &&
  /^[ \t]*(?:\r?\n|$)/.test(text.slice(value.end, value.end + 40))

/** A value alone on the line below its name. */
function onNextLine(scan: Scan, hit: SecretHit): Finding | null {
  const from = endOfMatch(NEXT_LINE, scan.text, hit.end)
  if (from === null) return null
  const value = readValue(scan, from)
  if (value === null || !/^[ \t*`"']*(?:\r?\n|$)/.test(scan.text.slice(value.end, value.end + 40))) return null
  return /\d/.test(value.text) && isSecretValue(hit, value, 'near', scan.vocabulary) ? asFinding(hit, value) : null
}

function inNextField(scan: Scan, hit: SecretHit): Finding | null {
  const from = endOfMatch(NEXT_FIELD, scan.text, hit.end)
  const value = from === null ? null : readValue(scan, from)
  return value !== null && isSecretValue(hit, value, 'set', scan.vocabulary) ? asFinding(hit, value) : null
}

const PHRASE = /["'`]?((?:[a-z]{3,12}[ \t,]{1,3}(?:\d{1,2}[.)] ?)?){3,23}(?:[a-z]{3,12}|\d{1,6}))\b/y
const sentenceWord = builtOnce(({ oneOf }) => new RegExp(`\\b${oneOf(({ values }) => values?.sentenceWords)}\\b`))

/** A phrase of plain words, all of which is the secret. */
export function readPhrase({ text, marked, vocabulary }: Scan, from: number): Value | null {
  PHRASE.lastIndex = from
  const match = PHRASE.exec(text)
  const phrase = match?.[1] ?? ''
  if (match === null || marked(from)) return null
  const start = from + match[0].length - phrase.length
  const count = phrase.split(/[ \t,]+/).length
  if (count < 11 && sentenceWord(vocabulary).test(phrase)) return null
  return { text: phrase, start, end: start + phrase.length, quoted: true, endsClause: true, next: '' }
}

/** `MQTT_PASS=hunter ./publish.sh`: in a shell, the value ends before the space. */
const isVariable = ({ text }: Scan, { start, end }: SecretHit, from: number): boolean =>
  text[end] === '=' && from === end + 1 && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(text.slice(start, end))

/** `SESSION_SECRET=keyboard cat`, `MAIL_PASS=abcd efgh ijkl mnop` (as Google shows it): all of the line is the value. */
const WORDS = /\p{Ll}{2,20}(?: \p{Ll}{2,20}){1,5}(?=[ \t]*(?:\r?\n|$))/uy
const FOURS = /^[a-z]{4}(?: [a-z]{4}){3}$/
const SECRET = /(?:^|_)SECRET(?:_KEY)?$/

function readWords(scan: Scan, hit: SecretHit, from: number): Value | null {
  WORDS.lastIndex = from
  const isWhole = hit.kind === 'passphrase' ? scan.text[from - 1] === '=' : isVariable(scan, hit, from)
  const words = isWhole ? WORDS.exec(scan.text)?.[0] : undefined
  if (words === undefined) return null
  const isValue =
    hit.kind === 'password'
      ? FOURS.test(words) && !isReference(words)
      : (hit.kind === 'passphrase' || SECRET.test(scan.text.slice(hit.start, hit.end))) &&
        !words.split(' ').some((word) => isListedWord(word, scan.vocabulary))
  return isValue ? valueAt(words, from) : null
}

const GROUPED = /\d{2,4}(?:[ -]\d{2,4}){1,3}(?![\w.,-]*\d)/y

/** A code written in groups ("47 11"). */
export function readCode({ text }: Scan, from: number): Value | null {
  GROUPED.lastIndex = from
  const code = GROUPED.exec(text)?.[0]
  return code === undefined
    ? null
    : { text: code, start: from, end: from + code.length, quoted: false, endsClause: true, next: '' }
}

/** Where the match of a sticky pattern at `at` ends. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}
