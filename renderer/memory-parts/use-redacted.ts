import type { Commit } from '../../shared/commit.ts'
import { countMarks } from '../format/marks.ts'
import { useText } from '../state/memory-store.ts'

/** Larger files are not fetched for this. */
const MAX_SCANNED_BYTES = 100_000

/** How many secrets a commit redacted: the redaction marks it added. */
export function useRedacted({ changes, changeCount }: Commit): number {
  const change = changeCount === 1 ? changes[0]?.change : undefined
  const small = change?.after != null && Math.max(change.before?.size ?? 0, change.after.size) < MAX_SCANNED_BYTES
  const after = useText(small ? (change.after?.id ?? null) : null)
  const marks = countMarks(after)
  const before = useText(marks > 0 ? (change?.before?.id ?? null) : null)
  return before === undefined ? 0 : Math.max(0, marks - countMarks(before))
}
