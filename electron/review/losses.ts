import type { ObjectId, StorePath } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { TEXT_SHOWN } from '../../shared/memory.ts'
import { lostLines } from '../../shared/merge/lost-lines.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import type { StoreMethods } from '../memory/store-interface.ts'

/** What a command does to one file. `after` is a version that the store has, or bytes that it is about to have. */
export interface Touched {
  readonly path: StorePath
  readonly from?: StorePath | undefined
  readonly before: ObjectId | null
  readonly after: ObjectId | Uint8Array | null
}

/** What is gone of one file as it was before somebody's first change to it. */
interface Loss {
  /** Where the file is, or was last; null if something else is there by now. */
  readonly path: StorePath | null
  /** Null for none: what they wrote themselves is nobody's loss. */
  readonly base: ObjectId | null
  /** The version that they left; null for no file. */
  readonly left: Touched['after']
  /** Of the lines that they removed or rewrote; null until somebody asks. */
  readonly bytes: number | null
}
export type Losses = readonly Loss[]

/**
 * What is lost after more was done. Whoever rewrites their own new lines loses nothing, nor does a file that only moves;
 * what was deleted and written again is not lost either.
 */
export function lossesAfter(losses: Losses, touched: readonly Touched[]): Losses {
  let now = losses
  for (const { path, from = path, before, after } of touched) {
    const known = now.find((loss) => loss.path === from && loss.left === before)
    const base = known === undefined ? before : known.base
    // What was lost of another file that was here stays lost.
    const others = now.flatMap((loss) =>
      loss === known ? [] : loss.path === path || loss.path === from ? [{ ...loss, path: null }] : [loss],
    )
    now = [...others, { path, base, left: after, bytes: base === null || base === after ? 0 : null }]
  }
  return now
}

/** With the size of each. */
export async function measured(store: Pick<StoreMethods, 'text' | 'bytes'>, losses: Losses): Promise<Losses> {
  const sizes: Loss[] = []
  for (const loss of losses)
    sizes.push({
      ...loss,
      bytes: loss.bytes ?? (loss.base === null ? 0 : await lostBytes(store, loss.base, loss.left)),
    })
  return sizes
}

/** Of losses that are measured. */
export const lostIn = (losses: Losses): number => losses.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

/** The same once it is written: the new versions have ids. */
export function written(losses: Losses, touched: readonly Touched[]): Losses {
  const ids = new Map(touched.map(({ path, after }) => [path, after]))
  return losses.map((loss) => ({ ...loss, left: loss.path === null ? loss.left : (ids.get(loss.path) ?? loss.left) }))
}

export async function touchedBy(store: Pick<StoreMethods, 'changesOf'>, commit: Commit): Promise<readonly Touched[]> {
  const told = commit.changes.map(({ change }) => change)
  const changes = told.length === commit.changeCount ? told : await store.changesOf(commit.id)
  return changes.map(({ path, from, before, after }) => ({
    path,
    from,
    before: before?.id ?? null,
    after: after?.id ?? null,
  }))
}

async function lostBytes(
  store: Pick<StoreMethods, 'text' | 'bytes'>,
  base: ObjectId,
  after: Touched['after'],
): Promise<number> {
  const was = await store.text(base)
  // Of what is no text, nothing stays that could be told.
  if (was === null) return (await store.bytes(base))?.byteLength ?? TEXT_SHOWN
  const is = after === null ? '' : typeof after === 'string' ? await store.text(after) : decodeUtf8(after)
  return lostLines(was, is ?? '').reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}
