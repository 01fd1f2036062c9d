import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { normalised } from './normalise.ts'
import type { Finding } from './scan.ts'

// What the user said of single values: "not a secret" and "this is a secret". Only keyed hashes are kept, so that
// neither the file with them nor anything made of it gives a value away.

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A value that passes, although a built-in rule finds it. */
export const AllowedValue = z
  .object({
    hash: Hash,
    /** The rule that found it. */
    rule: z.string().nullable(),
    at: z.string(),
  })
  .readonly()
export type AllowedValue = z.infer<typeof AllowedValue>

/** A value that is redacted wherever it occurs. */
export const MarkedValue = z
  .object({
    hash: Hash,
    /** In UTF-16 code units, normalised. */
    length: z.number().int().positive(),
    /** A short keyed hash that can be computed while walking over a text: it says where the long one is worth computing. */
    check: z.number().int(),
    at: z.string(),
  })
  .readonly()
export type MarkedValue = z.infer<typeof MarkedValue>

export const StoredValues = z
  .object({
    /** Of this device alone. */
    key: Hash,
    allowed: z.array(AllowedValue).readonly(),
    marked: z.array(MarkedValue).readonly(),
  })
  .readonly()
export type StoredValues = z.infer<typeof StoredValues>

/** Shorter ones occur by chance. */
export const MIN_MARKED_CHARACTERS = 4
export const MAX_MARKED_CHARACTERS = 4_000
export const MARKED_RULE = 'marked secret'

/** @throws RangeError if the value is too short or too long to be looked for */
export function markedValue(key: string, value: string, at: string): MarkedValue {
  const text = normalised(value.trim()).text
  const { length } = text
  if (length < MIN_MARKED_CHARACTERS || length > MAX_MARKED_CHARACTERS)
    throw new RangeError(`A value has ${MIN_MARKED_CHARACTERS} to ${MAX_MARKED_CHARACTERS} characters.`)
  return { hash: hashOf(key, text), length, check: checkOf(text, 0, length, factorOf(key)), at }
}

export const allowedValue = (key: string, value: string, rule: string | null, at: string): AllowedValue => ({
  hash: hashOf(key, bare(value)),
  rule,
  at,
})

/** The values of a device, ready to be looked for. */
export interface KnownValues {
  /** Whether the user said that this is not a secret. */
  readonly isAllowed: (value: string) => boolean
  readonly findMarked: (text: string, found: Finding[]) => void
}

export const NO_VALUES: KnownValues = { isAllowed: () => false, findMarked: () => undefined }

export function compileValues({ key, allowed, marked }: StoredValues): KnownValues {
  const passing = new Set(allowed.map(({ hash }) => hash))
  const byLength = Map.groupBy(marked, ({ length }) => length)
  const factor = factorOf(key)
  return {
    isAllowed: (value) => passing.size > 0 && passing.has(hashOf(key, bare(value))),
    findMarked(text, found) {
      for (const [length, values] of byLength) {
        const checks = new Set(values.map(({ check }) => check))
        const hashes = new Set(values.map(({ hash }) => hash))
        for (const start of windows(text, length, factor, checks))
          if (hashes.has(hashOf(key, text.slice(start, start + length))))
            found.push({ start, end: start + length, rule: MARKED_RULE })
      }
    },
  }
}

/** The same value whether or not a rule took a quote or the end of a sentence with it. */
const bare = (value: string): string =>
  normalised(value.trim()).text.replace(/^["'`([{]{1,3}|["'`)\]},.;:!?]{1,3}$/g, '')

const hashOf = (key: string, value: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(value).digest('hex')

/** Odd, so that no multiplication loses what it multiplies. */
const factorOf = (key: string): number => Number.parseInt(key.slice(0, 8), 16) | 1

function checkOf(text: string, start: number, end: number, factor: number): number {
  let check = 0
  for (let at = start; at < end; at += 1) check = (Math.imul(check, factor) + text.charCodeAt(at)) | 0
  return check
}

/** Where a window of the text has one of the checks: one step for each character, whatever the length. */
function* windows(text: string, length: number, factor: number, checks: ReadonlySet<number>): Generator<number> {
  if (text.length < length) return
  let power = 1
  for (let step = 1; step < length; step += 1) power = Math.imul(power, factor)
  let check = checkOf(text, 0, length, factor)
  for (let start = 0; ; start += 1) {
    if (checks.has(check)) yield start
    const next = start + length
    if (next >= text.length) return
    check = (check - Math.imul(text.charCodeAt(start), power)) | 0
    check = (Math.imul(check, factor) + text.charCodeAt(next)) | 0
  }
}
