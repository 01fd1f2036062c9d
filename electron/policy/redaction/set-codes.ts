import type { Fit } from './announced.ts'
import type { Candidate } from './candidates.ts'
import type { Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { endsClause, type Tie } from './ties.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const unit = oneOf(
    ({ codes }) => codes?.units,
    ['%', '€', String.raw`\$`, '£', '[kmg]b', '[ck]?m', 'mm', 'k?g', String.raw`[ap]\.?m\b`, 'h', 'px', '°'],
  )
  return {
    unit: new RegExp(String.raw`^(?:[ \t]?${unit}(?!\p{L})|[.,:/]\d|[-–]\d|[年月日])`, 'iu'),
    year: new RegExp(String.raw`(?<!\p{L})${oneOf(({ codes }) => codes?.yearPrepositions)}[ \t]*$`, 'iu'),
    place: new RegExp(
      oneOf(({ codes }) => codes?.places),
      'iu',
    ),
    preposition: new RegExp(String.raw`^[ \t]{1,2}${oneOf(({ sentences }) => sentences?.prepositions)}[ \t]`, 'iu'),
    otherCode: new RegExp(
      String.raw`${oneOf(({ codes }) => codes?.otherCodes)}[ \t_-]{0,2}(?:[ck]ode?\p{L}{0,3})?$`,
      'iu',
    ),
  }
})

const PINS = /^pin[ \t]+(?:the|it|this|that|these|those|them|an?|your|our|my|all|both|each|every|down|up|on)\b/i

const isYearOrTime = (text: string): boolean => /^(?:(?:19|20)\d\d|(?:[01]\d|2[0-3])[0-5]\d)$/.test(text)

/** Digits that a word for a code announces. A "code" alone counts if the clause names a door or the like. */
export function setCode(
  scan: Scan,
  { kind, word, start: cue, end: cueEnd }: SecretHit,
  { text, start, end }: Candidate,
  tie: Tie,
): Fit {
  const { unit, year, place, preposition, otherCode } = expressions(scan.vocabulary)
  const digits = text.replace(/\D/g, '').length
  if (
    tie === 'loose' ||
    unit.test(scan.text.slice(end, end + 12)) ||
    (isYearOrTime(text) && year.test(scan.text.slice(Math.max(0, start - 16), start)))
  )
    return null
  const isStated = tie === 'stated'
  // An issue: "([#1205](…)".
  if (text.startsWith('#') && '[('.includes(scan.text[start - 1] ?? ' ')) return null
  const isTied = isStated && scan.text.slice(cueEnd, start).trim() !== ''
  // Three digits are on a lock, and a word for its code says so: "luggage code 695".
  const isForLock =
    isStated &&
    (kind === 'pin' || kind === 'lock') &&
    word.length > 5 &&
    (endsClause(scan.text, end) || preposition.test(scan.text.slice(end, end + 24)))
  if ((!isStated && /^(?:19|20)\d\d$/.test(text)) || (!isTied && !isForLock && digits === 3)) return null
  switch (kind) {
    case 'password':
    case 'passphrase':
      return isStated && digits >= 4 && digits <= 12 ? 'usual' : null
    case 'lock':
      if (/[={}[\]]|\w\(/.test(scan.text.slice(cueEnd, start))) return null
      if (tie === 'close') return isOnIt(scan, { word, end: cueEnd }, { text, start, end }) ? 'usual' : null
      return digits >= 3 && digits <= 8 && (isTied || !/^(?:19|20)\d\d$/.test(text)) ? 'usual' : null
    case 'pin':
    case 'code':
      break
    default:
      return null
  }
  if (digits < 3 || digits > 12 || otherCode.test(scan.text.slice(Math.max(0, cue - 30), cueEnd))) return null
  // "Pin the version to …", "pin 3 files": a verb.
  if (kind === 'pin') return !isStated && PINS.test(scan.text.slice(cue, cueEnd + 12)) ? null : 'usual'
  // Asked for in one line, given as the whole of the next.
  if (
    isStated &&
    /\n/.test(scan.text.slice(cueEnd, start)) &&
    digits >= 4 &&
    /^[#*.!]{0,2}\s*(?:\n|$)/.test(scan.text.slice(end, end + 8))
  )
    return 'usual'
  const rest = isStated ? (/^[^.,;!?\n)]*/.exec(scan.text.slice(end, end + 60))?.[0] ?? '') : ''
  const before = /[^.!?\n]*$/.exec(scan.text.slice(Math.max(0, cue - 60), cue))?.[0] ?? ''
  return place.test(`${before}${scan.text.slice(cue, end)}${rest}`) ? 'usual' : isStated ? 'broad' : null
}

/** "Key box by the drainpipe 4938", "keypad on the vestry door C1539Z": nothing but where it is comes between. */
function isOnIt(
  scan: Scan,
  { word, end: from }: Pick<SecretHit, 'word' | 'end'>,
  { text, start, end }: Pick<Candidate, 'text' | 'start' | 'end'>,
): boolean {
  const gap = scan.text.slice(from, start)
  return (
    word.length > 5 &&
    gap.length < 36 &&
    /^[A-Z]?\d{4,6}[A-Z#*]?$/.test(text) &&
    expressions(scan.vocabulary).preposition.test(gap) &&
    !/[.,;:!?=()\n\d]/.test(gap) &&
    endsClause(scan.text, end)
  )
}

/** "C25Y": letters among the digits, unless another kind of code is meant. */
export const codeWithLetters = (scan: Scan, { start, end, kind }: SecretHit, { text }: Candidate): Fit => {
  if (!/^(?=.*\d)[A-Z\d#*]{4,10}$/.test(text) || (kind === 'lock' && text.replace(/\D/g, '').length < 3)) return null
  const { otherCode, place } = expressions(scan.vocabulary)
  if (kind === 'pin' || kind === 'lock') return 'usual'
  const near = scan.text.slice(Math.max(0, start - 40), end + 40)
  return !otherCode.test(scan.text.slice(Math.max(0, start - 30), end)) && place.test(near) ? 'usual' : 'broad'
}

/** Whether a heading is about the code of a door or the like: "Gate code", not "Status code". */
export function isCodeHeading({ vocabulary }: Scan, heading: string): boolean {
  const { otherCode, place } = expressions(vocabulary)
  return place.test(heading) && !otherCode.test(heading.trim())
}
