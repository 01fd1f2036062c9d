import { readChecklist } from './checklist.ts'
import type { Feature } from './features.ts'
import type { FeatureFlag } from './job.ts'

interface Pair {
  readonly before: Feature
  readonly after: Feature
}

/**
 * What is odd about a change of a checklist by the agent or another program. A feature is known by its words or by its
 * id: another order, or another id for the same words, is nothing odd; another id and other words are a feature gone.
 */
export function compareChecklists(before: string | null, after: string | null): readonly FeatureFlag[] {
  const old = featuresOf(before)
  const now = featuresOf(after)
  const pairs = pairsOf(old, now)
  const kept = new Map(pairs.map((pair) => [pair.after, pair.before]))
  const keptBefore = new Set(kept.values())
  return [
    ...now.flatMap((feature) => flagsOf(kept.get(feature) ?? null, feature)),
    ...old.filter((feature) => !keptBefore.has(feature)).map(removed),
  ]
}

function featuresOf(text: string | null): readonly Feature[] {
  const list = readChecklist(text)
  return 'problem' in list ? [] : list.features
}

/** Each feature with itself: first by all that it says, then by what it is, and last by its id. */
function pairsOf(old: readonly Feature[], now: readonly Feature[]): readonly Pair[] {
  const keys: readonly ((feature: Feature) => string)[] = [
    ({ id, what, check }) => JSON.stringify([id, what, check]),
    ({ what, check }) => JSON.stringify([what, check]),
    ({ what }) => what,
    ({ id }) => id,
  ]
  let restOld = old
  let restNow = now
  const pairs: Pair[] = []
  for (const key of keys) {
    const found = pairsBy(key, restOld, restNow)
    pairs.push(...found)
    const gone = new Set(found.flatMap((pair) => [pair.before, pair.after]))
    restOld = restOld.filter((feature) => !gone.has(feature))
    restNow = restNow.filter((feature) => !gone.has(feature))
  }
  return pairs
}

function pairsBy(key: (feature: Feature) => string, old: readonly Feature[], now: readonly Feature[]): readonly Pair[] {
  const waiting = Map.groupBy(now, key)
  return old.flatMap((before) => {
    const after = waiting.get(key(before))?.shift()
    return after === undefined ? [] : [{ before, after }]
  })
}

function flagsOf(before: Feature | null, after: Feature): readonly FeatureFlag[] {
  const flags: FeatureFlag[] = []
  if (isBareTick(after) && (before === null || !isBareTick(before)))
    flags.push({ kind: 'no-evidence', feature: after.id, before: null, checkBefore: null })
  if (before !== null && (before.what !== after.what || before.check !== after.check))
    flags.push({
      kind: 'reworded',
      feature: after.id,
      before: before.what,
      checkBefore: before.check === after.check ? null : before.check,
    })
  return flags
}

const isBareTick = ({ state, evidence }: Feature): boolean => state === 'done' && evidence === null

const removed = ({ id, what }: Feature): FeatureFlag => ({
  kind: 'removed',
  feature: id,
  before: what,
  checkBefore: null,
})
