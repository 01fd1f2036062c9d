import { alternations } from './values.ts'

/**
 * What programs give to a thing in order to name it: a UUID, a ULID, a digest or the id of a trace in hexadecimal, a prefix
 * that says what it names ("ses_…", "req-…"), or words, counters and times put together ("gauges-2026-11-28-a41f").
 * Whoever reads it knows which thing is meant, and gains nothing by it. A secret that a program made has none of these
 * forms: letters and digits are all over it, so that nobody can guess it.
 */
export const isIdentifier = (value: string): boolean =>
  ONE_PIECE.test(value) ||
  value
    .replace(UUID, '')
    .split(SEPARATOR)
    .every((part) => part === '' || PART.test(part))

/** Whether a word is within letters and digits that came from a machine, where it stands by chance: "sub_1Pw0Gt7BICq". */
export function isByChance(text: string, start: number, end: number): boolean {
  if (!PART_OF_RUN.test(text[start - 1] ?? '') && !PART_OF_RUN.test(text[end] ?? '')) return false
  const before = /[A-Za-z0-9-]*$/.exec(text.slice(Math.max(0, start - REACH), start))?.[0] ?? ''
  const after = /^[A-Za-z0-9-]*/.exec(text.slice(end, end + REACH))?.[0] ?? ''
  const word = text.slice(start, end)
  const run = `${before.slice(before.lastIndexOf('-') + 1)}${word}${after.split('-', 1)[0] ?? ''}`
  return (HEX.test(word) && UUID.test(before + word + after)) || (run.length >= 12 && alternations(run) >= 3)
}
const PART_OF_RUN = /[A-Za-z0-9-]/
const HEX = /^[0-9a-f]+$/i
const REACH = 40

const ONE_PIECE =
  /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}|[0-9a-fA-F]{7,64}|[A-Za-z]{2,16}[_-][A-Za-z0-9]{6,40})$/
export const UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i
const SEPARATOR = /[-_.:/@]/
const PART = /^(?:[A-Za-z]{1,20}\d{0,3}|\d{1,16}|\d{1,8}T\d{1,8}Z?|[0-9a-f]{4,16})$/
