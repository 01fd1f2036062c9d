import { isHeld, isStoppedBy, type KeptWaiting, type StoppedWriter } from '../../shared/waiting.ts'
import type { WaitingList } from './waiting-list.ts'

// Who was stopped by the brake, and waits for the user.

/** With the ids of what they want to write besides. */
export interface Stopped extends StoppedWriter {
  readonly writes: readonly string[]
}

export function withWrites(stopped: StoppedWriter, entries: readonly KeptWaiting[]): Stopped {
  const isTheirs = (each: KeptWaiting): boolean =>
    isHeld(each) && each.at >= stopped.at && isStoppedBy(stopped, each.origin)
  return { ...stopped, writes: entries.filter(isTheirs).map(({ id }) => id) }
}

/** Null if nobody is stopped by this id, or no longer. */
export async function stoppedIn(waiting: Pick<WaitingList, 'list'>, id: string): Promise<Stopped | null> {
  const entries = await waiting.list()
  const found = entries.find((each) => each.id === id)
  return found?.kind === 'stopped' && found.releasedAt === null ? withWrites(found, entries) : null
}

/** They may go on. What they do is counted anew. */
export async function release(waiting: WaitingList, { id }: Stopped): Promise<void> {
  const stopped = (await waiting.list()).find((each) => each.id === id)
  if (stopped?.kind === 'stopped') await waiting.replace({ ...stopped, releasedAt: new Date().toISOString() })
}
