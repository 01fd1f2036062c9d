import { codeUnits } from './code-units.ts'
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

interface Node {
  readonly next: Map<number, Node>
  ends: CueKind[]
}
interface Cues {
  /** Words that begin where a word begins, and those that begin anywhere. */
  readonly bounded: Beginnings
  readonly anywhere: Beginnings
}

/** How many values the hash of two signs has. */
const PAIRS = 1 << 11
const pairSlot = (one: number, two: number): number => ((one << 5) ^ two) & (PAIRS - 1)

/** In place of the second sign, where a word ends or anything may follow. */
const ANY = 0

/** Words by their first two signs. Those with the same are put together when a text first has them: most texts have few. */
class Beginnings {
  /** By the hash of the signs, without accents: whether a word may begin like that. */
  readonly #may = new Uint8Array(PAIRS)
  readonly #words = new Map<number, { readonly word: string; readonly kind: CueKind }[]>()
  readonly #nodes = new Map<number, Node>()

  /** @param word in lower case */
  add(word: string, kind: CueKind): void {
    const second = word.charAt(1)
    const isOpen = second === '' || second === ' ' || second === '~'
    const [one, two] = [spelledAt(word, 0), isOpen ? ANY : spelledAt(word, 1)]
    const key = keyOf(one, two)
    const words = this.#words.get(key)
    if (words === undefined) this.#words.set(key, [{ word, kind }])
    else words.push({ word, kind })
    this.#may[pairSlot(foldOf(one), foldOf(two))] = 1
  }

  /** False if no word begins with these two, which is known without looking for one. */
  mayBegin(one: number, two: number): boolean {
    return this.#may[pairSlot(one, two)] === 1 || this.#may[pairSlot(one, ANY)] === 1
  }

  /** What follows these two signs, or the first if the second is `ANY`. */
  after(one: number, two: number): Node | undefined {
    const key = keyOf(one, two)
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const words = this.#words.get(key)
    if (words === undefined) return undefined
    const node: Node = { next: new Map(), ends: [] }
    for (const { word, kind } of words) add(node, spelled(word).slice(two === ANY ? 1 : 2), kind)
    this.#nodes.set(key, node)
    return node
  }
}

const keyOf = (one: number, two: number): number => one * 0x10000 + two

const cuesOf = builtOnce(({ all }: Vocabulary): Cues => {
  const cues: Cues = { bounded: new Beginnings(), anywhere: new Beginnings() }
  for (const kind of KINDS) {
    for (const word of all(LISTS[kind])) {
      const isInside = word.startsWith('~')
      const plain = (isInside ? word.slice(1) : word).normalize('NFKC').toLowerCase()
      ;(isInside || isUnbounded(word) ? cues.anywhere : cues.bounded).add(plain, kind)
    }
  }
  return cues
})

/** Scripts that put no space between words, or stick particles to them. */
const BOUNDLESS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Of no such script: Latin, Greek, Cyrillic. */
const isBoundedLetter = (code: number): boolean => code < 0x530
const isUnbounded = (word: string): boolean =>
  !isBoundedLetter(word.charCodeAt(0)) &&
  (BOUNDLESS.test(word) || /^[\p{Script=Arabic}\p{Script=Hebrew}]{3}/u.test(word))

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
const UNKNOWN = 16
/** For each code unit: whether it is a letter, in upper case, of a script without spaces; or a digit. */
const SORT = new Uint8Array(0x10000).fill(UNKNOWN)
/** For each code unit: lower case, without accents. */
const FOLD = new Uint16Array(0x10000)
/** For each code unit: lower case. */
const LOWER = new Uint16Array(0x10000)
const SIMPLE: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/** What the code unit is. The tables get it when a text first has it: to fill them whole takes a moment. */
function sortOf(code: number): number {
  if (SORT[code] === UNKNOWN) learn(code)
  return SORT[code] ?? 0
}
function foldOf(code: number): number {
  if (SORT[code] === UNKNOWN) learn(code)
  return FOLD[code] ?? 0
}
function lowerOf(code: number): number {
  if (SORT[code] === UNKNOWN) learn(code)
  return LOWER[code] ?? 0
}

function learn(code: number): void {
  const sign = String.fromCharCode(code)
  SORT[code] = code >= 0x30 && code < 0x3a ? DIGIT : 0
  FOLD[code] = LOWER[code] = code
  if (isIdeographOrHangul(code)) SORT[code] = LETTER | OPEN
  if (code >= 0x3400 || !/[\p{L}\p{M}]/u.test(sign)) return
  const lower = sign.toLowerCase()
  // Kana would lose their voicing.
  const base = code < 0x2000 ? lower.normalize('NFD').charAt(0) : lower.charAt(0)
  SORT[code] = LETTER | (lower === sign ? 0 : UPPER) | (BOUNDLESS.test(sign) ? OPEN : 0)
  FOLD[code] = (SIMPLE[base] ?? base).charCodeAt(0)
  LOWER[code] = lower.charCodeAt(0)
}

