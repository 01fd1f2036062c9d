import { ObjectId } from '../../shared/change.ts'
import { nameOf } from '../../shared/commit.ts'
import { JsonFile } from '../disk/json-file.ts'
import type { Store } from '../memory/store-interface.ts'

// What the app keeps about commits outside git calls them by their Variorum-Ids. Earlier versions used git's ids, which a
// rewritten history changes.

/** Where commits are named; `*` is every entry. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'looked.json': ['state'],
  'tidy.json': ['base'],
  'rejected.json': ['returned', '*', 'commit'],
  'jobs.json': ['*', 'keptFlags', '*'],
}

/** Moves the files of an earlier version over. One that names no commit by git's id is not written. */
export async function renameCommits(folder: string, store: Pick<Store, 'commit'>): Promise<void> {
  for (const [file, place] of Object.entries(PLACES)) {
    const json = new JsonFile<unknown>(folder, file, (stored) => stored, null)
    const names = new Map<string, string>()
    for (const id of idsAt(await json.read(), place)) {
      // A commit that is gone from the history keeps the name it has.
      const commit = await store.commit(id).catch(() => null)
      if (commit !== null && nameOf(commit) !== id) names.set(id, nameOf(commit))
    }
    if (names.size > 0) await json.change((now) => renamedAt(now, place, names))
  }
}

function idsAt(value: unknown, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return ObjectId.safeParse(value).success ? [String(value)] : []
  return entriesOf(value).flatMap(([key, inner]) => (step === '*' || step === key ? idsAt(inner, rest) : []))
}

function renamedAt(value: unknown, [step, ...rest]: readonly string[], names: ReadonlyMap<string, string>): unknown {
  if (step === undefined) return names.get(String(value)) ?? value
  const renamed = (key: string, inner: unknown): unknown =>
    step === '*' || step === key ? renamedAt(inner, rest, names) : inner
  if (Array.isArray(value)) return value.map((inner, at) => renamed(String(at), inner))
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, renamed(key, inner)]))
    : value
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
