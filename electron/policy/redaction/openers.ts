import { candidatesIn } from './candidates.ts'
import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

/** In a text in lower case: ignoring case would double the time to compile it. */
const opening = builtOnce(
  ({ oneOf }) =>
    new RegExp(
      String.raw`(?<!\p{L})(?:${oneOf(({ openers }) => openers?.verbs)})(?!\p{L})|(?:${oneOf(({ openers }) => openers?.unspaced)})`,
      'gu',
    ),
)

/** Of a clause that opens something. */
const expressions = builtOnce(({ oneOf }) => {
  const entry = oneOf(({ openers }) => openers?.entry)
  const unit = oneOf(({ codes }) => codes?.units, ['%', '€', String.raw`\$`, '[kmg]b', '[ck]?m', 'mm', 'k?g', 'h'])
  return {
    place: new RegExp(
      oneOf(({ codes }) => codes?.places),
      'iu',
    ),
    entry: new RegExp(entry, 'iu'),
    entering: new RegExp(
      oneOf(({ openers }) => openers?.entering),
      'iu',
    ),
    time: new RegExp(String.raw`(?<!\p{L})${oneOf(({ codes }) => codes?.yearPrepositions)}[ \t]*$`, 'iu'),
    unit: new RegExp(String.raw`^(?:[ \t]?(?:${unit})(?!\p{L})|[.,:/]\d|[-–]\d|[年月日])`, 'iu'),
  }
})

/** `"type": "user"`, `enter(…)`: code and data, not somebody who types. */
const IS_FIELD = /^(?:["'`]|[=(]|:[ \t]?\D)/

const REACH = 70

/**
 * What opens something, without any word for a password: "4903 opens the side gate", "Juniper-Alcove-88 gets you past the
 * lock screen", "con el 3381 se abre el portón". The clause has one value, the verb, and what is opened.
 */
export const openers = detector(NEAR, (scan, found) => {
  if (!/\d/.test(scan.text)) return
  let past = 0
  for (const { index, 0: verb } of scan.lower.matchAll(opening(scan.vocabulary))) {
    if (index < past || !/\d/.test(scan.text.slice(Math.max(0, index - REACH), index + REACH))) continue
    // A second verb in the clause adds hardly anything; one in the next clause may.
    past = index + verb.length + restOfClause(scan, index + verb.length).length
    const finding = IS_FIELD.test(scan.text.slice(index + verb.length, index + verb.length + 4))
      ? null
      : inClause(scan, index, index + verb.length)
    if (finding !== null) found.push(finding)
  }
})

const restOfClause = ({ text }: Scan, from: number): string =>
  /^(?:[^.!?;\n。！？]|[.](?!\s|$))*/u.exec(text.slice(from, from + REACH))?.[0] ?? ''

function inClause(scan: Scan, verbStart: number, verbEnd: number): Finding | null {
  const { place, entry, entering, unit, time } = expressions(scan.vocabulary)
  const before =
    /(?:[^.!?;\n。！？]|[.](?!\s))*$/u.exec(scan.text.slice(Math.max(0, verbStart - REACH), verbStart))?.[0] ?? ''
  const after = restOfClause(scan, verbEnd)
  const from = verbStart - before.length
  const clause = scan.text.slice(from, verbEnd + after.length)
  const values = candidatesIn(clause, from).filter(
    ({ shape }) => shape === 'digits' || shape === 'chosen' || shape === 'generated',
  )
  const [value, ...others] = values
  if (value === undefined || others.length > 0 || scan.marked(value.start)) return null
  const { text, start, end, shape } = value
  if (shape === 'digits' || isMixedCode(text)) {
    const digits = text.replace(/\D/g, '').length
    if (time.test(scan.text.slice(Math.max(0, start - 16), start))) return null
    if (
      digits < (isMixedCode(text) ? 2 : 4) ||
      digits > 8 ||
      unit.test(scan.text.slice(end, end + 12)) ||
      /^(?:19|20)\d\d$/.test(text)
    )
      return null
    return place.test(clause) || entering.test(clause) ? { start, end, rule: 'pin', certainty: 'usual' } : null
  }
  if (
    text.length < 6 ||
    !/\d/.test(text) ||
    /^[0-9a-f]{7,}$/i.test(text) ||
    !(place.test(clause) || entry.test(clause))
  )
    return null
  const lead = scan.text.slice(from, start).trim().split(/\s+/)
  return lead.length <= 3 ? { start, end, rule: 'password', certainty: 'usual' } : null
}

const isMixedCode = (text: string): boolean => /^(?=.*\d.*\d)(?=.*[A-Z])[A-Z\d]{4,8}$/.test(text)

/** For a text in lower case: ignoring case would double the time to compile them. */
const doorExpressions = builtOnce(({ oneOf }) => {
  const label = oneOf(({ doors }) => doors?.labels)
  const turn = oneOf(({ doors }) => doors?.turns)
  return {
    // "gate: 4711"
    labelled: new RegExp(String.raw`\b${label}[ \t]{0,2}:[ \t]{1,3}(\d{4,6}[#*]?)(?![\w.,/:-]*\d)`, 'gu'),
    turns: new RegExp(
      String.raw`(?:(?<!\p{L})${turn}[ \t,:]{1,3}\d{1,2}(?![\d.:%°])[ \t,;>-]{1,4}(?:then[ \t])?){2,5}(?<!\p{L})${turn}[ \t,:]{1,3}\d{1,2}(?![\d.:%°])`,
      'gu',
    ),
  }
})

/** Digits beside what they open, and the turns of a combination lock. */
export const doors = detector(NEAR, (scan, found) => {
  if (!/\d{2}/.test(scan.text)) return
  const { labelled, turns } = doorExpressions(scan.vocabulary)
  for (const { index, 0: whole, 1: text = '' } of scan.lower.matchAll(labelled)) {
    const start = index + whole.length - text.length
    if (!scan.marked(start)) found.push({ start, end: start + text.length, rule: 'pin' })
  }
  for (const { index, 0: combination } of scan.lower.matchAll(turns))
    for (const number of combination.matchAll(/\d{1,2}/g))
      if (!scan.marked(index + number.index))
        found.push({ start: index + number.index, end: index + number.index + number[0].length, rule: 'pin' })
})
