import { isUtf8 } from 'node:buffer'
import { sharedEnds } from '../../disk/shared-ends.ts'
import { decodeUtf8 } from '../../disk/utf8.ts'
import { NO_VALUES } from './known-values.ts'
import { isClean, type RuleSet } from './redact.ts'
import { NEAR, type Reach } from './scan.ts'

/**
 * Whether a version of a file has nothing to redact, given that the previous version had nothing. Each detector reads the
 * change with as much context as it declares, because whatever an edit completes or reveals is near the edit. Returns
 * false if anything is found there, or if the change cannot be judged alone; the whole text must then be read.
 */
export function isChangeClean(before: Uint8Array, after: Uint8Array, set: RuleSet, path: string): boolean {
  if (!isUtf8(before) || !isUtf8(after)) return false
  const shared = sharedEnds(before, after)
  const changed = { start: shared.start, end: after.length - shared.end }
  return partsOf(set).every(({ reach, rules }) => {
    const { start, end } = reach === 'file' ? { start: 0, end: after.length } : withContext(after, changed, reach)
    const text = decodeUtf8(after.subarray(start, end))
    return text !== null && isClean(text, rules, path)
  })
}

interface Part {
  readonly reach: Reach | 'file'
  readonly rules: RuleSet
}

/** What reads the same context, together. */
function partsOf(set: RuleSet): readonly Part[] {
  const none: RuleSet = { ...set, detectors: [], rules: [], values: NO_VALUES }
  const near = { ...none, rules: set.rules.filter(({ reach }) => reach !== 'file'), values: set.values }
  const acrossFile = set.rules.filter(({ reach }) => reach === 'file')
  const byReach = Map.groupBy(set.detectors, ({ detect }) => detect.reach)
  return [
    { reach: NEAR, rules: { ...near, detectors: byReach.get(NEAR) ?? [] } },
    ...[...byReach].flatMap(([reach, detectors]) => (reach === NEAR ? [] : [{ reach, rules: { ...none, detectors } }])),
    ...(acrossFile.length === 0 ? [] : [{ reach: 'file' as const, rules: { ...none, rules: acrossFile } }]),
  ]
}

/** In bytes of a text. */
interface Range {
  readonly start: number
  readonly end: number
}

const NEWLINE = 0x0a
const SPACE = 0x20

/** The range with whole lines around it: enough for the reach, and all of what may be one encoded run. */
function withContext(text: Uint8Array, { start, end }: Range, reach: Reach): Range {
  let from = lineStart(text, start)
  for (let left = reach; from > 0;) {
    const line = { start: lineStart(text, from - 1), end: from }
    if (left.lines <= 0 && left.characters <= 0 && !continues(text, line)) break
    left = without(left, visibleBytes(text, line))
    from = line.start
  }
  let to = lineEnd(text, end)
  for (let left = reach; to < text.length;) {
    const line = { start: to, end: lineEnd(text, to) }
    if (left.lines <= 0 && left.characters <= 0 && !continues(text, line)) break
    left = without(left, visibleBytes(text, line))
    to = line.end
  }
  return { start: from, end: to }
}

const lineStart = (text: Uint8Array, at: number): number => (at === 0 ? 0 : text.lastIndexOf(NEWLINE, at - 1) + 1)

function lineEnd(text: Uint8Array, at: number): number {
  const newline = text.indexOf(NEWLINE, at)
  return newline < 0 ? text.length : newline + 1
}

const without = ({ lines, characters }: Reach, visible: number): Reach =>
  visible === 0 ? { lines, characters } : { lines: lines - 1, characters: characters - visible }

function visibleBytes(text: Uint8Array, { start, end }: Range): number {
  let count = 0
  for (let at = start; at < end; at += 1) if ((text[at] ?? 0) > SPACE) count += 1
  return count
}

/** One word alone on its line may be the middle of an encoded run. */
function continues(text: Uint8Array, { start, end }: Range): boolean {
  let words = 0
  for (let at = start; at < end && words < 2; at += 1)
    if ((text[at] ?? 0) > SPACE && (at === start || (text[at - 1] ?? 0) <= SPACE)) words += 1
  return words === 1
}
