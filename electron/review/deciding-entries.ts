import { newUlid } from '../disk/new-ulid.ts'
import { type Deciding, decidingWrites } from './deciding-writes.ts'
import { expireKept } from './expiring.ts'
import type { Reviewing } from './review.ts'
import { release, stoppedIn } from './stopped.ts'

type Decided =
  | 'wait'
  | 'kept'
  | 'decide'
  | 'drop'
  | 'stopped'
  | 'release'
  | 'fitted'
  | 'refuse'
  | 'keepUntil'
  | 'expire'

/** What waits for the user, and what becomes of it. */
export function decidingEntries(options: Deciding): Pick<Reviewing, Decided> {
  const { store, waiting, changed } = options
  const writes = decidingWrites(options)
  return {
    async wait(undo) {
      const added = { kind: 'undo', ...undo, id: newUlid(), choices: {}, at: new Date().toISOString() } as const
      await waiting.add(added)
      changed()
      return added
    },
    kept: async (id) => (await waiting.list()).find((each) => each.id === id) ?? null,
    decide: (id, choices) => waiting.decide(id, choices),
    drop: async (id) => waiting.drop(id).then(changed),
    stopped: (id) => stoppedIn(waiting, id),
    release: async (stopped) => release(waiting, stopped).then(changed),
    fitted: writes.fitted,
    async refuse(id, reason) {
      const stopped = await stoppedIn(waiting, id)
      for (const each of stopped?.writes ?? [id]) await writes.refuse(each, reason)
      if (stopped !== null) await release(waiting, stopped).then(changed)
    },
    async keepUntil(expiring) {
      const id = newUlid()
      await waiting.add({ kind: 'expiring', ...expiring, id, at: new Date().toISOString() })
      changed()
      return id
    },
    async expire(today) {
      if (await expireKept(store, waiting, today)) changed()
    },
  }
}
