import type { StorePath } from '../../shared/change.ts'
import type { Held, WriteOutcome } from '../../shared/commit.ts'
import { hunkLines } from '../../shared/merge/lines.ts'
import { say } from '../../shared/messages/say.ts'
import type { Origin } from '../../shared/origin.ts'
import { type HeldFile, isHeld, MAX_HELD_TEXT, type WaitingWrite } from '../../shared/waiting.ts'
import { newUlid } from '../disk/new-ulid.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import type { FilePut, Store } from '../memory/store-interface.ts'
import type { WaitingList } from './waiting-list.ts'

const MAX_FILES = 500
/** So much the user settles in a sitting, and reads. */
export const MAX_WRITES = 300

interface Holding {
  readonly waiting: WaitingList
  /** What is kept of a text: nothing that the policies keep out of the memory. */
  readonly redact: (text: string, path: string) => string
  readonly changed: () => void
  /** Whether the user removed a line before that these files would add, if a rule asks. */
  readonly wasRejected: (files: readonly FilePut[]) => Promise<boolean>
}

/**
 * The store as agents use it: what the gate holds is kept until the user decides. The outcome is still `held`, or a
 * refusal where it cannot be kept.
 */
export function holdingWrites(store: Store, { waiting, redact, changed, wasRejected }: Holding): Store {
  const keep = async (held: Held, files: readonly HeldFile[] | null, origin: Origin): Promise<WriteOutcome> => {
    if (files === null || files.length === 0 || files.length > MAX_FILES)
      return { kind: 'refused', reason: say('held-too-large'), rule: held.rule }
    const write: WaitingWrite = { kind: 'write', id: newUlid(), at: new Date().toISOString(), origin, files }
    const all = (await waiting.list()).filter(isHeld)
    const replaced = (await Promise.all(all.map((each) => isReplacedBy(store, each, write)))).indexOf(true)
    if (all.length >= MAX_WRITES && replaced < 0)
      return { kind: 'refused', reason: say('held-too-many'), rule: held.rule }
    const former = all[replaced]
    if (former === undefined) await waiting.add(write)
    else await waiting.replace({ ...write, id: former.id })
    changed()
    return held
  }
  const below = async (path: StorePath) =>
    (await store.tree()).files.filter((file) => file.path === path || file.path.startsWith(`${path}/`))
  return {
    ...store,
    async put(files, origin, how) {
      const outcome = await store.put(files, origin, { ...how, isRejected: await wasRejected(files) })
      if (outcome.kind !== 'held') return outcome
      const kept = files.map(({ path, before, bytes }): HeldFile | null => {
        if (bytes === null) return { path, before, after: null }
        const text = decodeUtf8(bytes)
        const isTooLong = text === null || text.length > MAX_HELD_TEXT
        return isTooLong ? null : { path, before, after: { text: redact(text, path) } }
      })
      return keep(outcome, kept.includes(null) ? null : kept.filter((file) => file !== null), origin)
    },
    async remove(paths, origin, only, how) {
      const outcome = await store.remove(paths, origin, only, how)
      if (outcome.kind !== 'held') return outcome
      const files = (await Promise.all(paths.map(below))).flat()
      return keep(
        outcome,
        files.map(({ path, blob }) => ({ path, before: blob.id, after: null })),
        origin,
      )
    },
    async move(moves, origin, how) {
      const outcome = await store.move(moves, origin, how)
      if (outcome.kind !== 'held') return outcome
      const files = moves.map(async ({ from, to }) =>
        (await below(from)).flatMap(({ path, blob }): readonly HeldFile[] => [
          { path, before: blob.id, after: null },
          { path: to + path.slice(from.length), before: null, after: { id: blob.id } },
        ]),
      )
      return keep(outcome, (await Promise.all(files)).flat(), origin)
    },
  }
}

/** Who wants it, as far as is known: a conversation, or a client. */
export const sourceOf = ({ conversation, client }: Origin): string => conversation ?? client ?? ''

/**
 * Whether a write by the same agent says the same place of the same file anew: whoever is told that nothing is written
 * yet makes the next version from the same one.
 */
async function isReplacedBy(
  store: Pick<Store, 'text'>,
  { origin, files: [earlier, ...others] }: WaitingWrite,
  { origin: by, files: [later, ...more] }: WaitingWrite,
): Promise<boolean> {
  if (sourceOf(origin) !== sourceOf(by) || others.length + more.length > 0) return false
  if (earlier === undefined || later === undefined || earlier.path !== later.path) return false
  if (earlier.before !== later.before) return false
  const base = earlier.before === null ? '' : await store.text(earlier.before)
  const [was, is] = [earlier, later].map(({ after }) => (after !== null && 'text' in after ? after.text : null))
  if (base === null || was == null || is == null || base === '') return true
  const [placesBefore, placesNow] = [hunkLines(base, was), hunkLines(base, is)]
  const touched = new Set(placesBefore.flatMap(({ removed }) => removed))
  const isAlike = placesNow.some(({ removed }) => removed.some((line) => touched.has(line)))
  // Two that only add do so in the same place, as far as a reader can tell.
  return isAlike || (touched.size === 0 && placesNow.every(({ removed }) => removed.length === 0))
}
