import { firstPlace } from '../../../shared/first-place.ts'
import { candidatesIn, type Shape, shapeOf } from './candidates.ts'
import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { secretHits } from './secret-hits.ts'
import { endsClause } from './ties.ts'
import { builtOnce } from './vocabulary.ts'

/** For a text in lower case: ignoring case would double the time to compile them. */
const expressions = builtOnce(({ oneOf }) => {
  const network = oneOf(({ networks }) => networks?.names, ['wi-?fi', 'wlan', 'ssid'])
  const verb = oneOf(({ unlocking }) => unlocking?.verbs)
  const by = oneOf(({ unlocking }) => unlocking?.with)
  const value = String.raw`["'\x60]?([^\s"'\x60<>()]{6,64})`
  return {
    unlocking: new RegExp(String.raw`\b${verb}\b[^.!?;\n]{0,30}?[ \t]${by}[ \t]{1,2}${value}`, 'gu'),
    networkKey: new RegExp(String.raw`\b${network}\b[^\n]{0,60}?[ \t]\/[ \t]${value}`, 'gu'),
    network: new RegExp(String.raw`(?<!\p{L})(?:${network}|fritz!?box|speedport)(?!\p{L})`, 'gu'),
  }
})

/** Passwords without a word that announces them: after a verb that protects or unlocks, and beside the name of a network. */
export const nameless = detector(NEAR, (scan, found) => {
  unlocking(scan, found)
  networks(scan, found)
})

/** "the zip is encrypted with …" */
function unlocking(scan: Scan, found: Finding[]): void {
  const { unlocking: pattern } = expressions(scan.vocabulary)
  for (const match of scan.lower.matchAll(pattern))
    add(scan, found, match, (text, shape) => shape !== 'joined' && !NAMED.test(text))
}

/** What protects may be an algorithm, what opens a program: "encrypted with AES-256", "opens with Excel-16". */
const NAMED = /^(?:[A-Z]{2,}[-_]?\d+|\p{L}+-?\d{1,3})$/u

const SHAPES: ReadonlySet<Shape> = new Set(['chosen', 'generated', 'model', 'joined'])
const REACH_OF_NETWORK = 90

function networks(scan: Scan, found: Finding[]): void {
  const { networkKey, network } = expressions(scan.vocabulary)
  // "network HomeNet / …"
  for (const match of scan.lower.matchAll(networkKey))
    add(scan, found, match, (text, shape) => shape === 'joined' || !/^[a-z]+\d$/.test(text))
  // "Guest wifi: four-wet-ducks-sing": what nobody would write otherwise.
  let past = 0
  for (const { index, 0: name } of scan.lower.matchAll(network)) {
    const end = index + name.length
    if (end < past) continue
    const line = lineOrAnswer.exec(scan.text.slice(end, end + REACH_OF_NETWORK))?.[0] ?? ''
    past = end + line.length
    const digits = DIGITS.exec(line)
    if (digits !== null && !/serial|imei|s\/n/i.test(line) && !scan.marked(end + digits.index))
      found.push({ start: end + digits.index, end: end + digits.index + digits[0].length, rule: 'password' })
    for (const { start, end: valueEnd, shape, text } of candidatesIn(line, end)) {
      const isOne = shape === 'joined' || shape === 'generated' || (shape === 'chosen' && text.length >= 8)
      const gap = scan.text.slice(end, start)
      const isTied = /(?:[:=→🔑?]|->|[?][^\n]*\n[^\n:]{0,30}:)["'`*“„«]*\s[\s"'`*“„«]*$/u.test(gap)
      const isBeside = shape === 'chosen' && /[!$#?*+^]/.test(text) && /\s(?:[–—|/]|--?)\s["'`*]*$/.test(gap)
      if (
        isOne &&
        (isTied || isBeside) &&
        !isName(scan, valueEnd) &&
        !scan.marked(start) &&
        endsClause(scan.text, valueEnd)
      )
        found.push({ start, end: valueEnd, rule: 'password' })
    }
  }
}

/** The key that the makers of routers print on them. */
const DIGITS = /(?<![\d.-])(?:\d{16}|\d{20}|\d{4}(?:[ -]\d{4}){4})(?![\d.-])/
/** The rest of the line, and what somebody answers in the next if it is a question. */
const lineOrAnswer = /^[^\n?]*(?:\?+[ \t]*\n[^\n]*|[^\n]*)/

/** The name of a network: its key has a word of its own, which follows. */
function isName(scan: Scan, end: number): boolean {
  const hits = secretHits(scan)
  const next = hits[firstPlace(hits, ({ start }) => start >= end)]
  return next !== undefined && next.start < end + 20
}

/** What the last group of a match has read, if letters are beside digits or symbols in it. */
function add(
  scan: Scan,
  found: Finding[],
  match: RegExpExecArray,
  fits: (text: string, shape: Shape) => boolean,
): void {
  const end = match.index + match[0].length
  const start = end - (match[1] ?? '').length
  const text = scan.text.slice(start, end).replace(/[.,;:)\]}]+$/, '')
  const shape = shapeOf(text)
  if (shape !== null && SHAPES.has(shape) && fits(text, shape) && !scan.marked(start))
    found.push({ start, end: start + text.length, rule: 'password' })
}
