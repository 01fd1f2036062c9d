import type { StorePath } from '../../shared/change.ts'
import { damagedTextOf, isUtf16, textOf } from '../policy/bytes-as-text.ts'
import type { PoliciesInForce } from './in-force.ts'

/** Where a rule finds something in a file. */
export interface SecretLine {
  /** The file, without what is found in its name. */
  readonly path: string
  /** From 1; null for the name, and for all of the file. */
  readonly line: number | null
  readonly rule: string
}

/** How texts are looked through by the policies in force. */
export function lookingBy(inForce: PoliciesInForce) {
  const secretsIn = (path: StorePath, bytes: Uint8Array): readonly SecretLine[] => secretLines(inForce, path, bytes)
  return { redactor: inForce.redactor, secretsIn }
}

/** What the policies in force find in a file, as the gate reads it: each rule once a line. A rule that did not finish counts. */
export function secretLines(
  inForce: Pick<PoliciesInForce, 'find'>,
  path: StorePath,
  bytes: Uint8Array,
): readonly SecretLine[] {
  const name = inForce.find(path, path)
  const found = [
    ...name.found.map(({ rule }) => ({ line: null, rule })),
    ...[readable(bytes), damagedTextOf(bytes)].flatMap((text) => (text === null ? [] : inText(inForce, path, text))),
  ]
  const places = found.map((each) => ({ path: name.text, ...each }))
  return [...new Map(places.map((place) => [`${place.line} ${place.rule}`, place])).values()]
}

function inText(
  inForce: Pick<PoliciesInForce, 'find'>,
  path: StorePath,
  text: string,
): readonly Omit<SecretLine, 'path'>[] {
  const { found, late } = inForce.find(text, path)
  return [
    ...found.map(({ start, rule }) => ({ line: text.slice(0, start).split('\n').length, rule })),
    ...late.map((rule) => ({ line: null, rule })),
  ]
}

function readable(bytes: Uint8Array): string {
  if (!isUtf16(bytes)) return textOf(bytes)
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}
