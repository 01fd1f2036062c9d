import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { decodeUtf8 } from '../disk/utf8.ts'

// The items of a JSON file of any size, one at a time. Only where an item begins and ends is looked for here; each is then
// parsed by itself, so a bad one costs none of the others.

/** An item that is larger is left out. The longest conversations have a few megabytes. */
export const MAX_ITEM_BYTES = 32 * 1024 ** 2

export type JsonItem = {
  /** The member of the file's object that lists it; '' for an item of the file's own array. */
  readonly of: string
  /** Counted from 1, in its list. */
  readonly number: number
} & ({ readonly value: unknown; readonly why?: never } | { readonly why: Message })

export interface JsonItemsOptions {
  /** The members of an object that list items; without them, a file that is an object is one item. */
  readonly lists?: readonly string[]
  readonly most?: number
}

/** Reads the items of the array that a JSON file is, or of the arrays that are members of its object. */
export async function* jsonItems(
  pieces: AsyncIterable<Uint8Array>,
  options: JsonItemsOptions = {},
): AsyncGenerator<JsonItem> {
  const scanner = new Scanner(options)
  for await (const piece of pieces) yield* scanner.take(piece)
  yield* scanner.end()
}

/** Reads a file of which each line is an item. Empty lines are none. */
export async function* jsonLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number = MAX_ITEM_BYTES,
): AsyncGenerator<JsonItem> {
  let [number, text] = [1, new Gathering(most)]
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      text.add(piece.subarray(from, end))
      if (!text.isBlank) yield { of: '', number, ...text.parsed() }
      ;[from, number, text] = [end + 1, number + 1, new Gathering(most)]
    }
    text.add(piece.subarray(from))
  }
  if (!text.isBlank) yield { of: '', number, ...text.parsed() }
}

const LINE_FEED = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

const isSpace = (byte: number): boolean => byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09

/** What reads an item must not run out of stack. */
const MAX_DEPTH = 1_000

/** The bytes of one item, as long as they are not too many. */
class Gathering {
  readonly #most: number
  #pieces: Uint8Array[] = []
  #length = 0
  #isBad = false

