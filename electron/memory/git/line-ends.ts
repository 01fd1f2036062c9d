import { Buffer } from 'node:buffer'
import type { AttributeValue } from './attributes.ts'

// Which line ends a file has in git's objects and which in the work tree. Pure. Source: convert.c; gitattributes(5),
// "End-of-line conversion".

/** What git's configuration says of line ends. */
export interface LineEndSettings {
  readonly autocrlf: boolean | 'input'
  readonly eol: 'lf' | 'crlf' | 'native'
}

/**
 * What git does with a file: nothing; or, if it is a text (`isSure`) or looks like one, LF in its objects, and in a new
 * work tree the ends that `eol` says.
 */
export type LineEndRule = 'as is' | { readonly isSure: boolean; readonly eol: 'lf' | 'crlf' }

/** The attributes that decide it. `crlf` is the name that `text` had before. */
export const LINE_END_ATTRIBUTES = ['text', 'crlf', 'eol'] as const

export function lineEndRule(
  attributes: ReadonlyMap<string, AttributeValue>,
  { autocrlf, eol: configured }: LineEndSettings,
): LineEndRule {
  const text = kindOf(attributes.get('text')) ?? kindOf(attributes.get('crlf'))
  if (text === 'binary') return 'as is'
  const byDefault =
    autocrlf === true
      ? 'crlf'
      : autocrlf === 'input'
        ? 'lf'
        : configured === 'native'
          ? process.platform === 'win32'
            ? 'crlf'
            : 'lf'
          : configured
  const named = attributes.get('eol')
  const eol = named === 'lf' || named === 'crlf' ? named : null
  if (text === 'auto') return { isSure: false, eol: eol ?? byDefault }
  if (eol !== null) return { isSure: true, eol }
  if (text === 'text') return { isSure: true, eol: byDefault }
  if (text === 'input') return { isSure: true, eol: 'lf' }
  return autocrlf === false ? 'as is' : { isSure: false, eol: byDefault }
}

function kindOf(value: AttributeValue | undefined): 'text' | 'binary' | 'auto' | 'input' | null {
  if (value === true) return 'text'
  if (value === false) return 'binary'
  return value === 'auto' || value === 'input' ? value : null
}

const [LF, CR] = [0x0a, 0x0d]

interface Stats {
  readonly crlf: number
  readonly loneLf: number
  readonly isBinary: boolean
}

function statsOf(bytes: Uint8Array): Stats {
  const counts = { crlf: 0, loneLf: 0, loneCr: 0, nul: 0, printable: 0, other: 0 }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === CR && bytes[at + 1] === LF) {
      counts.crlf += 1
      at += 1
    } else if (byte === CR) counts.loneCr += 1
    else if (byte === LF) counts.loneLf += 1
    else if (byte === 0x7f) counts.other += 1
    // Backspace, tab, escape and form feed are printable.
    else if (byte >= 0x20 || byte === 0x08 || byte === 0x09 || byte === 0x1b || byte === 0x0c) counts.printable += 1
    else {
      counts.other += 1
      if (byte === 0) counts.nul += 1
    }
  }
  // DOS ends a file with this.
  if (bytes.at(-1) === 0x1a) counts.other -= 1
  const { crlf, loneLf, loneCr, nul, printable, other } = counts
  return { crlf, loneLf, isBinary: loneCr > 0 || nul > 0 || printable >> 7 < other }
}

/** Whether a version in git's objects has CRLF: git leaves the ends of such a file alone unless it is told that it is a text. */
export function isCrlfText(bytes: Uint8Array): boolean {
  if (!bytes.includes(CR)) return false
  const { crlf, isBinary } = statsOf(bytes)
  return crlf > 0 && !isBinary
}

/**
 * A file of the work tree as git puts it into its objects.
 * @param indexed the version that git's index has; null for none. Read only where it matters.
 */
export function toObject(bytes: Uint8Array, rule: LineEndRule, indexed: () => Uint8Array | null): Uint8Array {
  if (rule === 'as is' || !bytes.includes(CR)) return bytes
  if (!rule.isSure) {
    if (statsOf(bytes).isBinary) return bytes
    const version = indexed()
    if (version !== null && isCrlfText(version)) return bytes
  }
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')
}

/**
 * A version in git's objects as it is put into the work tree. A file keeps the line ends that it has.
 * @param present the file as it is; null for a new one
 */
export function toWorkTree(version: Uint8Array, rule: LineEndRule, present: Uint8Array | null): Uint8Array {
  if (rule === 'as is' || !version.includes(LF)) return version
  const { crlf, loneLf, isBinary } = statsOf(version)
  // Git would not take such ends back.
  if (loneLf === 0 || (!rule.isSure && (crlf > 0 || isBinary))) return version
  const ends = present === null ? null : statsOf(present)
  if (present === null || ends === null || ends.crlf + ends.loneLf === 0)
    return rule.eol === 'crlf' ? withCrlf(version) : version
  if (ends.crlf === 0) return version
  return ends.loneLf === 0 ? withCrlf(version) : withEndsOf(version, present, ends.crlf > ends.loneLf)
}

/** With CRLF at the end of each line. */
export function withCrlf(version: Uint8Array): Uint8Array {
  const text = Buffer.from(version).toString('latin1')
  return Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
}

/** The lines at the beginning and at the end that stay keep their ends; those between get the usual one. */
function withEndsOf(version: Uint8Array, present: Uint8Array, isUsuallyCrlf: boolean): Uint8Array {
  const lines = linesOf(version)
  const before = linesOf(present)
  const isSame = (line: string | undefined, other: string | undefined): boolean =>
    line !== undefined && line === other?.replace(/\r\n$/, '\n')
  let first = 0
  while (isSame(lines[first], before[first])) first += 1
  let last = 0
  const most = Math.min(lines.length, before.length) - first
  while (last < most && isSame(lines.at(-1 - last), before.at(-1 - last))) last += 1
  const middle = lines
    .slice(first, lines.length - last)
    .map((line) => (isUsuallyCrlf ? line.replace(/(?<!\r)\n$/, '\r\n') : line))
  const kept = [...before.slice(0, first), ...middle, ...before.slice(before.length - last)]
  return Buffer.from(kept.join(''), 'latin1')
}

const linesOf = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/)
