import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import { api } from './api.ts'
import { createQuery } from './query.ts'
import { useQuery } from './use-query.ts'

interface Memory {
  readonly tree: Tree | null
  /** Texts by blob id, which are immutable; those loaded last. `null`: not text, or too large to show. */
  readonly texts: ReadonlyMap<string, string | null>
  /** Counts changes to the memory, so that a view knows when to query again. */
  readonly changes: number
}

export const useMemory = create<Memory>(() => ({ tree: null, texts: new Map(), changes: 0 }))

/** Asks again when a commit arrived meanwhile: the tree may not include it. */
export const treeQuery = createQuery({
  ask: async () => ({ before: useMemory.getState().tree, tree: await api.memory.tree.query({}) }),
  put: ({ before, tree }) => {
    const now = useMemory.getState().tree
    if (now !== before && now?.commit !== tree.commit) treeQuery.soon()
    else useMemory.setState(({ changes }) => ({ tree, changes: changes + 1 }))
  },
  drop: () => useMemory.setState({ tree: null }),
  burstMs: 120,
})

/** Derives the tree from the commits. If they do not build on it or list only some of their changes, it is loaded. */
export function foldIntoTree(commits: readonly Commit[]): void {
  const { tree, changes } = useMemory.getState()
  if (tree === null) return
  const fresh = commits.slice(commits.findLastIndex(({ id }) => id === tree.commit) + 1)
  const follows = fresh.every(
    ({ parent, changes, changeCount }, at) =>
      parent === (fresh[at - 1]?.id ?? tree.commit) && changes.length === changeCount,
  )
  if (!follows) treeQuery.soon()
  useMemory.setState({ changes: changes + 1, ...(follows && fresh.length > 0 && { tree: treeAfter(tree, fresh) }) })
}

/** The tree after further commits, oldest first. The policies file is not part of the memory. */
export function treeAfter(tree: Tree, commits: readonly Commit[]): Tree {
  const files = new Map(tree.files.map((file) => [file.path, file]))
  for (const { id, origin, time, changes } of commits) {
    const last = { commit: id, actor: origin.actor, time }
    for (const {
      change: { path, from, after },
    } of changes) {
      if (from !== undefined) files.delete(from)
      if (after === null) files.delete(path)
      else if (!isPolicyPath(path)) files.set(path, { path, blob: after, last })
    }
  }
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return {
    commit: commits.at(-1)?.id ?? tree.commit,
    files: sorted,
    bytes: sorted.reduce((sum, file) => sum + file.blob.size, 0),
  }
}

/** Several times what one view shows: a text that is shown must not leave. */
const MAX_TEXTS = 1_000

const asking = new Map<string, Promise<string | null>>()

/** @param store the key of the one that has it, where that is not the open one */
export async function fetchText(id: string, store?: string): Promise<string | null> {
  const known = useMemory.getState().texts.get(id)
  if (known !== undefined) return known
  const asked = asking.get(id) ?? askText(id, store).finally(() => asking.delete(id))
  asking.set(id, asked)
  return asked
}

async function askText(id: string, store?: string): Promise<string | null> {
  const text = await (store === undefined
    ? api.memory.text.query({ id })
    : api.everyStore.text.query({ key: store, id }))
  useMemory.setState(({ texts }) => ({ texts: new Map([...texts].slice(1 - MAX_TEXTS)).set(id, text) }))
  return text
}

/** The text of one version: `undefined` while it is loading, '' for a file that does not exist. */
export function useText(id: string | null, store?: string): string | null | undefined {
  const text = useMemory(({ texts }) => (id === null ? '' : texts.get(id)))
  useQuery(text === undefined ? id : null, 0, async () => id !== null && fetchText(id, store), { warns: true })
  return text
}