  constructor(most: number) {
    this.#most = most
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length
    if (this.#length <= this.#most && !this.#isBad) this.#pieces.push(piece)
    else this.#pieces = []
  }

  /** Nothing of it is kept: it is bad. */
  spoil(): void {
    this.#isBad = true
    this.#pieces = []
  }

  get isBlank(): boolean {
    return !this.#isBad && this.#length <= this.#most && this.#pieces.every((piece) => piece.every(isSpace))
  }

  parsed(): { readonly value: unknown } | { readonly why: Message } {
    if (this.#isBad) return { why: say('import-odd-item') }
    if (this.#length > this.#most) return { why: say('import-item-large', { most: { bytes: this.#most } }) }
    const text = decodeUtf8(Buffer.concat(this.#pieces))
    if (text === null) return { why: say('import-not-utf8') }
    try {
      return { value: JSON.parse(text.replace(/^\ufeff/, '')) }
    } catch {
      return { why: say('import-not-json') }
    }
  }
}

/** What comes next, or is being read: a value of the file itself; a key or a value of its object; an item of a list. */
type Place = 'file' | 'key' | 'value' | 'item'

/** Finds where each item begins and ends. Pieces may be cut anywhere, in the middle of a character, too. */
class Scanner {
  readonly #lists: ReadonlySet<string>
  readonly #most: number
  #place: Place = 'file'
  #isInObject = false
  /** The key that was read last, and how many items of its list were. */
  #of = ''
  #number = 0
  /** Of what is being read; null between values. */
  #text: Gathering | null = null
  /** The brackets that are open in it. */
  readonly #open: number[] = []
  /** How many more are open than are told apart. */
  #deeper = 0
  #isInString = false
  #isEscaped = false

  constructor({ lists = [], most = MAX_ITEM_BYTES }: JsonItemsOptions) {
    this.#lists = new Set(lists)
    this.#most = most
  }

  *take(piece: Uint8Array): Generator<JsonItem> {
    let at = 0
    while (at < piece.length) {
      if (this.#text === null && this.#isBetween(piece[at] ?? 0)) {
        at += 1
        continue
      }
      this.#text ??= new Gathering(this.#place === 'value' ? 0 : this.#most)
      const [end, isOver] = this.#endIn(piece, at)
      this.#text.add(piece.subarray(at, end))
      at = end
      if (isOver) yield* this.#finish(this.#text)
    }
  }

  *end(): Generator<JsonItem> {
    const isWhole = this.#place === 'file' && this.#open.length === 0 && !this.#isInString
    if (!isWhole) yield { of: this.#of, number: this.#number + 1, why: say('import-cut-off') }
    else if (this.#text !== null) yield* this.#finish(this.#text)
  }

  /** Whether a byte between two values is no part of one. Where it opens or closes what holds them, that is noted. */
  #isBetween(byte: number): boolean {
    if (isSpace(byte)) return true
    if (this.#place === 'file') {
      if (byte === OPEN_LIST) this.#beginList('')
      else if (byte === OPEN_OBJECT && this.#lists.size > 0) [this.#place, this.#isInObject] = ['key', true]
      else return BYTE_ORDER_MARK.includes(byte)
      return true
    }
    if (this.#place === 'value' && byte === OPEN_LIST && this.#lists.has(this.#of)) this.#beginList(this.#of)
    else if (byte === COMMA) this.#place = this.#place === 'item' ? 'item' : 'key'
    else if (byte === CLOSE_LIST && this.#place === 'item') this.#place = this.#isInObject ? 'value' : 'file'
    else if (byte === CLOSE_OBJECT && this.#place !== 'item') [this.#place, this.#isInObject] = ['file', false]
    else return byte === COLON && this.#place === 'value'
    return true
  }

  #beginList(of: string): void {
    ;[this.#place, this.#of, this.#number] = ['item', of, 0]
  }

  /** Where what is being read ends in a piece, and whether it does. */
  #endIn(piece: Uint8Array, from: number): readonly [end: number, isOver: boolean] {
    let [isInString, isEscaped] = [this.#isInString, this.#isEscaped]
    let at = from
    let isOver = false
    for (; at < piece.length && !isOver; at += 1) {
      const byte = piece[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else isInString = byte !== QUOTE
      } else if (byte === QUOTE) isInString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#opens(byte)
      else if (this.#open.length === 0 ? this.#endsBefore(byte) : false) break
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) isOver = this.#closes(byte)
    }
    ;[this.#isInString, this.#isEscaped] = [isInString, isEscaped]
    return [at, isOver || at < piece.length]
  }

  /** Of an item that is deeper than any that means something, nothing more is told apart: it is bad. */
  #opens(byte: number): void {
    if (this.#open.length < MAX_DEPTH) this.#open.push(byte)
    else {
      this.#deeper += 1
      this.#text?.spoil()
    }
  }

  /** Whether a byte outside of all brackets is the first that is no longer part of what is being read. */
  #endsBefore(byte: number): boolean {
    // What has no brackets is no list: it is one item, to the end.
    if (this.#place === 'file') return false
    if (this.#place === 'item') return byte === COMMA || byte === CLOSE_LIST
    return byte === COMMA || byte === CLOSE_OBJECT || (byte === COLON && this.#place === 'key')
  }

  /**
   * Closes the latest bracket of a kind, and those in it that were left open: their item is bad, and the next begins where
   * it would have. @returns whether a value of the file itself is over
   */
  #closes(byte: number): boolean {
    if (this.#deeper > 0) {
      this.#deeper -= 1
      return false
    }
    const opening = byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT
    const last = this.#open.length - 1
    const at = this.#open[last] === opening ? last : this.#open.lastIndexOf(opening)
    if (at >= 0) this.#open.length = at
    return this.#place === 'file' && at === 0
  }

  *#finish(text: Gathering): Generator<JsonItem> {
    this.#text = null
    if (this.#place === 'key') {
      const key = text.parsed()
      this.#of = 'value' in key && typeof key.value === 'string' ? key.value : ''
      this.#place = 'value'
    } else if (this.#place !== 'value') {
      this.#number += 1
      yield { of: this.#of, number: this.#number, ...text.parsed() }
    }
  }
}
