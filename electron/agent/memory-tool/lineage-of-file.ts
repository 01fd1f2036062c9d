import type { Lineage, Origin } from '../../../shared/commit.ts'
import type { Found, Store } from '../../memory/store-interface.ts'

/**
 * How far the text of a file can be trusted: as far as the commit that last changed it. A version that no commit
 * knows yet was written by another program just now. Outside a conversation nobody carries it on, and nothing is
 * looked up.
 */
export async function lineageOfFile(store: Store, file: Extract<Found, { kind: 'file' }>, { conversation }: Origin): Promise<Lineage> {
  if (conversation === undefined) return 'agent'
  const { commits } = await store.history({ path: file.path, limit: 1 })
  const last = commits[0]
  const known = last?.changes.find(({ change }) => change.path === file.path)?.change.after
  if (last === undefined || (known !== undefined && known?.id !== file.blob.id)) return 'outside'
  if (last.origin.actor === 'outside') return 'outside'
  const isTainted = last.origin.lineage === 'outside' || last.origin.lineage === 'agent-untrusted'
  return isTainted ? 'agent-untrusted' : 'agent'
}
