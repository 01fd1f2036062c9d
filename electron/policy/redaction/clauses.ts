import { asFinding } from './assignments.ts'
import type { Value } from './read-value.ts'
import { lineAfter, lineBefore, type Detect, type Finding, type Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isCodeName, isReference, isScheme, looksChosen } from './values.ts'

/**
 * What a clause says in any order of its words. The reading is loose, so the value must be one that nobody writes by
 * chance: for a password letters beside digits, for the code of a door digits tied to both the code and the door.
 */
export const clauses: Detect = (scan, found) => {
  const uncommon = nextUncommon(scan.text)
  let table = -1
  for (const hit of secretHits(scan)) {
    // Without a digit or a sign in reach nothing stands here that this reading would take.
    if (uncommon(hit.end) - hit.end > 2 * REACH) continue
    const finding =
      hit.kind === 'key'
        ? null
        : hit.kind === 'code' || hit.kind === 'pin'
          ? ofPlace(scan, hit)
          : (linked(scan, hit) ?? apart(scan, hit) ?? answered(scan, hit))
    if (finding !== null) found.push(finding)
    if (hit.start >= table) table = columns(scan, hit, found)
  }
  doors(scan, found)
  unlocking(scan, found)
  networks(scan, found)
}

const REACH = 110
const UNCOMMON = /[\d!@#$%^&*+=?]/g

/** Asked with growing places: where the next digit or sign stands. */
function nextUncommon(text: string): (from: number) => number {
  let next = -1
  return (from) => {
    if (next < from) {
      UNCOMMON.lastIndex = from
      next = UNCOMMON.exec(text)?.index ?? Infinity
    }
    return next
  }
}

/** The clause that follows a place on its line. */
const clauseAfter = (scan: Scan, from: number): string =>
  /^(?:[^.!?;\n]|[.?](?![\s"')]|$)|!(?![ \t]+\p{Lu}))*/u.exec(lineAfter(scan.text, from, REACH))?.[0] ?? ''

/** Names of things that have to do with a password and are none. */
const ABOUT =
  /^[ \t_-]{0,2}(?:fields?|columns?|managers?|polic(?:y|ies)|pages?|forms?|lengths?|hash(?:es|ing)?|prompts?|inputs?|box|strength|rules?|checks?|files?|labels?|generators?|protect\w*|expir\w*|rotation|authenti\w*|based|requirements?|bucket|limits?|count|ring|manag\w*|type|schema|class|module|test\w*)\b/i
const LINK =
  /(?:(?:^|[ \t])(?:is|are|was|were|equals|ist|lautet|es|est|son|è|é|är|er|on|je|jest|este|là|adalah|είναι|это|هي|هو|היא|(?:changed|set|reset|updated|switched|cambiado|cambiada|changé|geändert|mudei|mudada|cambiata)(?:[ \t]+\S{1,20}){0,4}?[ \t]+(?:to|en|a|para|auf|in))[ \t]{1,3}|(?:^|[ \t])(?:with the value|with value|value|=|->|=>|\u2192|[-\u2013\u2014]{1,2})[ \t]{1,3}|:[ \t]{1,3})["'`\u00ab]?([^\s"'`\u00ab\u00bb<>()]{6,64})/gi
const CHANGED =
  /(?:^|[ \t])(?:changed|set|reset|updated|switched|cambi\p{L}{1,6}|chang\p{L}{1,3}|geändert|mud\p{L}{2,5}|alter\p{L}{2,5})[ \t]/iu
const CHANGED_TO = /^[ \t]{1,3}(?:to|en|a|para|auf|in)[ \t]{1,3}["'`]?([^\s"'`<>()]{6,64})/i

/** "the secret they gave us is …", "the password that opens it: …", "he cambiado la contraseña a …". */
function linked(scan: Scan, hit: SecretHit): Finding | null {
  const clause = clauseAfter(scan, hit.end)
  if (ABOUT.test(clause)) return null
  for (const match of clause.matchAll(LINK)) {
    // A list of parameters, a line of code.
    if (
      /[(){}[\];=]|,.*:$/.test(
        clause.slice(0, match.index + match[0].trimEnd().length - (match[1] ?? '').length).trimEnd(),
      )
    )
      break
    if (
      hit.kind === 'weak' &&
      !/^[ \t]{0,3}(?:$|(?:they|we|you|i|he|she|that|which|it|who|between|for|of|from|to|in|on|at|by)[ \t])/i.test(
        clause.slice(0, match.index),
      )
    )
      break
    const found = strong(scan, hit, hit.end + match.index + match[0].length - (match[1] ?? '').length, match[1] ?? '')
    if (found !== null) return found
  }
  const to = CHANGED_TO.exec(clause)
  if (to === null || !CHANGED.test(lineBefore(scan.text, hit.start, 60))) return null
  return strong(scan, hit, hit.end + to[0].length - (to[1] ?? '').length, to[1] ?? '')
}

const APART =
  /^(?:(?:['\u2019]s)?[ \t]{1,3}|,[ \t]{1,3}|[ \t]{0,2}\([ \t]{0,2}["'`\u00ab]?|:[ \t]{1,3}[\p{L}-]{2,16}[ \t]{1,2})([^\s"'`\u00ab\u00bb<>()]{6,64})/u

/** Right beside the word, with the sentence going on: "use password … to open", "the password, …, is". */
function apart(scan: Scan, hit: SecretHit): Finding | null {
  if (hit.kind !== 'password') return ofInterface(scan, hit)
  const match = APART.exec(clauseAfter(scan, hit.end))
  return match === null ? null : strong(scan, hit, hit.end + match[0].length - (match[1] ?? '').length, match[1] ?? '')
}

/** "the API token … belongs to the bot": short, and plainly no word. */
function ofInterface(scan: Scan, hit: SecretHit): Finding | null {
  if (
    !/^(?:token|api[ _-]?key|apikey|secret|access[ _-]?key)$/.test(hit.word) ||
    !/\b(?:api|access|auth|bearer|bot|my|our|the|this|secret)[ \t_-]{1,2}$|^api|^access/i.test(
      `${lineBefore(scan.text, hit.start, 20)}${hit.word === 'token' ? '' : hit.word}`,
    )
  )
    return null
  const match = /^[ \t]{1,3}["'`]?([A-Za-z0-9_-]{10,64})(?![\w./(-])/.exec(clauseAfter(scan, hit.end))
  const text = match?.[1] ?? ''
  return match !== null && changes(text) >= 3 && /[A-Za-z]/.test(text)
    ? strong(scan, hit, hit.end + match[0].length - text.length, text)
    : null
}

/** How often digits and letters take turns. */
const changes = (text: string): number => (text.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length

const NO_VALUE =
  /^(?:base\d\d\b|\d{1,4}[-/.:]\d|\d+(?:st|nd|rd|th|px|ms|min|kb|mb|gb|k|x|[-\u2013]\p{L}+)?$|v?\d+(?:\.\d+)+|https?:|\/|~|\.{1,2}\/|[\w.-]+\.(?:[a-z]{2,5})(?:$|[/:])|[\w.-]+@[\w-]+\.|Q[1-4]|[A-Z]{2,6}-\d+$|[0-9a-f]{8}-[0-9a-f]{4}-|#)/iu

/** A value with letters beside digits (or signs within letters), and nothing that identifiers, places and times look like. */
function strong(scan: Scan, hit: SecretHit, start: number, raw: string): Finding | null {
  const text = raw.replace(/[.,;:)\]}]+$/, '')
  if (
    text.length < 6 ||
    scan.marked(start) ||
    !/\p{L}/u.test(text) ||
    !(/\d/.test(text) || /\p{L}[!@#$%^&*+=?]+\p{L}/u.test(text))
  )
    return null
  if (
    isReference(text) ||
    isScheme(text) ||
    NO_VALUE.test(text) ||
    isCodeName(text) ||
    !looksChosen(text) ||
    /[\u3040-\u9fff\uac00-\ud7af]/.test(text)
  )
    return null
  if (hit.kind === 'weak' && (text.length < 8 || !/\d/.test(text))) return null
  return asFinding(hit, valueAt(text, start))
}

const valueAt = (text: string, start: number): Value => ({
  text,
  start,
  end: start + text.length,
  quoted: false,
  endsClause: true,
  next: '',
})

const QUESTION =
  /^[^?\n]{0,70}\?[ \t]*(?:\r?\n[ \t]*){1,2}(?:[\p{L}\d _.-]{1,24}[:>]|[-*>]|\[[^\]\n]{1,30}\][ \t]?[\p{L}\d _.-]{0,24}[:>]?)?[ \t]*(?:it(?:'s| is)|c'est|es ist|ist|es|é|è)?[ \t]*["'`]?([^\s"'`]{4,64})["'`]?[ \t]*[.!]?[ \t]*(?:\r?\n|$)/u

/** Asked for on one line and told on the next. */
function answered(scan: Scan, hit: SecretHit): Finding | null {
  const match = QUESTION.exec(scan.text.slice(hit.end, hit.end + 200))
  const text = match?.[1]?.replace(/[.!]$/, '') ?? ''
  const start = match === null ? 0 : hit.end + match[0].lastIndexOf(text)
  return match !== null && looksChosen(text) && /\d/.test(text) ? strong(scan, hit, start, text) : null
}

const DIGITS =
  /(?:[A-Z]-?|[a-z](?=\d))?\d{3,8}(?:[ -]\d{2,6}){0,3}[A-ZА-Я#*]?(?![A-Z\d])|(?=[A-Z]{0,3}\d)[A-Z\d]{4,8}(?![\w])|\d{1,2}(?:[ -]\d{1,2}){2,4}/y
const TIE =
  /(?:[ \t]{0,2}(?:[:=#]|->|\u2192|[-\u2013\u2014]|['\u2019]s(?=[ \t]))|[ \t](?:is|are|was|to|ist|lautet|es|est|è|é|är|er|on|je|jest|to|este|είναι|это|wurde auf|changed to|set to)(?![\p{L}]):?(?:[ \t]the|[ \t]el|[ \t]le|[ \t]la|[ \t]il|[ \t]der|[ \t]die)?|は|是|为|는|은|이|가|：)[ \t]{0,3}["'`*]{0,3}/giu
const PLACE =
  /door|gate|alarm|safe|lock|garage|build|entr|lobby|keypad|key ?box|gym|locker|shed|front|verif|confirm|recover|backup|2fa|mfa|two-factor|login|sign-in|disarm|unlock|card|voicemail|porte|portail|immeuble|coffre|récup|vérif|puerta|portal|caja|alarma|garaje|recuper|verific|porta|portão|porton|cofre|cancello|allarme|cassaforte|tür|\btor\b|tresor|haus|eingang|tor(?:es|s)?\b|deur|poort|kluis|dörr|port(?:en)?\b|dør|bram|drzw|furtk|двер|подъезд|домофон|сейф|ворот|сигнализ|карт|подтвержд|ajt[óo]|kap[ıi]|門|ドア|门|玄関|현관|문|안전/iu

/** The code of a door, an alarm, a bicycle lock: the clause names both, and ties digits to them. */
function ofPlace(scan: Scan, hit: SecretHit): Finding | null {
  const clause = clauseAfter(scan, hit.end)
  const before = lineBefore(scan.text, hit.start, 50)
  const near = /[^.!?;]*$/.exec(before)?.[0] ?? ''
  const about = hit.kind === 'pin' ? 'door' : near
  if (
    /(?:source|error|status|exit|zip|postal|area|country|promo|discount|qr|bar|colou?r|dress|http|response|return|product|color|sku|tax|booking)[ \t_-]{0,2}$/i.test(
      before,
    )
  )
    return null
  const inName = scan.text.slice(hit.start, hit.end)
  TIE.lastIndex = 0
  for (const tie of clause.matchAll(TIE)) {
    const from = tie.index + tie[0].length
    const until = clause.slice(0, tie.index)
    if (until.length > 60) break
    if (/\d{4}/.test(until)) break
    const found = digits(
      scan,
      hit,
      from + hit.end,
      hit.kind === 'pin' || PLACE.test(about) || PLACE.test(until) || PLACE.test(inName),
    )
    if (found !== null) return found
  }
  // "Gate code 2568", "PIN of the card 4711", "ПИН-код карты 4711"
  const beside =
    /^(?:[ \t]{1,3}(?:(?:for|of|to|der|de|del|della|du|da|do|от)[ \t]{1,2})?(?:the[ \t]{1,2}|my[ \t]{1,2}|our[ \t]{1,2}|la[ \t]{1,2})?\p{L}{3,14})??[ \t]{1,3}(?=\d)/u.exec(
      clause,
    )
  if (
    beside === null ||
    ABOUT.test(clause) ||
    (hit.kind === 'code' &&
      !PLACE.test(near.slice(/,[ \t]*$/.test(near) ? 0 : -14)) &&
      !PLACE.test(inName) &&
      !PLACE.test(beside[0]))
  )
    return null
  return digits(scan, hit, hit.end + beside[0].length, true, true)
}

const UNIT_AFTER =
  /^(?:[ \t]?(?:%|[ap]\.?m\b|\u20ac|\$|euros?|dollars?|lines?|digits?|characters?|chars?|times?|days?|hours?|minutes?|min|seconds?|weeks?|months?|years?|people|users?|files?|bytes?|[kmg]b|km|m|cm|mm|kg|g|ziffern|stellen|zeichen|caracteres|chiffres|dígitos|cifre|文字|位|자리|桁)(?!\p{L})|[.,:/]\d|[-\u2013]\d|\w)/iu

function digits(scan: Scan, hit: SecretHit, at: number, fits: boolean, ends = false): Finding | null {
  if (!fits) return null
  DIGITS.lastIndex = at
  const text = DIGITS.exec(scan.text)?.[0] ?? ''
  const after = lineAfter(scan.text, at + text.length, 24)
  const count = text.replace(/\D/g, '').length
  if (
    count < (/[A-Z]\d|\d[A-Z]\d/.test(text) ? 3 : 4) ||
    count > 12 ||
    scan.marked(at) ||
    UNIT_AFTER.test(after) ||
    (/^(?:19|20)\d\d$/.test(text) &&
      /\b(?:in|since|until|by|from|year|im|en)[ \t]*$/i.test(lineBefore(scan.text, at, 12)))
  )
    return null
  if (
    ends &&
    !/^[ \t]*(?:$|[.,;:!?)"'`|\u2014\u2013-]|and\b|or\b|to\b|then\b|for\b|at\b|on\b|und\b|et\b|y\b|e\b)/.test(after)
  )
    return null
  const end = /[#*]$/.test(text) ? text.length - 1 : text.length
  return { start: at, end: at + end, rule: hit.kind === 'code' ? 'pin' : asFinding(hit, valueAt(text, at)).rule }
}

const DOOR =
  /\b(?:door|gate|alarm|safe|lock(?:box|er)?|garage|keypad|key ?box|phone|tablet|suitcase|tresor|tür|haustür|alarmanlage|porte|portail|coffre|alarme|puerta|caja fuerte|alarma|porta|cofre|cassaforte|allarme|deur|kluis)\b[^.!?;\n\d]{0,30}?[ \t](?:with|using|mit|avec|con|com|met|by entering|by typing)[ \t]{1,2}(?:(?:the|code|pin|dem|le|el|la|il)[ \t]{1,2}){0,2}["'`]?(\d(?:[ -]?\d){3,7})(?![\w.,/:-]*\d)/giu
const PLACED =
  /\b(?:door|gate|keypad|lockbox|key ?box|haustür|digicode|portail)[ \t]{0,2}:[ \t]{1,3}(\d{4,6}[#*]?)(?![\w.,/:-]*\d)|\b(?:lock|safe|padlock|schloss|tresor)\b[^.!?;\n]{0,40}?(?:set to|left|right|combination|:)[ \t]{1,3}(\d{3,6}|\d{1,2}(?:-\d{1,2}){2,3})(?![\w.,/:-]*\d)(?![ \t]?(?:px|m|km|kg|%|am|pm)\b)/giu
const ENTER =
  /\b(?:enter|type|press|dial|punch in|tippe|gib|tapez|composez|marca|teclea|digita|digite)[ \t]{1,2}["'`]?(\d(?:[ -]?\d){3,7})["'`]?[ \t]{1,2}(?:on|into|in|at|to|am|ein|sur|en|sul|no|für|pour|para|per)\b[^.!?;\n]{0,40}?(?:keypad|door|gate|alarm|lock|safe|open|enter|unlock|disarm|panel|tür|tor|porte|puerta|porta)/giu
const SENT_CODE =
  /(?:\bG-|\b(?=\d))(\d{4,8})[ \t](?:is|ist|es|est|è|é)[ \t](?:your|dein|ihr|tu|su|votre|ton|il tuo|o seu)\b[^.!?\n]{0,40}?\b(?:code|codigo|código|codice|otp|pin|passcode)\b/giu
const CODES_LIST =
  /\b(?:backup|recovery|one-time|rescue|emergency|2fa|wiederherstellungs?|recuperación|récupération|secours)[ -]?(?:codes?|keys?|códigos?)?[ \t]{0,2}[:=][ \t]{0,3}((?:[A-Za-z0-9]{3,10}(?:[ -][A-Za-z0-9]{3,10}){0,3}(?:,[ \t]{0,2}|[ \t]{0,2}$)){1,16})/gimu

/** Digits beside what they open: "the alarm is disarmed with 8124", "enter 4711 on the keypad". */
function doors(scan: Scan, found: Finding[]): void {
  if (!/\d{2}/.test(scan.text)) return
  for (const pattern of [DOOR, PLACED, ENTER, SENT_CODE])
    for (const match of scan.text.matchAll(pattern)) push(scan, found, match, 'pin')
  for (const match of scan.text.matchAll(CODES_LIST)) {
    const list = match[1] ?? ''
    const from = match.index + match[0].length - list.length
    for (const code of list.matchAll(/[A-Za-z0-9]{3,10}(?:[ -][A-Za-z0-9]{3,10}){0,3}/g))
      if (/\d/.test(code[0]) && code[0].length >= 6 && !scan.marked(from + code.index))
        found.push({ start: from + code.index, end: from + code.index + code[0].length, rule: 'pin' })
  }
}

const UNLOCKING =
  /\b(?:unlock(?:s|ed)?|open(?:s|ed)?|decrypt(?:s|ed)?|encrypted|protected|secured|log(?:s|ged)? (?:in|on)|sign(?:s|ed)? in|entsperr\w{1,4}|verschlüsselt|geschützt|cifrado|protegido|chiffré|protégé)\b[^.!?;\n]{0,30}?[ \t](?:with|using|by|mit|con|avec|com|par)[ \t]{1,2}["'`]?([^\s"'`<>()]{6,64})/giu

/** "the zip is encrypted with …": no word for a password at all. */
function unlocking(scan: Scan, found: Finding[]): void {
  for (const match of scan.text.matchAll(UNLOCKING)) {
    const text = match[1] ?? ''
    const finding = strong(
      scan,
      { kind: 'password', word: 'password', start: match.index, end: match.index },
      match.index + match[0].length - text.length,
      text,
    )
    const named = /encr|decr|prote|secur|schl|schütz|cifr|chiffr/i.test(match[0])
      ? /^(?:[A-Z]{2,}[-_]?\d+|[a-z]{1,4}\d{1,3}|\p{L}+-\d+)$/u
      : /^\p{L}+-?\d{1,3}$/u
    if (finding !== null && !named.test(text.replace(/[.,]$/, ''))) found.push(finding)
  }
}

const NETWORK =
  /\b(?:wi-?fi|wlan|ssid|guest network|hotspot|gastnetz|réseau|red wifi)\b[^\n]{0,60}?(?:\b(?:key|code|clé|clave|schlüssel|chiave|chave|pass)\b(?:[ \t](?:is|ist|es|est|è|é)\b)?[ \t:=]{1,3}|[ \t]\/[ \t])["'`]?([^\s"'`<>()]{6,64})/giu

/** A network's name with its key: "network HomeNet / …", "wifi is CasaAna and the key is …". */
function networks(scan: Scan, found: Finding[]): void {
  for (const match of scan.text.matchAll(NETWORK)) {
    const text = match[1] ?? ''
    const finding = strong(
      scan,
      { kind: 'password', word: 'password', start: match.index, end: match.index },
      match.index + match[0].length - text.length,
      text,
    )
    if (finding !== null && !/^[a-z]+\d$/.test(text)) found.push(finding)
  }
}

function push(scan: Scan, found: Finding[], match: RegExpExecArray, rule: string): void {
  const text = match[1] ?? match[2] ?? ''
  const start = match.index + match[0].lastIndexOf(text)
  if (!scan.marked(start)) found.push({ start, end: start + text.length, rule })
}

const MOST_ROWS = 200

/** A table whose heading names the column: what stands in it below. @returns where looking for a heading makes sense again */
function columns(scan: Scan, hit: SecretHit, found: Finding[]): number {
  if (hit.kind !== 'password' && hit.kind !== 'weak' && hit.kind !== 'pin') return hit.end
  const { text } = scan
  const lineStart = text.lastIndexOf('\n', hit.start - 1) + 1
  if (hit.start - lineStart > 200) return nextLine(text, hit.end)
  const head = text.slice(lineStart, lineStart + 400).split('\n', 1)[0] ?? ''
  const separator = ['|', '\t', ';', ','].find((sign) => head.includes(sign))
  if (separator === undefined) return lineStart + head.length
  const cells = head.split(separator)
  const column = head.slice(0, hit.start - lineStart).split(separator).length - 1
  if (
    !/^[\s*_"'`]*[\p{L}\d _().-]{2,40}[\s*_"'`]*$/u.test(cells[column] ?? '') ||
    head.includes('//') ||
    cells.some((cell) => cell.trim().length > 40 || /[.!?]\s/.test(cell))
  )
    return hit.end
  let at = lineStart + head.length + 1
  for (let row = 0; row < MOST_ROWS && at < text.length; row += 1) {
    const newline = text.indexOf('\n', at)
    const line = text.slice(at, Math.min(newline < 0 ? text.length : newline, at + 2_000))
    const parts = line.split(separator)
    if (parts.length !== cells.length || line.trim() === '') break
    const cell = parts[column] ?? ''
    const value = cell.trim().replace(/^["'`*]+|["'`*]+$/g, '')
    const start = at + parts.slice(0, column).join(separator).length + (column > 0 ? 1 : 0) + cell.indexOf(value)
    const fits =
      hit.kind === 'pin'
        ? /^\d{4,8}$/.test(value)
        : hit.kind === 'weak'
          ? changes(value) >= 3 && value.length >= 12
          : looksChosen(value)
    if (
      fits &&
      !/\s/.test(value) &&
      !/^[-:]+$/.test(value) &&
      !isReference(value) &&
      !isScheme(value) &&
      !scan.marked(start)
    )
      found.push(asFinding(hit, valueAt(value, start)))
    if (newline < 0) break
    at = newline + 1
  }
  return hit.end
}

function nextLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline < 0 ? text.length : newline
}
