import type { CheckedFeature, FeatureFlag, FlaggedCommit } from '../../shared/jobs/job.ts'

export interface FlagAt {
  readonly flag: FeatureFlag
  readonly at: FlaggedCommit
}

/**
 * What was odd about a change of this feature and still is: it has no evidence yet, or still says something else. Of each
 * kind the newest. @param flags newest first
 */
export function standingFlags(flags: readonly FlaggedCommit[], feature: CheckedFeature): readonly FlagAt[] {
  const mine = flags.flatMap((at) =>
    at.flags.flatMap((flag) => (flag.feature === feature.id && isStillSo(flag, feature) ? { flag, at } : [])),
  )
  return mine.filter(({ flag }, index) => mine.findIndex((other) => other.flag.kind === flag.kind) === index)
}

function isStillSo(
  { kind, before, checkBefore }: FeatureFlag,
  { what, check, state, evidence }: CheckedFeature,
): boolean {
  if (kind === 'no-evidence') return state === 'done' && evidence === null
  return kind === 'reworded' && (what !== before || (checkBefore !== null && check !== checkBefore))
}

/** What was taken off the list and is not there again, with the commit that did it last. */
export function standingRemovals(
  flags: readonly FlaggedCommit[],
  features: readonly CheckedFeature[],
): ReadonlyMap<string, FlaggedCommit & { readonly feature: string }> {
  const there = new Set(features.map(({ what }) => what))
  return new Map(
    flags
      .toReversed()
      .flatMap((at) =>
        at.flags.flatMap(({ kind, before, feature }) =>
          kind === 'removed' && before !== null && !there.has(before) ? [[before, { ...at, feature }] as const] : [],
        ),
      ),
  )
}
