import type { Lineage, Origin } from '../../../shared/commit.ts'
import type { Found, Store } from '../../memory/store-interface.ts'

/**
 * How far the text of a file can be trusted: as far as the commit that wrote it, and those that moved it since. A
 * version that no commit knows yet was written by another program just now. Outside a conversation nobody carries
 * it on, and nothing is looked up.
 */
export async function lineageOfFile(
  store: Store,
  file: Extract<Found, { kind: 'file' }>,
  { conversation }: Origin,
): Promise<Lineage> {
  if (conversation === undefined) return 'agent'
  const last = await store.lastChange(file.path)
  if (last === null || last.after !== file.blob.id) return 'outside'
  // Who renames an outside text has not made it his own.
  if (last.origins.at(-1)?.actor === 'outside') return 'outside'
  const isTainted = last.origins.some(({ lineage }) => lineage === 'outside' || lineage === 'agent-untrusted')
  return isTainted ? 'agent-untrusted' : 'agent'
}
