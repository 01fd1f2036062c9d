import { detector, NEAR, type Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'

// Lists of recovery codes: a heading that announces them, then one code on each line or in each element.

/** From the heading's line on: the rest of it, then the items. */
const MAX_LINES_BETWEEN = 2
const MAX_ITEMS = 60
const ITEM =
  /^[\s>|]*(?:[-*+•·☐☑✓✗x]|\[[ xX]?\]|\d{1,2}[.):])?[ \t]*(?:\[[ xX]\][ \t]*)?[`"'~*_]{0,2}((?=[A-Za-z0-9 -]*\d|[A-Z0-9 -]{8,}$|[A-Z0-9-]{8,}[`"'~*_|,;\s(]|[a-z]{4,6}-[a-z]{4,6})[A-Za-z0-9]{3,16}(?:[ -][A-Za-z0-9]{3,16}){0,9})[`"'~*_]{0,2}[ \t|,;]*(?:\([^()\n]{0,40}\)|[-–—✓✗][^\n]{0,40})?\s*$/u
/** Several on one line: a table without borders, a list with commas. */
const ON_ONE_LINE = /^[\s>|*-]*((?:[A-Za-z0-9-]{6,20}[\s,;|]{1,8}){2,12}[A-Za-z0-9-]{6,20})[\s,;.|]*$/
const LIST_ELEMENT = /<(li|td|code|p|dd)\b[^>]{0,60}>\s*([A-Za-z0-9]{3,16}(?:[ -][A-Za-z0-9]{3,16}){0,5})\s*<\/\1>/gi
const REACH = 4_000

export const codeLists = detector(NEAR, (scan, found) => {
  let past = 0
  for (const hit of secretHits(scan)) {
    if (!isHeading(hit) || hit.end < past) continue
    for (const { start, end } of itemsBelow(scan, hit)) {
      found.push({ start, end, rule: 'recovery code', certainty: 'usual' })
      past = end
    }
  }
})

/** What comes in lists: codes, and phrases or keys given as groups. */
const isHeading = ({ kind, word }: SecretHit): boolean => kind === 'codes' || (kind === 'pin' && word.length > 6)

interface Item {
  readonly start: number
  readonly end: number
}

function itemsBelow({ text, marked }: Scan, hit: SecretHit): readonly Item[] {
  const reach = text.slice(hit.end, hit.end + REACH)
  const elements = inElements(reach, hit.end)
  if (elements.length >= 2) return elements.filter(({ start }) => !marked(start))
  const items: Item[] = []
  let skipped = 0
  let at = hit.end + firstLine(reach)
  for (let line = 0; line < MAX_ITEMS && at < text.length; line += 1) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const here = codesIn(text.slice(at, Math.min(end, at + 300)), at)
    if (here.length > 0) items.push(...here)
    else if (items.length > 0 && text.slice(at, end).trim() !== '') break
    else if (items.length === 0 && text.slice(at, end).trim() !== '' && (skipped += 1) > MAX_LINES_BETWEEN) break
    if (newline < 0) break
    at = newline + 1
  }
  const enough = hit.kind === 'codes' ? 1 : 2
  return items.length >= enough ? items.filter(({ start }) => !marked(start)) : []
}

const firstLine = (reach: string): number => {
  const newline = reach.indexOf('\n')
  return newline < 0 ? reach.length : newline + 1
}

function codesIn(line: string, at: number): readonly Item[] {
  const one = ITEM.exec(line)?.[1]
  if (one !== undefined) {
    const start = at + line.indexOf(one)
    return looksLikeCode(one) ? [{ start, end: start + one.length }] : []
  }
  const several = ON_ONE_LINE.exec(line)?.[1]
  if (several === undefined) return []
  const from = at + line.indexOf(several)
  const codes = [...several.matchAll(/[A-Za-z0-9-]{6,20}/g)]
  return codes.every(([code]) => looksLikeCode(code))
    ? codes.map(({ index, 0: code }) => ({ start: from + index, end: from + index + code.length }))
    : []
}

function inElements(reach: string, from: number): readonly Item[] {
  if (!reach.includes('</')) return []
  return [...reach.matchAll(LIST_ELEMENT)].flatMap((match) => {
    const code = match[2] ?? ''
    const start = from + match.index + match[0].lastIndexOf(code)
    return looksLikeCode(code) ? { start, end: start + code.length } : []
  })
}

/** Digits among it, or capitals without a vowel's rhythm: no word, no date. */
function looksLikeCode(code: string): boolean {
  const plain = code.replace(/[ -]/g, '')
  if (plain.length < 6 || /^(?:19|20)\d\d-\d\d?-\d\d?$/.test(code)) return false
  return /\d/.test(plain)
    ? !/^\d{1,2} \p{L}+|\p{L}{4,} \d/u.test(code)
    : /^[A-Z]{8,}$/.test(plain) || /^[a-z]{4,6}-[a-z]{4,6}$/.test(code)
}
