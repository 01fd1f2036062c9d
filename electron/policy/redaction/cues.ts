import type { Language, Words } from './languages/language.ts'
import type { Scan } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

/** What a word announces, and the list of the languages that has such words. */
const LISTS = {
  card: ({ payment }) => payment?.cards,
  securityCode: ({ payment }) => payment?.securityCodes,
  accountNumber: ({ payment }) => payment?.accountNumbers,
  account: ({ payment }) => payment?.accounts,
  routing: ({ payment }) => payment?.routing,
  sortCode: ({ payment }) => payment?.sortCodes,
  bic: ({ payment }) => payment?.bic,
  otherAccount: ({ payment }) => payment?.otherAccounts,
  otherNumber: ({ payment }) => payment?.otherNumbers,
  phone: ({ personal }) => personal?.phones,
  passport: ({ personal }) => personal?.passports,
  drivingLicence: ({ personal }) => personal?.drivingLicences,
  plate: ({ personal }) => personal?.plates,
  identity: ({ personal }) => personal?.identityNumbers,
  address: ({ personal }) => personal?.addresses,
  residence: ({ personal }) => personal?.residences,
  birth: ({ dates }) => dates?.births,
} as const satisfies Readonly<Record<string, (language: Language) => Words | undefined>>
export type CueKind = keyof typeof LISTS
const KINDS = Object.keys(LISTS).filter((kind): kind is CueKind => kind in LISTS)

export interface Cue {
  readonly kind: CueKind
  readonly start: number
  readonly end: number
}

const SEPARATOR = 1
const LETTERS = 2
const MAX_ENDING = 24
const BOUNDED = 1
const ANYWHERE = 2

interface Node {
  readonly next: Map<number, Node>
  ends: CueKind[]
}
interface Cues {
  /** Words that begin where a word begins, and those that begin anywhere. */
  readonly bounded: Node
  readonly anywhere: Node
  /** For each code unit: whether a word of either begins with it. */
  readonly begins: Uint8Array
}

const cuesOf = builtOnce(({ all }: Vocabulary): Cues => {
  if (SORT[0x30] === 0) fillTables()
  const cues: Cues = {
    bounded: { next: new Map(), ends: [] },
    anywhere: { next: new Map(), ends: [] },
    begins: new Uint8Array(0x10000),
  }
  for (const kind of KINDS) {
    for (const word of all(LISTS[kind])) {
      const plain = spelled(word.normalize('NFKC').toLowerCase().replace(/^~/, ''))
      add(isUnbounded(word) ? cues.anywhere : cues.bounded, plain, kind)
    }
  }
  const starts = ({ next }: Node, code: number): boolean => next.has(LOWER[code] ?? 0) || next.has(FOLD[code] ?? 0)
  for (let code = 0; code < 0x10000; code += 1) {
    if ((SORT[code] ?? 0) & LETTER)
      cues.begins[code] = (starts(cues.bounded, code) ? BOUNDED : 0) | (starts(cues.anywhere, code) ? ANYWHERE : 0)
  }
  return cues
})

/** Scripts that put no space between words, or stick particles to them. */
const BOUNDLESS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const isUnbounded = (word: string): boolean =>
  word.startsWith('~') || BOUNDLESS.test(word) || /^[\p{Script=Arabic}\p{Script=Hebrew}]{3}/u.test(word)

function add(root: Node, word: string, kind: CueKind): void {
  let node = root
  for (const sign of word) {
    const key = sign === ' ' ? SEPARATOR : sign === '~' ? LETTERS : sign.charCodeAt(0)
    let next = node.next.get(key)
    if (next === undefined) node.next.set(key, (next = { next: new Map(), ends: [] }))
    node = next
  }
  if (!node.ends.includes(kind)) node.ends = [...node.ends, kind]
}

const LETTER = 1
const UPPER = 2
const OPEN = 4
const DIGIT = 8
/** For each code unit: whether it is a letter, in upper case, of a script without spaces; or a digit. */
const SORT = new Uint8Array(0x10000)
/** For each code unit: lower case, without accents. */
const FOLD = new Uint16Array(0x10000)
/** For each code unit: lower case. */
const LOWER = new Uint16Array(0x10000)
const SIMPLE: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/** Fills the tables, which take a moment, for the first text. */
function fillTables(): void {
  for (let code = 0; code < 0x10000; code += 1) LOWER[code] = FOLD[code] = code
  SORT.fill(DIGIT, 0x30, 0x3a)
  for (let code = 0x41; code < 0x3400; code += 1) {
    const sign = String.fromCharCode(code)
    if (!/[\p{L}\p{M}]/u.test(sign)) continue
    const lower = sign.toLowerCase()
    // Kana would lose their voicing.
    const base = code < 0x2000 ? lower.normalize('NFD').charAt(0) : lower.charAt(0)
    SORT[code] = LETTER | (lower === sign ? 0 : UPPER) | (BOUNDLESS.test(sign) ? OPEN : 0)
    FOLD[code] = (SIMPLE[base] ?? base).charCodeAt(0)
    LOWER[code] = lower.charCodeAt(0)
  }
  // Ideographs and Hangul, which would fall apart into its letters.
  for (const [from, to] of [
    [0x3400, 0xa000],
    [0xac00, 0xd7a4],
    [0xf900, 0xfb00],
  ] as const)
    SORT.fill(LETTER | OPEN, from, to)
}

