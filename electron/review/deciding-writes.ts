import { isHeld, MAX_PATHS_TOLD, type RefusedWrite, type WaitingWrite } from '../../shared/waiting.ts'
import { fittedWrite } from './fitted-write.ts'
import { linesBetween } from './rejected-lines.ts'
import type { Rejected } from './rejected.ts'
import type { Reviewing, ReviewOptions } from './review.ts'

export interface Deciding extends Pick<ReviewOptions, 'store' | 'waiting' | 'remembersRejected'> {
  readonly rejected: Rejected
  readonly changed: () => void
}

/** What agents want to write, and the user decides about first. */
export function decidingWrites({
  store,
  waiting,
  rejected,
  remembersRejected,
  changed,
}: Deciding): Pick<Reviewing, 'fitted' | 'refuse'> {
  const writeOf = async (id: string): Promise<WaitingWrite | null> => {
    const entry = (await waiting.list()).find((each) => each.id === id)
    return entry?.kind === 'write' ? entry : null
  }
  return {
    async fitted(id) {
      const write = await writeOf(id)
      return write && fittedWrite(store, write)
    },
    async refuse(id, reason = '') {
      const write = await writeOf(id)
      if (write === null) return
      // The text that is there stays, and nobody is to be told.
      if (!isHeld(write)) return waiting.drop(id).then(changed)
      const files = remembersRejected() ? await fittedWrite(store, write) : []
      for (const { path, now, saved } of files)
        await rejected.add(path, linesBetween(now ?? '', saved ?? '', 'added'), new Date().toISOString())
      await waiting.replace(refusalOf(write, reason))
      changed()
    },
  }
}

function refusalOf({ id, at, origin, files }: WaitingWrite, reason: string): RefusedWrite {
  const paths = files.map(({ path }) => path).slice(0, MAX_PATHS_TOLD)
  return { kind: 'refused', id, at, origin, paths, reason }
}
