import { asFinding } from './assignments.ts'
import { type Candidate, candidatesIn } from './candidates.ts'
import { valueAt } from './read-value.ts'
import type { Detect, Finding, Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isOrdinaryWord } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/**
 * Secrets that a word announces somewhere near, whatever the grammar between the two: "was rotated, it is now …",
 * "(the grey one): …", a bracket, an arrow, a line break, the answer in the next line of a chat, or the value first.
 * The looser the tie, the less the value may look like ordinary text.
 */
export const announced: Detect = (scan, found, level) => {
  const uncommon = nextUncommon(scan.text)
  for (const hit of secretHits(scan)) {
    if (
      uncommon(Math.max(0, hit.start - BEFORE)) > hit.end + AFTER &&
      hit.kind !== 'passphrase' &&
      hit.kind !== 'password'
    )
      continue
    const finding = after(scan, hit) ?? before(scan, hit)
    if (finding !== null && (finding.certainty !== 'broad' || level === 'broad')) found.push(finding)
  }
}

const AFTER = 170
const BEFORE = 90
const UNCOMMON = /[\d!@#$%^&*+=?_.-]/g

/** Called with offsets that hardly ever fall: where the next digit or symbol is. */
function nextUncommon(text: string): (from: number) => number {
  let next = -1
  let asked = 0
  return (from) => {
    if (next < from || from < asked) {
      UNCOMMON.lastIndex = from
      next = UNCOMMON.exec(text)?.index ?? Infinity
      asked = from
    }
    return next
  }
}

const PREFIX = String.raw`[ \t]*(?:[-*+•>|<·]{1,3}[ \t]*|\d{1,2}[.)][ \t]+)*`
/** Who speaks, and when. */
const SPEAKER =
  String.raw`(?:(?:[\[(<][^\]\n)>]{1,30}[\])>]|\d{1,2}[.:]\d\d(?:[.:]\d\d)?)[ \t,]*)?` +
  String.raw`(?:\*{0,2}@?[\p{L}\p{N}_'’. -]{1,28}?(?:[ \t]?[\[(]?\d{1,2}[.:]\d\d[\])]?)?\*{0,2}[ \t]*(?:[:：>»]|[-–—][ \t])\*{0,2}[ \t]*)?`

const expressions = builtOnce(({ oneOf }) => {
  const verb = oneOf(({ sentences }) => sentences?.verbs)
  const clauseVerb = oneOf(({ clauses }) => clauses?.verbs)
  const to = oneOf(({ clauses }) => clauses?.to)
  const as = oneOf(({ sentences }) => sentences?.as)
  const adverb = oneOf(({ sentences }) => sentences?.adverbs)
  const particle = oneOf(({ sentences }) => sentences?.particles)
  const preposition = oneOf(({ sentences }) => [...(sentences?.prepositions ?? []), ...(sentences?.determiners ?? [])])
  const unit = oneOf(
    ({ codes }) => codes?.units,
    ['%', String.raw`\u20ac`, String.raw`\$`, '[kmg]b', '[ck]?m', 'mm', 'k?g', String.raw`[ap]\.?m\b`, 'h', 'px'],
  )
  const year = oneOf(({ codes }) => codes?.yearPrepositions)
  return {
    about: new RegExp(String.raw`^[ \t_-]{0,2}${oneOf(({ clauses }) => clauses?.about)}(?!\p{L})`, 'iu'),
    /** What ties a value to the words before it, at the end of these. */
    link: new RegExp(
      String.raw`(?:[:=→⇒»：＝|]|[-=]>|(?<=\s)[-–—]{1,2}|(?<![\p{L}])(?:${verb}|${clauseVerb}|${to}|${as})(?:[ \t]+${adverb}){0,2}[:,]?|${particle})[\s"'\x60*_(«「『]*$`,
      'iu',
    ),
    preposition: new RegExp(String.raw`(?<!\p{L})${preposition}[ \t]+$`, 'iu'),
    unit: new RegExp(String.raw`^(?:[ \t]?${unit}(?!\p{L})|[.,:/]\d|[-–]\d)`, 'iu'),
    year: new RegExp(String.raw`(?<!\p{L})${year}[ \t]*$`, 'iu'),
    place: new RegExp(
      oneOf(({ codes }) => codes?.places),
      'iu',
    ),
    otherCode: new RegExp(String.raw`${oneOf(({ codes }) => codes?.otherCodes)}[ \t_-]{0,2}$`, 'i'),
    lineStart: new RegExp(String.raw`\n(?:${PREFIX}${SPEAKER})[\s"'\x60*_(«「『→]*$`, 'u'),
    linkBefore: new RegExp(
      String.raw`^["'\x60»」』)]{0,2}[ \t]*(?:[(,]|[-–—=]{1,2}>?|<-+|←)?[ \t]*(?:[^\s.;:!?\n]{1,24}[ \t]+){0,6}$`,
      'u',
    ),
  }
})

/** How a value is tied: `stated` by a sign or a verb right before it, `close` in the same clause, `loose` further on. */
type Tie = 'stated' | 'close' | 'loose'

function after(scan: Scan, hit: SecretHit): Finding | null {
  const rest = reachAfter(scan.text, hit.end)
  if (expressions(scan.vocabulary).about.test(rest) || CODE_AFTER.test(rest)) return null
  let best: Finding | null = null
  for (const candidate of candidatesIn(rest, hit.end)) {
    if (scan.marked(candidate.start)) return null
    const gap = scan.text.slice(hit.end, candidate.start)
    const tie = tieOf(scan, gap)
    const fits = isAnnounced(scan, hit, candidate, tie)
    if (fits === null) continue
    const finding = { ...asFinding(hit, valueAt(candidate.text, candidate.start)), certainty: fits }
    if (fits === 'usual') return finding
    best ??= finding
  }
  return best
}

/** A name in code or settings: what follows is for `assignments` to judge. */
const CODE_AFTER = /^(?:[\w$]|["'\x60]?[)\]]?["'\x60]?[ \t]{0,12}(?:[:=][=>]?[ \t]*\S|\(|\[|=>)|["'\x60][,)\]}]|[-.]\w)/
const CODE_BEFORE = /[\w$.\-=&?/\\@#][\]["'\x60]?$/

/** Up to two sentences, or the next three lines. */
function reachAfter(text: string, from: number): string {
  const reach = text.slice(from, from + AFTER)
  const blank = /\n[ \t]*\n[ \t]*\n/.exec(reach)?.index ?? reach.length
  const lines = [...reach.slice(0, blank).matchAll(/\n/g)]
  const end = Math.min(blank, lines[3]?.index ?? reach.length)
  const sentences = [...reach.slice(0, end).matchAll(/[.!?](?=\s+\p{Lu})|[。！？]/gu)]
  return reach.slice(0, Math.min(end, sentences[1]?.index ?? end))
}

function tieOf(scan: Scan, gap: string): Tie {
  const { link, lineStart } = expressions(scan.vocabulary)
  if (/^[\s"'`*_)\]»”]*$/.test(gap) || link.test(gap) || lineStart.test(gap)) return 'stated'
  return /[.!?;。！？](?:\s|$)|\n/.test(gap) ? 'loose' : 'close'
}

type Fit = 'usual' | 'broad' | null

function isAnnounced(scan: Scan, hit: SecretHit, candidate: Candidate, tie: Tie): Fit {
  const { preposition } = expressions(scan.vocabulary)
  const { shape, text, start } = candidate
  if (shape === 'digits') return isCode(scan, hit, candidate, tie)
  const line = scan.text.slice(Math.max(0, start - 24), start)
  const isNamed = preposition.test(line)
  switch (hit.kind) {
    case 'code':
    case 'pin':
      return shape === 'chosen' && /^[A-Z\d#*]{4,10}$/.test(text) && /\d/.test(text) && tie === 'stated'
        ? 'usual'
        : null
    case 'key':
      return shape === 'generated' && tie === 'stated' && text.length >= 20 && /\d/.test(text) ? 'usual' : null
    case 'weak':
      return shape === 'generated' && /\d/.test(text) && !isNamed ? (tie === 'loose' ? 'broad' : 'usual') : null
    case 'licence':
    case 'codes':
      return shape === 'groups' ||
        (shape === 'generated' && /\d/.test(text)) ||
        (tie === 'stated' && isSerial(candidate))
        ? 'usual'
        : null
    case 'passphrase':
    case 'password':
      break
    default:
      return null
  }
  switch (shape) {
    case 'generated':
    case 'chosen':
      if (text.length < 6 && tie !== 'stated') return null
      return tie === 'stated' || (tie === 'close' && !isNamed) ? 'usual' : 'broad'
    case 'model':
      return tie === 'stated' && !isNamed && text.length >= 6 && /\d/.test(text) ? 'usual' : null
    case 'joined':
      return tie === 'stated' || (tie === 'close' && !isNamed && hit.kind === 'passphrase') ? 'usual' : null
    case 'pair':
      return tie === 'stated' && endsClause(scan, candidate) ? (/\p{Lu}/u.test(text) ? 'usual' : 'broad') : null
    case 'quoted':
      return tie === 'stated' && !isOrdinaryWord(text, scan.vocabulary) ? 'usual' : null
    case 'groups':
      return tie === 'stated' ? 'usual' : null
    case 'word':
      return tie === 'stated' &&
        endsClause(scan, candidate) &&
        text.length >= 5 &&
        !isOrdinaryWord(text, scan.vocabulary)
        ? 'broad'
        : null
    default:
      return null
  }
}

const isSerial = ({ text, shape }: Candidate): boolean =>
  (shape === 'chosen' || shape === 'model' || shape === 'digits') && /\d/.test(text) && text.length >= 6

const endsClause = ({ text }: Scan, { end }: Candidate): boolean =>
  /^["'`*_»)\]]{0,3}(?:[.,;!?]{0,2}(?:\s*$|\s*\n|\s+[-–—(|])|[,;.]\s)/.test(text.slice(end, end + 12))

function isCode(scan: Scan, hit: SecretHit, { text, start, end }: Candidate, tie: Tie): Fit {
  const { unit, year, place, otherCode } = expressions(scan.vocabulary)
  const digits = text.replace(/\D/g, '').length
  const before = scan.text.slice(Math.max(0, start - 16), start)
  if (unit.test(scan.text.slice(end, end + 12)) || year.test(before) || tie === 'loose') return null
  if (hit.kind === 'licence') return tie === 'stated' && digits >= 5 ? 'usual' : null
  if (hit.kind === 'password' || hit.kind === 'passphrase')
    return tie === 'stated' && digits >= 4 && digits <= 12 ? 'usual' : null
  if (hit.kind !== 'pin' && hit.kind !== 'code') return null
  if (digits < 3 || digits > 12 || otherCode.test(scan.text.slice(Math.max(0, hit.start - 30), hit.start))) return null
  if (digits === 3 && tie !== 'stated') return null
  if (hit.kind === 'pin') return 'usual'
  const sentence = `${scan.text.slice(Math.max(0, hit.start - 60), end)}${/^[^.,;!?\n)]*/.exec(scan.text.slice(end, end + 60))?.[0] ?? ''}`
  return place.test(sentence) ? 'usual' : tie === 'stated' ? 'broad' : null
}

/** "… gets you in, it is the password", "… (admin password)", "… <- root password": the value begins the clause. */
function before(scan: Scan, hit: SecretHit): Finding | null {
  if (hit.kind !== 'password' && hit.kind !== 'passphrase') return null
  const { linkBefore, preposition } = expressions(scan.vocabulary)
  const from = Math.max(0, hit.start - BEFORE)
  if (CODE_AFTER.test(scan.text.slice(hit.end, hit.end + 20)) || CODE_BEFORE.test(scan.text.slice(from, hit.start)))
    return null
  const reach = scan.text.slice(from, hit.start)
  const clause = /(?:[^.!?;\n]|[.!?](?!\s))*$/u.exec(reach)?.[0] ?? ''
  const clauseStart = hit.start - clause.length
  for (const candidate of candidatesIn(clause, clauseStart).toReversed()) {
    const { start, end, shape, text } = candidate
    if (scan.marked(start) || !linkBefore.test(scan.text.slice(end, hit.start))) continue
    if (shape !== 'chosen' && shape !== 'generated' && shape !== 'joined' && shape !== 'quoted') continue
    if (shape !== 'quoted' && text.length < 6) continue
    const lead = scan.text.slice(clauseStart, start)
    if (preposition.test(lead) && !/["'`«]$/.test(lead)) continue
    if (lead.trim().split(/\s+/).length > 4 && !/["'`«]$/.test(lead)) continue
    return { ...asFinding(hit, valueAt(text, start)), certainty: 'usual' }
  }
  return null
}
