import type { ObjectId } from '../../shared/change.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import type { MeasuredFile, PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { compileLimits } from '../policy/limits.ts'

const MAX_LISTED_FILES = 10
/** Models tokenise differently; four bytes per token is close enough for the cost of reading a file. */
const BYTES_PER_TOKEN = 4

/**
 * How full the store is, its largest files, and those over a limit.
 * @param isText whether a model can read this version
 */
export async function measure(
  files: readonly TreeFile[],
  { limits }: Policies,
  isText: (id: ObjectId) => Promise<boolean>,
): Promise<Pick<PolicyState, 'meters' | 'largest' | 'overLimits'>> {
  const { fileLimits } = compileLimits(limits)
  const bySize = files.toSorted((a, b) => b.blob.size - a.blob.size)
  const largest: MeasuredFile[] = []
  for (const { path, blob } of bySize.slice(0, MAX_LISTED_FILES)) {
    const tokens = (await isText(blob.id)) ? Math.ceil(blob.size / BYTES_PER_TOKEN) : null
    largest.push({ path, bytes: blob.size, tokens })
  }
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  return {
    meters: {
      files: { used: files.length, limit: limits.store.files },
      bytes: { used: bytes, limit: limits.store.bytes },
      largest: { used: bySize[0]?.blob.size ?? 0, limit: limits.file.bytes },
    },
    largest,
    overLimits: bySize
      .filter(({ path, blob }) => blob.size > fileLimits(path).bytes)
      .map(({ path }) => ({ path, reason: say('file-over-limit') })),
  }
}
