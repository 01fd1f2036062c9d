import { ViewBuilder, type View } from './view.ts'

const ESCAPES =
  /%[0-9a-f]{2}|\\["'`n]|\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}|\\u\{[0-9a-f]{1,6}\}|&#(?:\d{1,6}|x[0-9a-f]{1,5});|&(?:quot|apos|amp|colon|equals|commat);/gi
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
  '&colon;': ':',
  '&equals;': '=',
  '&commat;': '@',
}

/** The text with percent, backslash and HTML escapes of ASCII characters decoded; `null` without any. */
export function unescaped(base: View): View | null {
  const view = new ViewBuilder(base, base.text.length)
  let done = 0
  for (const { index, 0: escape } of base.text.matchAll(ESCAPES)) {
    const sign = signOf(escape)
    if (sign === null) continue
    view.keep(done, index)
    view.put(sign, index, index + escape.length)
    done = index + escape.length
  }
  if (done === 0) return null
  view.keep(done, base.text.length)
  return view.done()
}

function signOf(escape: string): string | null {
  if (escape.length === 2) return escape.endsWith('n') ? '\n' : escape.slice(1)
  const entity = ENTITIES[escape.toLowerCase()]
  if (entity !== undefined) return entity
  const digits = /[0-9a-f]+(?=[;}]?$)/i.exec(escape)?.[0] ?? ''
  const code = escape.startsWith('&#') && !/^&#x/i.test(escape) ? Number(digits) : Number.parseInt(digits, 16)
  return code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127) ? String.fromCharCode(code) : null
}

/** An encoded run: its text when decoded once, and its range. */
export interface Encoded {
  readonly text: string
  readonly start: number
  readonly end: number
}

// Of a run of millions of characters, no expression may match all: for each, the engine keeps where to go back to, and its
// room for that ends. Such runs are read in steps, or in pieces of whole groups.

/** From the beginning of a run, so that each is read once. */
const BASE64_START = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16}/g
const BASE64_STEP = /[A-Za-z0-9+/_-]{1,10000}/y
const PADDING = /={0,2}/y
const LINE_START = /\r?\n[ \t]{0,1000}/y
const LINE_END = /[ \t]{0,1000}(?:\r?\n|$|["'`])/y
/** A run also ends at a line break and at a possible separator of paths or words. */
const BASE64_PART = /[A-Za-z0-9+_-]{16,100000}={0,2}|[A-Za-z0-9+/]{16,100000}={0,2}/g
const HEX_RUN =
  /[0-9a-f]{2}(?:[0-9a-f]{2}){7,99999}|[0-9a-f]{2}(?:[ :,][0-9a-f]{2}){7,99999}|0x[0-9a-f]{2}(?:, ?0x[0-9a-f]{2}){7,99999}/gi
const READABLE_SHARE = 0.9
const SAMPLE_CHARACTERS = 64

/** Base64 and hexadecimal runs that decode to readable text. Images, hashes and keys do not. */
export function encodedRuns(text: string): readonly Encoded[] {
  const found: Encoded[] = []
  for (const { index, run } of base64Runs(text)) {
    const whole = readable(run, index, fromBase64)
    if (whole !== null) found.push(whole)
    else for (const part of run.matchAll(BASE64_PART)) push(found, shifted(part[0], index + part.index))
  }
  for (const { index, 0: run } of text.matchAll(HEX_RUN)) push(found, readable(run, index, fromHex))
  return found
}

/** Runs of 16 characters and more, which go on over lines that have nothing else. */
function* base64Runs(text: string): Generator<{ readonly index: number; readonly run: string }> {
  BASE64_START.lastIndex = 0
  for (let start = BASE64_START.exec(text); start !== null; start = BASE64_START.exec(text)) {
    const { index } = start
    let end = runEnd(text, index)
    for (let line = lineEnd(text, end); line !== null; line = lineEnd(text, end)) end = line
    yield { index, run: text.slice(index, end) }
    BASE64_START.lastIndex = end
  }
}

/** Where a line of a run ends that begins here, with what pads it. */
function runEnd(text: string, start: number): number {
  let end = start
  for (let next = after(BASE64_STEP, text, end); next !== null; next = after(BASE64_STEP, text, end)) end = next
  return after(PADDING, text, end) ?? end
}

/** The end of the next line, if the run goes on there. */
function lineEnd(text: string, end: number): number | null {
  const start = after(LINE_START, text, end)
  const next = start === null ? end : runEnd(text, start)
  return start !== null && next - start >= 2 && after(LINE_END, text, next) !== null ? next : null
}

function after(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Up to three letters stuck to its front must not hide a run. */
function shifted(run: string, start: number): Encoded | null {
  for (let by = 0; by < 4; by += 1) {
    const found = readable(run.slice(by), start + by, fromBase64)
    if (found !== null) return found
  }
  return null
}

function push(found: Encoded[], run: Encoded | null): void {
  if (run !== null) found.push(run)
}

function readable(run: string, start: number, decode: (run: string) => string | null): Encoded | null {
  const text = decode(run)
  return text === null || !isReadable(text) ? null : { text, start, end: start + run.length }
}

function fromBase64(run: string): string | null {
  if (run.length <= SAMPLE_CHARACTERS) {
    const binary = binaryOf(alphabet(run))
    return isReadable(binary) ? utf8Of(binary) : null
  }
  // Decoding the beginning first spares the rest of an image.
  return isReadable(binaryOf(alphabet(run.slice(0, SAMPLE_CHARACTERS)).slice(0, 60)))
    ? utf8Of(binaryOf(alphabet(run)))
    : null
}

function alphabet(run: string): string {
  if (!/[\s=_-]/.test(run)) return run
  const plain = run.includes('\n') ? run.replace(/\s+/g, '') : run
  return (plain.endsWith('=') ? plain.replace(/=+$/, '') : plain).replaceAll('-', '+').replaceAll('_', '/')
}

function fromHex(run: string): string | null {
  if (run.length > 400 && fromHex(run.slice(0, 360)) === null) return null
  const digits = run.replace(/0x|[^0-9a-f]/gi, '')
  let text = ''
  for (let at = 0; at + 1 < digits.length; at += 2) {
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16))
  }
  return isReadable(text) ? utf8Of(text) : null
}

/** `atob` of what may lack its padding or, if cut off, its last character. */
function binaryOf(plain: string): string {
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  try {
    return atob(whole)
  } catch {
    return ''
  }
}

const utf8 = new TextDecoder()

function utf8Of(binary: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0080-\u00ff]/.test(binary)) return binary
  return utf8.decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
}

function isReadable(text: string): boolean {
  if (text.length < 6) return false
  let good = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 9 || code === 10 || code === 13 || (code >= 32 && code < 127) || (code >= 160 && code !== 0xfffd))
      good += 1
  }
  return good / text.length >= READABLE_SHARE
}
