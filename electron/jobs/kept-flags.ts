import type { FeatureFlag, FlaggedCommit, FlagRef } from '../../shared/jobs/job.ts'
import type { JobRecord } from './job-records.ts'

// Flags that the user agrees with are shown on the job's page no more. Pure.

const keyOf = ({ kind, feature }: Pick<FeatureFlag, 'kind' | 'feature'>): string => `${kind} ${feature}`

/** @param flags newest first: with one that is kept, the older ones of its kind and feature are settled */
export function openFlags(flags: readonly FlaggedCommit[], { keptFlags }: JobRecord): readonly FlaggedCommit[] {
  const settled = new Set<string>()
  const open: FlaggedCommit[] = []
  for (const at of flags) {
    for (const flag of at.flags) if (keptFlags[keyOf(flag)] === at.commit) settled.add(keyOf(flag))
    const left = at.flags.filter((flag) => !settled.has(keyOf(flag)))
    if (left.length > 0) open.push({ ...at, flags: left })
  }
  return open
}

/** The job's record with a flag kept, or open again. */
export function withFlag(record: JobRecord, { commit, ...flag }: FlagRef, isKept: boolean): JobRecord {
  const { [keyOf(flag)]: _, ...others } = record.keptFlags
  return { ...record, keptFlags: isKept ? { ...others, [keyOf(flag)]: commit } : others }
}
