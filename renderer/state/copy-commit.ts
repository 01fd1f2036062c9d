import { plural, t } from '@lingui/core/macro'
import type { Commit, CountedChange } from '../../shared/commit.ts'
import { unifiedDiff } from '../../shared/unified-diff.ts'
import { warnOf } from './attempt.ts'
import { copy } from './copy.ts'
import { fetchText } from './memory-store.ts'

/** Changes as unified diffs, one after the other. What is not text is only named. */
export async function diffText(changes: readonly CountedChange[]): Promise<string> {
  const diffs = await Promise.all(
    changes.map(async ({ change }) => {
      const { path } = change
      return (await unifiedDiff(change, fetchText)) ?? `${t`${path}: not text`}\n`
    }),
  )
  return diffs.join('')
}

export async function copyDiff({ changes }: Commit): Promise<void> {
  try {
    await copy(await diffText(changes), t`Diff copied`)
  } catch (error) {
    warnOf(error)
  }
}

export async function copyCommitIds(ids: readonly string[]): Promise<void> {
  await copy(ids.join('\n'), plural(ids.length, { one: 'Commit ID copied', other: '# commit IDs copied' }))
}
