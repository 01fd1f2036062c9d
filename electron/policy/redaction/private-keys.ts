import { detector, KEY, placesOf } from './scan.ts'

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const KEY_CHARACTERS = /[A-Za-z0-9+/=\s\\"'`,.:;>|#*()]*/y
const PUTTY = /PuTTY-User-Key-File-\d: /y
const SSH2 = '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----'
const WIREGUARD =
  /\b(?:wg|wireguard|genkey|genpsk|privatekey|presharedkey)\b[^\n]{0,80}?(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])/gi
const MAX_KEY_CHARACTERS = 20_000

/** The whole block of a private key, even if its end is missing or its lines are escaped or quoted. */
export const privateKeys = detector(KEY, ({ text }, found) => {
  blocks(text, (start, end) => found.push({ start, end, rule: 'private key' }))
  let past = 0
  for (const at of placesOf(text, SSH2)) {
    if (at < past) continue
    past = endAfter(text, at, '---- END SSH2')
    found.push({ start: at, end: past, rule: 'private key' })
  }
  past = 0
  for (const at of placesOf(text, 'PuTTY-User-Key-File-')) {
    PUTTY.lastIndex = at
    if (at < past || !PUTTY.test(text)) continue
    past = endAfter(text, at, 'Private-MAC:')
    found.push({ start: at, end: past, rule: 'private key' })
  }
  // WireGuard's keys are 32 bytes of base64 with no mark of their own; the public one is said to be public.
  for (const match of text.matchAll(WIREGUARD))
    if (!/public|peer/i.test(match[0]))
      found.push({
        start: match.index + match[0].length - 44,
        end: match.index + match[0].length,
        rule: 'private key',
        certainty: 'usual',
      })
  jsonWebKeys(text, (start, end) => found.push({ start, end, rule: 'private key' }))
})

function blocks(text: string, report: (start: number, end: number) => void): void {
  let past = 0
  let close = 0
  for (const at of placesOf(text, '-----BEGIN ')) {
    if (at < past) continue
    BEGIN.lastIndex = at
    const head = BEGIN.exec(text)
    if (head === null) continue
    const body = at + head[0].length
    if (close < body) close = indexOr(text, '-----END ', body)
    const nextBegin = text.indexOf('-----BEGIN ', body)
    if (close - body <= MAX_KEY_CHARACTERS && (nextBegin < 0 || close < nextBegin)) {
      const dashes = text.indexOf('-----', close + 9)
      past = dashes >= 0 && dashes - close < 80 ? dashes + 5 : close + 9
    } else {
      KEY_CHARACTERS.lastIndex = body
      past = unfinished(text, body, body + (KEY_CHARACTERS.exec(text)?.[0].length ?? 0))
    }
    report(at, past)
  }
}

/** A block without an end continues while its lines look like a key's: one word of the alphabet, or a header. */
function unfinished(text: string, body: number, most: number): number {
  let end = body
  for (let at = body; at < most;) {
    const newline = text.indexOf('\n', at)
    const lineEnd = newline < 0 ? text.length : newline
    const line = text.slice(at, Math.min(lineEnd, at + 400)).trim()
    if (
      line !== '' &&
      !/^(?:[>|#*\s"'`]*[A-Za-z0-9+/=\\]{16,}[\\n"'`,;]*|[A-Za-z0-9+/]{1,76}={0,2}|(?:Proc-Type|DEK-Info|Comment|Version|Hash): .*)$/.test(
        line,
      )
    )
      break
    if (line !== '') end = lineEnd
    at = lineEnd + 1
  }
  return end
}

function indexOr(text: string, literal: string, from: number): number {
  const found = text.indexOf(literal, from)
  return found < 0 ? Infinity : found
}

function endAfter(text: string, at: number, close: string): number {
  const inReach = text.slice(at, at + MAX_KEY_CHARACTERS).indexOf(close)
  if (inReach < 0) return Math.min(text.length, at + MAX_KEY_CHARACTERS)
  const found = at + inReach
  const newline = text.indexOf('\n', found)
  return newline < 0 ? text.length : newline
}

const PRIVATE_PART = /"(?:d|p|q|dp|dq|qi|k)"\s{0,5}:\s{0,5}"([A-Za-z0-9_-]{16,8192})"/g

/** A JSON web key's private parts. */
function jsonWebKeys(text: string, report: (start: number, end: number) => void): void {
  if (!text.includes('"kty"')) return
  const isInKey = (at: number): boolean =>
    text.slice(Math.max(0, at - MAX_KEY_CHARACTERS), at + MAX_KEY_CHARACTERS).includes('"kty"')
  for (const match of text.matchAll(PRIVATE_PART)) {
    const value = match[1] ?? ''
    const start = match.index + match[0].length - 1 - value.length
    if (isInKey(start)) report(start, start + value.length)
  }
}
