import type { Lineage, Origin } from '../../../shared/commit.ts'
import type { PathState, Store } from '../../memory/store-interface.ts'

/**
 * How far a file's text can be trusted: as far as the commit that wrote it and those that moved it since. A version
 * without a commit was just written by another program. Outside a conversation the lineage has no use and is not looked
 * up.
 */
export async function lineageOfFile(
  store: Pick<Store, 'lastChange'>,
  file: Extract<PathState, { kind: 'file' }>,
  { conversation }: Origin,
): Promise<Lineage> {
  if (conversation === undefined) return 'agent'
  const last = await store.lastChange(file.path)
  if (last === null || last.after !== file.blob.id) return 'outside'
  // Renaming an outside text does not make it the agent's.
  if (last.origins.at(-1)?.actor === 'outside') return 'outside'
  const isTainted = last.origins.some(({ lineage }) => lineage === 'outside' || lineage === 'agent-untrusted')
  return isTainted ? 'agent-untrusted' : 'agent'
}
