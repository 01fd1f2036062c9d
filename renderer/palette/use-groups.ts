import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Tree } from '../../shared/memory.ts'
import { fold } from '../../shared/phrase.ts'
import { useChat } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { useWindow } from '../state/window-store.ts'
import { commands, conversationItem, fileItem, type Item, pointItems, restoreItem } from './items.ts'
import { matchLabels, matchPaths, parseQuery, type PaletteQuery } from './query.ts'
import { useAnswers } from './use-answers.ts'

export interface Group {
  readonly name: string
  readonly items: readonly Item[]
}

const RECENT = 4
const COMMANDS_AT_FIRST = 6
const COMMANDS = 6
const FILES = 6
const FILES_ALONE = 12
const RESTORES = 2
const POINTS = 3

/** What the palette shows for what is typed: found here at once, the rest as the core answers. */
export function useGroups(typed: string): { readonly groups: readonly Group[]; readonly asking: boolean } {
  const [at] = useLocation()
  const view = at.split('/')[1] ?? ''
  const query = useMemo(() => parseQuery(typed), [typed])
  const tree = useMemory((state) => state.tree)
  const { texts = [], conversations = [], history = [], elsewhere = [], asking } = useAnswers(query)
  const here = useMemo(() => foundHere(query, tree, view), [query, tree, view])
  const groups: readonly Group[] = [
    ...here.before,
    { name: t`Go to`, items: [...here.places, ...texts, ...conversations] },
    { name: t`In the history`, items: history },
    { name: t`In other stores`, items: elsewhere },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), asking }
}

interface FoundHere {
  readonly before: readonly Group[]
  readonly places: readonly Item[]
}

function foundHere({ scope, words }: PaletteQuery, tree: Tree | null, view: string): FoundHere {
  const run = (items: readonly Item[]): Group => ({ name: t`Commands`, items })
  if (scope === 'commands') return { before: [run(matchLabels(commands(view), words))], places: [] }
  if (scope === 'files') return { before: [], places: filesWith(tree, words, FILES_ALONE) }
  if (words.length === 0) {
    const recent = { name: t`Recent`, items: recentItems(tree) }
    return { before: [recent, run(commands(view).slice(0, COMMANDS_AT_FIRST))], places: [] }
  }
  return {
    before: [run([...restores(tree, words), ...matchLabels(commands(view), words).slice(0, COMMANDS)])],
    places: [...filesWith(tree, words, FILES), ...matchLabels(pointItems(), words).slice(0, POINTS)],
  }
}

function recentItems(tree: Tree | null): readonly Item[] {
  const { recentFiles } = useWindow.getState()
  const found = recentFiles.flatMap((path) => tree?.files.find((file) => file.path === path) ?? [])
  const byTime = (useChat.getState().list ?? []).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return [
    ...byTime.slice(0, RECENT).map(conversationItem),
    ...found.slice(0, RECENT).map((file) => fileItem(file.path, file)),
  ]
}

/** "restore lis": a file is restored from its history. */
function restores(tree: Tree | null, [verb = '', ...words]: readonly string[]): readonly Item[] {
  const restore = fold(t`restore`)
  const isRestore = verb.length >= Math.min(3, restore.length) && restore.startsWith(verb)
  return isRestore && words.length > 0 ? filesWith(tree, words, RESTORES).map(({ label }) => restoreItem(label)) : []
}

/** The paths of a tree, folded once. */
const folded = new WeakMap<Tree, { readonly paths: readonly string[]; readonly folded: readonly string[] }>()

function pathsOf(tree: Tree): { readonly paths: readonly string[]; readonly folded: readonly string[] } {
  const known = folded.get(tree)
  if (known !== undefined) return known
  const paths = tree.files.map(({ path }) => path)
  const made = { paths, folded: paths.map(fold) }
  folded.set(tree, made)
  return made
}

/** The window holds every path for its tree, so they need no answer of the core. */
function filesWith(tree: Tree | null, words: readonly string[], limit: number): readonly Item[] {
  if (tree === null) return []
  const all = pathsOf(tree)
  const found = matchPaths(all.paths, all.folded, words, limit)
  return found.map((path) =>
    fileItem(
      path,
      tree.files.find((file) => file.path === path),
    ),
  )
}
