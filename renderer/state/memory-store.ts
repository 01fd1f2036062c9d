import { useEffect } from 'react'
import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import { afterBurst } from './after-burst.ts'
import { api } from './api.ts'

interface Memory {
  readonly tree: Tree | null
  /** Texts by the id of their version: a version never changes. `null`: not text, or too large to show. */
  readonly texts: ReadonlyMap<string, string | null>
  /** Counts what happened to the memory, so that a view knows when to ask again. */
  readonly changes: number
}

export const useMemory = create<Memory>(() => ({ tree: null, texts: new Map(), changes: 0 }))

/** A commit that came while the tree was on its way may not be in it. */
export async function loadTree(): Promise<void> {
  const before = useMemory.getState().tree
  const tree = await api.memory.tree.query({})
  const now = useMemory.getState().tree
  if (now !== before && now?.commit !== tree.commit) soonLoadTree()
  else useMemory.setState(({ changes }) => ({ tree, changes: changes + 1 }))
}

export const soonLoadTree = afterBurst(120, loadTree)

/** The tree follows from what the commits tell; where that does not follow upon it, or is not all, it is asked for. */
export function foldIntoTree(commits: readonly Commit[]): void {
  const { tree, changes } = useMemory.getState()
  if (tree === null) return
  const fresh = commits.slice(commits.findLastIndex(({ id }) => id === tree.commit) + 1)
  const follows = fresh.every(
    ({ parent, changes, changeCount }, at) =>
      parent === (fresh[at - 1]?.id ?? tree.commit) && changes.length === changeCount,
  )
  if (!follows) soonLoadTree()
  useMemory.setState({ changes: changes + 1, ...(follows && fresh.length > 0 && { tree: treeAfter(tree, fresh) }) })
}

/** What the tree is after commits on top of it, oldest first. The policies are no memory. */
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

const asked = new Set<string>()

async function loadText(id: string): Promise<void> {
  if (asked.has(id)) return
  asked.add(id)
  try {
    const text = await api.memory.text.query({ id })
    useMemory.setState(({ texts }) => ({ texts: new Map(texts).set(id, text) }))
  } catch {
    // Asked again by the next one who needs it.
    asked.delete(id)
  }
}

/** The text of one version: `undefined` while it is on its way, '' for a file that is not there. */
export function useText(id: string | null): string | null | undefined {
  const text = useMemory(({ texts }) => (id === null ? '' : texts.get(id)))
  useEffect(() => {
    if (id !== null && text === undefined) void loadText(id)
  }, [id, text])
  return text
}

export async function textOf(id: string): Promise<string | null> {
  await loadText(id)
  return useMemory.getState().texts.get(id) ?? (await api.memory.text.query({ id }))
}
