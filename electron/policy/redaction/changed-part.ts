import { isUtf8 } from 'node:buffer'
import { sharedEnds } from '../../disk/shared-ends.ts'
import { decodeUtf8 } from '../../disk/utf8.ts'
import { withContext } from './context.ts'
import { NO_VALUES } from './known-values.ts'
import { isClean, type RuleSet } from './redact.ts'
import { NEAR, type Reach } from './scan.ts'

/**
 * Whether a version of a file has nothing to redact, given that the previous version had nothing. Each detector reads the
 * change with at least as much context as it declares, because whatever an edit completes or reveals is near the edit.
 * Returns false if anything is found there, or if the change cannot be judged alone; the whole text must then be read.
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
