import { decodeUtf8 } from '../../disk/utf8.ts'
import { normalised } from './normalise.ts'
import type { Reach } from './scan.ts'
import { type ByteRange, visibleIn } from './visible.ts'

/**
 * The range with whole lines around it: enough for the reach, and all of what may be one encoded run or one broken token.
 * A reach is in characters as the detectors see them, and these are bytes: an ideograph has three, an invisible character
 * has up to four and is nothing to a detector.
 */
export function withContext(text: Uint8Array, { start, end }: ByteRange, reach: Reach): ByteRange {
  let from = lineStart(text, start)
  let to = lineEnd(text, end)
  let nearer: ByteRange = { start: from, end: lineEnd(text, from) }
  for (let left = reach; from > 0 && goesOn(text, nearer, left); from = nearer.start) {
    nearer = { start: lineStart(text, from - 1), end: from }
    left = without(left, visibleIn(text, nearer))
  }
  nearer = { start: lineStart(text, Math.max(0, to - 1)), end: to }
  for (let left = reach; to < text.length && goesOn(text, nearer, left); to = nearer.end) {
    nearer = { start: to, end: lineEnd(text, to) }
    left = without(left, visibleIn(text, nearer))
  }
  return { start: from, end: to }
}

const NEWLINE = 0x0a

const lineStart = (text: Uint8Array, at: number): number => (at === 0 ? 0 : text.lastIndexOf(NEWLINE, at - 1) + 1)

function lineEnd(text: Uint8Array, at: number): number {
  const newline = text.indexOf(NEWLINE, at)
  return newline < 0 ? text.length : newline + 1
}

/** Whether the line beyond `nearer` belongs to the context, with so much of the reach left. */
const goesOn = (text: Uint8Array, nearer: ByteRange, { lines, characters }: Reach): boolean =>
  lines > 0 || characters > 0 || isMiddle(text, nearer)

const without = ({ lines, characters }: Reach, visible: number): Reach =>
  visible === 0 ? { lines, characters } : { lines: lines - 1, characters: characters - visible }

/** A line between two others of one encoded run, or of a token that `joined` puts together: one word, perhaps quoted. */
const MIDDLE = /^[ \t>#*|/]{0,40}\+?[ \t]{0,8}["'`]?[\w+/=.-]+[\\"'`]?[ \t]{0,8}[\\+]?[ \t]{0,8}(?:\r?\n|$)/

const isMiddle = (text: Uint8Array, line: ByteRange): boolean => MIDDLE.test(normalised(lineOf(text, line)).text.trim())

const lineOf = (text: Uint8Array, { start, end }: ByteRange): string => decodeUtf8(text.subarray(start, end)) ?? ''