/** Hangul would fall apart into its letters. */
const isIdeographOrHangul = (code: number): boolean =>
  (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4) || (code >= 0xf900 && code < 0xfb00)

/** Short words mean something else without their accents: "né", "thẻ". */
const MIN_FOLDED = 5
const spelledAt = (word: string, at: number): number =>
  word.length < MIN_FOLDED ? word.charCodeAt(at) : foldOf(word.charCodeAt(at))
const spelled = (word: string): string => String.fromCharCode(...Array.from(word, (_, at) => spelledAt(word, at)))

/** Zero, which is no letter, before the beginning and after the end. */
const sortAt = (codes: Uint16Array, at: number): number => {
  const code = codes[at]
  return code === undefined ? 0 : sortOf(code)
}

/** @param before what the sign before is, and `here` the sign that may be the first of a word */
const isStart = (before: number, here: number): boolean =>
  (before & (LETTER | DIGIT)) === 0 ||
  (before & OPEN) !== 0 ||
  ((before & UPPER) === 0 && (before & LETTER) !== 0 && (here & UPPER) !== 0)

function isEnd(codes: Uint16Array, at: number): boolean {
  const after = sortAt(codes, at)
  const before = sortAt(codes, at - 1)
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
  readonly #codes: Uint16Array
  end = 0
  kinds: readonly CueKind[] = []

  constructor(codes: Uint16Array) {
    this.#codes = codes
  }

  from(words: Beginnings, at: number): void {
    this.end = 0
    const [one, two] = [this.#codes[at] ?? 0, this.#codes[at + 1] ?? ANY]
    this.#fromOne(words, at, lowerOf(one), two)
    if (foldOf(one) !== lowerOf(one)) this.#fromOne(words, at, foldOf(one), two)
  }

  #fromOne(words: Beginnings, at: number, one: number, two: number): void {
    if (two !== ANY) this.#stepFrom(words.after(one, lowerOf(two)), at + 2)
    if (foldOf(two) !== lowerOf(two)) this.#stepFrom(words.after(one, foldOf(two)), at + 2)
    this.#stepFrom(words.after(one, ANY), at + 1)
  }

  #stepFrom(node: Node | undefined, at: number): void {
    if (node !== undefined) this.#step(node, at)
  }

  #step(node: Node, at: number): void {
    const codes = this.#codes
    if (node.ends.length > 0 && at > this.end && isEnd(codes, at)) {
      this.end = at
      this.kinds = node.ends
    }
    const code = codes[at]
    if (code === undefined) return
    const lower = lowerOf(code)
    const fold = foldOf(code)
    const next = node.next.get(lower)
    if (next !== undefined) this.#step(next, at + 1)
    const plain = lower === fold ? undefined : node.next.get(fold)
    if (plain !== undefined) this.#step(plain, at + 1)
    const separated = node.next.get(SEPARATOR)
    if (separated !== undefined) {
      let past = at
      while (past - at < MAX_SEPARATORS && isSeparator(codes[past] ?? 0)) past += 1
      this.#step(separated, past)
    }
    const inflected = node.next.get(LETTERS)
    if (inflected !== undefined) {
      let past = at
      while (past - at < MAX_ENDING && (sortAt(codes, past) & LETTER) !== 0) past += 1
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
    const { bounded, anywhere } = cuesOf(scan.vocabulary)
    const codes = codeUnits(scan.text)
    const walk = new Walk(codes)
    let before = 0
    let first = foldOf(codes[0] ?? 0)
    for (let at = 0; at < codes.length; at += 1) {
      const here = sortAt(codes, at)
      const second = foldOf(codes[at + 1] ?? 0)
      if ((here & LETTER) !== 0) {
        if (anywhere.mayBegin(first, second)) collect(walk, anywhere, at, cues)
        if (bounded.mayBegin(first, second) && isStart(before, here)) collect(walk, bounded, at, cues)
      }
      before = here
      first = second
    }
  }
  cached.set(scan, cues)
  return cues
}

function collect(walk: Walk, words: Beginnings, at: number, cues: Cue[]): void {
  walk.from(words, at)
  if (walk.end > 0) for (const kind of walk.kinds) cues.push({ kind, start: at, end: walk.end })
}
