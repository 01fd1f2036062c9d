import { useEffect } from 'react'
import { create } from 'zustand'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { api } from './api.ts'

interface Memory {
  readonly tree: Tree | null
  /** Texts by the id of their version: a version never changes. `null`: not text, or too large to show. */
  readonly texts: ReadonlyMap<string, string | null>
  /** Counts what happened to the memory, so that a view knows when to ask again. */
  readonly changes: number
}

export const useMemory = create<Memory>(() => ({ tree: null, texts: new Map(), changes: 0 }))

export async function loadTree(): Promise<void> {
  const tree = await api.memory.tree.query({})
  useMemory.setState(({ changes }) => ({ tree, changes: changes + 1 }))
}

const TREE_DELAY_MS = 120
let pending: ReturnType<typeof setTimeout> | undefined

/** The tree follows at once from the commit; the truth is asked for when the burst is over. */
export function foldCommit(commit: Commit): void {
  useMemory.setState(({ tree, changes }) => ({ tree: tree === null ? null : treeAfter(tree, commit), changes: changes + 1 }))
  clearTimeout(pending)
  pending = setTimeout(() => void loadTree().catch(() => undefined), TREE_DELAY_MS)
}

/** What the tree is after a commit on top of it. */
export function treeAfter(tree: Tree, commit: Commit): Tree {
  const last = { commit: commit.id, actor: commit.origin.actor, time: commit.time }
  const files = new Map(tree.files.map((file) => [file.path, file]))
  for (const { change } of commit.changes) {
    if (change.from !== undefined) files.delete(change.from)
    if (change.after === null) files.delete(change.path)
    else files.set(change.path, { path: change.path, blob: change.after, last })
  }
  const sorted = [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { commit: commit.id, files: sorted, bytes: sorted.reduce((sum, file) => sum + file.blob.size, 0) }
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
