import { Buffer, isAscii } from 'node:buffer'
import { decodeLatin1, decodeUtf8 } from '../../disk/utf8.ts'
import { unescaped } from './decoded.ts'
import { normalised } from './normalise.ts'

/** In bytes of a text in UTF-8. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const SPACE = 0x20
const LAST_ASCII = 0x7f
/** Each begins an escape (`unescaped`). */
const PERCENT = 0x25
const AMPERSAND = 0x26
const BACKSLASH = 0x5c

/**
 * How many visible characters of the line a detector sees: never more than there are in any form that one reads, but
 * perhaps fewer. Mostly counted in the bytes, as normalising and decoding every line would cost as much as the scan.
 */
export function visibleIn(text: Uint8Array, { start, end }: ByteRange): number {
  let count = 0
  let mayEscape = false
  for (let at = start; at < end;) {
    const byte = text[at] ?? 0
    if (byte > LAST_ASCII) {
      const sign = signAt(text, at)
      if (DISGUISED.has(sign)) return fewestVisible(text, { start, end })
      if (isVisible(sign)) count += 1
      at += lengthOf(byte)
    } else if (byte === PERCENT || byte === AMPERSAND || byte === BACKSLASH) {
      const escape = escapeAt(text, at)
      if (escape === 0) count += 1
      at += Math.max(1, escape)
      mayEscape = true
    } else {
      if (byte > SPACE) count += 1
      at += 1
    }
  }
  // Without the invisible characters in it there may be other escapes.
  return mayEscape && !isAscii(text.subarray(start, end)) ? fewestVisible(text, { start, end }) : count
}

/** What normalising makes the beginning of an escape. */
const DISGUISED: ReadonlySet<number> = new Set([0xfe60, 0xfe68, 0xfe6a, 0xff05, 0xff06, 0xff3c])
const SEMICOLON = 0x3b
const LONGEST_ESCAPE = 10
const codes = (signs: string): ReadonlySet<number> => new Set(Buffer.from(signs))
const HEX = codes('0123456789abcdefABCDEF')
const AFTER_BACKSLASH = codes(`"'\`nN`)
const BEFORE_DIGITS = codes('xXuU')
const CODE_POINT = /^\\(?:x[0-9a-f]{2}|u00[0-9a-f]{2}|u\{[0-9a-f]{1,6}\})/i

/** How many bytes are one character for `unescaped`, or may be; 0 if none. */
function escapeAt(text: Uint8Array, at: number): number {
  const next = text[at + 1] ?? 0
  switch (text[at]) {
    case PERCENT:
      return HEX.has(next) && HEX.has(text[at + 2] ?? 0) ? 3 : 0
    case BACKSLASH:
      if (BEFORE_DIGITS.has(next))
        return CODE_POINT.exec(decodeLatin1(text.subarray(at, at + LONGEST_ESCAPE)))?.[0].length ?? 0
      return AFTER_BACKSLASH.has(next) ? 2 : 0
    default:
      return text.subarray(at, at + LONGEST_ESCAPE).indexOf(SEMICOLON) + 1
  }
}

/** In UTF-8: how many bytes a character has that begins with this one. */
const lengthOf = (first: number): number => (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)

function signAt(text: Uint8Array, at: number): number {
  const first = text[at] ?? 0
  const length = lengthOf(first)
  let sign = first & (LAST_ASCII >> length)
  for (let next = at + 1; next < at + length; next += 1) sign = (sign << 6) | ((text[next] ?? 0) & 0x3f)
  return sign
}

/** By character: 0 if not known yet, else one of the two. */
const visible = new Uint8Array(0x11_0000)
const [UNSEEN, SEEN] = [1, 2]

/** Whether normalising leaves something of a character that is no white space. */
function isVisible(sign: number): boolean {
  if (visible[sign] === 0) visible[sign] = /\S/.test(normalised(String.fromCodePoint(sign)).text) ? SEEN : UNSEEN
  return visible[sign] === SEEN
}

/** The same, exactly. */
function fewestVisible(text: Uint8Array, { start, end }: ByteRange): number {
  const raw = decodeUtf8(text.subarray(start, end)) ?? ''
  const base = normalised(raw)
  const forms = [raw, base.text, unescaped(base)?.text ?? base.text]
  return Math.min(...forms.map((form) => form.replaceAll(/\s+/g, '').length))
}