/** Short words mean something else without their accents: "né", "thẻ". */
const MIN_FOLDED = 5
const spelled = (word: string): string =>
  word.length < MIN_FOLDED ? word : [...word].map((sign) => String.fromCharCode(FOLD[sign.charCodeAt(0)] ?? 0)).join('')
const sortAt = (text: string, at: number): number => SORT[text.charCodeAt(at)] ?? 0

function isStart(text: string, at: number): boolean {
  const before = at === 0 ? 0 : sortAt(text, at - 1)
  return (
    (before & (LETTER | DIGIT)) === 0 ||
    (before & OPEN) !== 0 ||
    ((before & UPPER) === 0 && (before & LETTER) !== 0 && (sortAt(text, at) & UPPER) !== 0)
  )
}

function isEnd(text: string, at: number): boolean {
  const after = at < text.length ? sortAt(text, at) : 0
  const before = sortAt(text, at - 1)
  return (
    (after & LETTER) === 0 ||
    ((after | before) & OPEN) !== 0 ||
    ((after & UPPER) !== 0 && (before & LETTER) !== 0 && (before & UPPER) === 0)
  )
}

const isSeparator = (code: number): boolean =>
  code === 0x20 || code === 0x5f || code === 0x2d || code === 0x2e || code === 0x2f || code === 0x27
const MAX_SEPARATORS = 3

/** The longest cue that begins here. */
class Walk {
  readonly #text: string
  end = 0
  kinds: readonly CueKind[] = []

  constructor(text: string) {
    this.#text = text
  }

  from(root: Node, at: number): void {
    this.end = 0
    this.#step(root, at)
  }

  #step(node: Node, at: number): void {
    const text = this.#text
    if (node.ends.length > 0 && at > this.end && isEnd(text, at)) {
      this.end = at
      this.kinds = node.ends
    }
    if (at >= text.length) return
    const code = text.charCodeAt(at)
    const next = node.next.get(LOWER[code] ?? 0)
    if (next !== undefined) this.#step(next, at + 1)
    const plain = LOWER[code] === FOLD[code] ? undefined : node.next.get(FOLD[code] ?? 0)
    if (plain !== undefined) this.#step(plain, at + 1)
    const separated = node.next.get(SEPARATOR)
    if (separated !== undefined) {
      let past = at
      while (past - at < MAX_SEPARATORS && isSeparator(text.charCodeAt(past))) past += 1
      this.#step(separated, past)
    }
    const inflected = node.next.get(LETTERS)
    if (inflected !== undefined) {
      let past = at
      while (past - at < MAX_ENDING && (sortAt(text, past) & LETTER) !== 0) past += 1
      this.#step(inflected, past)
    }
  }
}

/** The cues of one text, found once for all detectors. */
const cached = new WeakMap<Scan, readonly Cue[]>()

/** Every cue, in order. Shorter ones within a longer one are left out if they begin with it. */
export function cuesIn(scan: Scan): readonly Cue[] {
  const known = cached.get(scan)
  if (known !== undefined) return known
  const cues: Cue[] = []
  if (/\d/.test(scan.text)) {
    const { bounded, anywhere, begins } = cuesOf(scan.vocabulary)
    const walk = new Walk(scan.text)
    for (let at = 0; at < scan.text.length; at += 1) {
      const roots = begins[scan.text.charCodeAt(at)] ?? 0
      if (roots === 0) continue
      if ((roots & ANYWHERE) !== 0) collect(walk, anywhere, at, cues)
      if ((roots & BOUNDED) !== 0 && isStart(scan.text, at)) collect(walk, bounded, at, cues)
    }
  }
  cached.set(scan, cues)
  return cues
}

function collect(walk: Walk, root: Node, at: number, cues: Cue[]): void {
  walk.from(root, at)
  if (walk.end > 0) for (const kind of walk.kinds) cues.push({ kind, start: at, end: walk.end })
}
