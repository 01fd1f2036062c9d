import { firstPlace } from '../../../shared/first-place.ts'
import { Literals } from './literals.ts'
import { detector, type Finding, NEAR, placesOf } from './scan.ts'
import { SERVICE_TOKENS, type TokenFamily } from './service-token-table.ts'
import { alternations } from './values.ts'
import { originalRange, type View, ViewBuilder } from './view.ts'

/**
 * A line break (with line continuation characters) or the seam of two string literals, between two characters of a
 * token.
 */
const SEAMS =
  /(?<=[A-Za-z0-9_+/=.-])(?:[\\"'`]?[ \t]{0,8}[\\+]?[ \t]{0,8}\r?\n[ \t>#*|/]{0,40}\+?[ \t]{0,8}["'`]?|(["'`])[ \t]{0,4}[+.&]?[ \t]{0,4}\1)(?=[A-Za-z0-9_+/=-])/g

interface Joined {
  readonly view: View
  /** Where seams were removed, in the offsets of the view. */
  readonly seams: readonly number[]
}

/** The text with tokens rejoined that were broken over lines or string literals; `null` without any. */
function joined(base: View): Joined | null {
  const view = new ViewBuilder(base, base.text.length)
  const seams: number[] = []
  let done = 0
  let removed = 0
  for (const { index, 0: seam } of base.text.matchAll(SEAMS)) {
    view.keep(done, index)
    seams.push(index - removed)
    removed += seam.length
    done = index + seam.length
  }
  if (seams.length === 0) return null
  view.keep(done, base.text.length)
  return { view: view.done(), seams }
}

const WORD = /[A-Za-z0-9_]/
/** Vendors write the literal "AccountKey=" before the key: the name stays, the key is removed. */
const NAME_BEFORE = /^(?:AccountKey|SharedAccessKey)=|^AccessKey /

/** As in a vendor's documentation, or one character over and over. */
const isExample = (token: string): boolean =>
  /EXAMPLE(?:KEY)?$|REPLACE|CHANGE_?ME|YOUR_|PLACEHOLDER|XXXXXX/.test(token) || /(.)\1{11}/.test(token)

/** How far a token broken over lines may extend: no whole text is one token. */
const MAX_JOINED_CHARACTERS = 1_000

export const serviceTokens = detector(NEAR, (scan, found) => {
  tokensIn(scan.text, Infinity, (start, end, rule) => {
    if (isExample(scan.text.slice(start, end))) return end
    found.push({ start, end, rule })
    return end
  })
  const whole = joined({ text: scan.text, starts: null, ends: null })
  if (whole === null) return
  const known = new Map(found.map((finding) => [finding.start, finding.end]))
  const isKnown = (start: number, seam: number): boolean => {
    const range = originalRange(whole.view, start, seam)
    return known.get(range.start) === range.end
  }
  const inJoined: Finding[] = []
  tokensIn(whole.view.text, MAX_JOINED_CHARACTERS, (start, end, rule) => {
    const cut = lastSafeEnd(whole, start, end, (seam) => isKnown(start, seam))
    if (cut <= start) return start + 1
    inJoined.push({ start, end: cut, rule })
    return cut
  })
  for (const { start, end, rule } of inJoined) found.push({ ...originalRange(whole.view, start, end), rule })
})

/**
 * Where a token that spans a seam ends. A token that was complete before the seam continues after it only if what
 * follows looks like a token too (long, with digits): the first word of the next line does not.
 */
function lastSafeEnd({ view, seams }: Joined, start: number, end: number, complete: (seam: number) => boolean): number {
  let cut = 0
  for (let index = firstPlace(seams, (seam) => seam > start); index < seams.length; index += 1) {
    const seam = seams[index] ?? end
    if (seam >= end) break
    const next = Math.min(end, seams[index + 1] ?? end)
    const piece = view.text.slice(seam, next)
    if (complete(seam) || cut > 0 ? !looksLikeToken(piece) : /^[A-Z]?[a-z]+$/.test(piece)) break
    cut = next
  }
  return cut
}

function looksLikeToken(piece: string): boolean {
  if (piece.length < 8 || !/[A-Za-z]/.test(piece)) return false
  return (
    /\d/.test(piece) || (/[A-Z]{2}/.test(piece) && /[a-z]/.test(piece)) || (piece.match(/[a-z][A-Z]/g) ?? []).length > 1
  )
}

const WITH_LITERALS = SERVICE_TOKENS.flatMap((family) => family.literals.map((literal) => ({ family, literal })))
const LITERALS = new Literals(WITH_LITERALS.map(({ literal }) => literal))

/** Reports a token. @returns where to continue */
type Report = (start: number, end: number, rule: string) => number

function tokensIn(text: string, reach: number, report: Report): void {
  // What a literal's shape has read is not tried again, so that a text of nothing but prefixes is read once.
  const read = new Int32Array(WITH_LITERALS.length)
  LITERALS.walk(text, (at, index) => {
    const entry = WITH_LITERALS[index]
    if (entry === undefined || at < (read[index] ?? 0)) return
    const match = matchAt(entry.family, text, at, reach)
    if (match === null) return
    read[index] = match.fits ? report(match.start, match.end, entry.family.rule) : match.end
  })
  withHead(text, report)
  webTokens(text, report)
  discordAndTelegram(text, report)
  awsSecrets(text, report)
}

/** A few letters that somebody pasted a token behind: "xxsk-…", "keyis…". */
const GLUE = /(?<![A-Za-z0-9_+/=.-])[A-Za-z]{1,12}$/
/** In both cases and with digits all over: "task-" with the id of a task is none. */
const isRandom = (token: string): boolean =>
  token.length >= 28 && /[a-z]/.test(token) && /[A-Z]/.test(token.slice(3)) && alternations(token.slice(3)) >= 4

function matchAt(
  { rule, shape, alone, digit }: TokenFamily,
  text: string,
  at: number,
  reach: number,
): { readonly start: number; readonly end: number; readonly fits: boolean } | null {
  const isGlued = alone === true && at > 0 && WORD.test(text[at - 1] ?? '')
  if (isGlued && !GLUE.test(text.slice(Math.max(0, at - 14), at))) return null
  shape.lastIndex = reach === Infinity ? at : 0
  const match = shape.exec(reach === Infinity ? text : text.slice(at, at + reach))
  if (match === null || (isGlued && !isRandom(match[0]))) return null
  const name = NAME_BEFORE.exec(match[0])?.[0].length ?? 0
  // For a webhook, the whole address is the secret.
  const scheme = rule.endsWith('webhook')
    ? (/https?:\/\/(?:[\w-]{1,60}\.)?$/i.exec(text.slice(Math.max(0, at - 70), at))?.[0].length ?? 0)
    : 0
  return { start: at + name - scheme, end: at + match[0].length, fits: digit !== true || /\d/.test(match[0].slice(3)) }
}

const HEADS: readonly {
  readonly rule: string
  readonly literal: string
  readonly head: RegExp
  readonly tail: RegExp
  readonly reach: number
}[] = [
  { rule: 'mailchimp key', literal: '-us', head: /[0-9a-f]{32}$/, tail: /-us\d{1,2}/y, reach: 32 },
  {
    rule: 'terraform token',
    literal: '.atlasv1.',
    head: /[A-Za-z0-9]{14}$/,
    tail: /\.atlasv1\.[A-Za-z0-9_=-]{40,}/y,
    reach: 14,
  },
  {
    rule: 'azure client secret',
    literal: 'Q~',
    head: /[A-Za-z0-9_.~-]{3}\d$/,
    tail: /Q~[A-Za-z0-9_.~-]{31,}/y,
    reach: 4,
  },
  {
    rule: 'deepl key',
    literal: ':fx',
    head: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    tail: /:fx(?!\w)/y,
    reach: 36,
  },
  { rule: 'maxmind key', literal: '_mmk', head: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, tail: /_mmk/y, reach: 36 },
  { rule: 'azure key', literal: '+ACR', head: /[A-Za-z0-9+/]{42}$/, tail: /\+ACR[A-Za-z0-9]{6}/y, reach: 42 },
  { rule: 'new relic key', literal: 'NRAL', head: /[0-9a-f]{36}$/, tail: /NRAL/y, reach: 36 },
  { rule: 'azure devops token', literal: 'AZDO', head: /[A-Za-z0-9]{76}$/, tail: /AZDO[A-Za-z0-9]{4}/y, reach: 76 },
  { rule: 'azure key', literal: 'JQQJ99', head: /[A-Za-z0-9]{52}$/, tail: /JQQJ99[A-Za-z0-9]{20,}/y, reach: 52 },
  { rule: 'azure key', literal: '+AStA', head: /[A-Za-z0-9+/]{60,90}$/, tail: /\+AStA[A-Za-z0-9+/=]*/y, reach: 90 },
]

/** Tokens whose literal is in their middle. */
function withHead(text: string, report: Report): void {
  for (const { rule, literal, head, tail, reach } of HEADS) {
    let past = 0
    for (const at of placesOf(text, literal)) {
      if (at < past) continue
      const before = head.exec(text.slice(Math.max(0, at - reach), at))
      if (before === null) continue
      tail.lastIndex = at
      const after = tail.exec(text)
      if (after === null) continue
      past = at + after[0].length
      report(at - before[0].length, past, rule)
    }
  }
}

const PART = /[A-Za-z0-9_-]*/y

/**
 * JSON web tokens, encrypted ones too: base64url parts between dots, the first of which is an object. Each run is read
 * once.
 */
function webTokens(text: string, report: Report): void {
  const endOf = (from: number): number => {
    PART.lastIndex = from
    return from + (PART.exec(text)?.[0].length ?? 0)
  }
  let past = 0
  for (const at of placesOf(text, 'eyJ')) {
    if (at < past) continue
    past = endOf(at)
    if (past - at < 12) continue
    let end = past
    let parts = 1
    while (parts < 5 && text[end] === '.') {
      const next = endOf(end + 1)
      if (next === end + 1 && parts !== 1 && text[next] !== '.') break
      end = next
      parts += 1
    }
    past = end
    // A publishable token of a map.
    if (parts >= 2 && end - at >= 30 && !/(?:^|[^\w.])pk\.$/.test(text.slice(Math.max(0, at - 4), at)))
      report(at, end, 'json web token')
  }
}

const DISCORD = /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}/g
const TELEGRAM = /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33,}/g

function discordAndTelegram(text: string, report: Report): void {
  for (const { index, 0: token } of text.matchAll(DISCORD))
    if (/\d/.test(token)) report(index, index + token.length, 'discord token')
  if (text.includes(':AA'))
    for (const { index, 0: token } of text.matchAll(TELEGRAM)) report(index, index + token.length, 'telegram token')
}

const AWS_ID = /A(?:KIA|SIA)[A-Z0-9]{16}/g
const AWS_SECRET = /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/g
const NEAR_AWS_ID = 250

/** The secret half of an AWS key has no mark of its own; it is found near its id. */
function awsSecrets(text: string, report: Report): void {
  let read = 0
  for (const { index } of text.matchAll(AWS_ID)) {
    const from = Math.max(read, index - NEAR_AWS_ID)
    const near = text.slice(from, index + 20 + NEAR_AWS_ID)
    read = Math.max(read, index)
    for (const secret of near.matchAll(AWS_SECRET)) {
      if (/[a-z]/.test(secret[0]) && /[A-Z]/.test(secret[0]) && /\d/.test(secret[0]))
        report(from + secret.index, from + secret.index + 40, 'aws secret key')
    }
  }
}
