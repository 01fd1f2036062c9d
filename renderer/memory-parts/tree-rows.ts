import type { TreeFile } from '../../shared/memory.ts'
import type { Actor } from '../../shared/origin.ts'

/** A row of the tree. A folder that contains nothing but one folder shares its row ("projects/tidewater"). */
export type TreeRow = Position &
  (
    | {
        readonly kind: 'folder'
        readonly path: string
        readonly name: string
        readonly open: boolean
        readonly empty: boolean
      }
    | { readonly kind: 'file'; readonly path: string; readonly name: string; readonly file: TreeFile }
  )

/** The position of a row within its folder. */
interface Position {
  readonly level: number
  /** Counts from 1. */
  readonly place: number
  readonly of: number
}

interface Folder {
  readonly path: string
  readonly folders: Map<string, Folder>
  readonly files: TreeFile[]
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function buildTree(files: readonly TreeFile[], emptyFolders: readonly string[]): Folder {
  const root: Folder = { path: '', folders: new Map(), files: [] }
  for (const file of files) folderAt(root, file.path.split('/').slice(0, -1)).files.push(file)
  for (const path of emptyFolders) folderAt(root, path.split('/'))
  return root
}

function folderAt(root: Folder, names: readonly string[]): Folder {
  let at = root
  for (const name of names) {
    const path = at.path === '' ? name : `${at.path}/${name}`
    const next: Folder = at.folders.get(name) ?? { path, folders: new Map(), files: [] }
    at.folders.set(name, next)
    at = next
  }
  return at
}

type IsOpen = (folder: string) => boolean

const ALL_OPEN: IsOpen = () => true

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function rowsOf(folder: Folder, level: number, isOpen: IsOpen): readonly TreeRow[] {
  const of = folder.folders.size + folder.files.length
  const folders = [...folder.folders]
    .toSorted(([a], [b]) => COLLATOR.compare(a, b))
    .flatMap(([name, child], at) => folderRows(name, child, { level, place: at + 1, of }, isOpen))
  const files = folder.files
    .toSorted((a, b) => COLLATOR.compare(a.path, b.path))
    .map((file, at): TreeRow => ({
      kind: 'file',
      path: file.path,
      name: nameOf(file.path),
      level,
      place: folder.folders.size + at + 1,
      of,
      file,
    }))
  return [...folders, ...files]
}

function folderRows(name: string, folder: Folder, place: Position, isOpen: IsOpen): readonly TreeRow[] {
  const [only] = folder.folders
  if (only !== undefined && folder.folders.size === 1 && folder.files.length === 0)
    return folderRows(`${name}/${only[0]}`, only[1], place, isOpen)
  const open = isOpen(folder.path)
  return [
    { kind: 'folder', path: folder.path, name, ...place, open, empty: folder.folders.size + folder.files.length === 0 },
    ...(open ? rowsOf(folder, place.level + 1, isOpen) : []),
  ]
}

interface TreeRowsOptions {
  readonly filter?: string
  readonly isOpen?: IsOpen | undefined
  /** That have no file yet. */
  readonly emptyFolders?: readonly string[] | undefined
  /** A file that is shown whatever the filter. */
  readonly besides?: string | undefined
}

/**
 * Folders first, then files, each by name. A filter keeps the files whose path contains every word, and opens all
 * folders.
 */
export function treeRows(files: readonly TreeFile[], how: TreeRowsOptions = {}): readonly TreeRow[] {
  const { filter = '', isOpen = ALL_OPEN, emptyFolders = [], besides } = how
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rowsOf(buildTree(files, emptyFolders), 0, isOpen)
  const matching = files.filter(
    ({ path }) => path === besides || words.every((word) => path.toLowerCase().includes(word)),
  )
  return rowsOf(buildTree(matching, []), 0, ALL_OPEN)
}

/** With more rows than this, a tree begins with its folders closed. */
const MAX_UNFOLDED_ROWS = 30

export function isLargeTree(files: readonly TreeFile[]): boolean {
  return files.length > MAX_UNFOLDED_ROWS || treeRows(files).length > MAX_UNFOLDED_ROWS
}

/** The folders that a file or folder is in, the outermost first. */
export function foldersAbove(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
}

/**
 * Whose files are marked: those of the agent and of the policies. Those of other programs, too, unless most files are
 * theirs, as in a folder that was there before: then a mark on each would say nothing.
 */
export function markedActors(files: readonly TreeFile[]): ReadonlySet<Actor> {
  const outside = files.filter(({ last }) => last?.actor === 'outside').length
  return new Set<Actor>(outside * 2 > files.length ? ['agent', 'policy'] : ['agent', 'policy', 'outside'])
}
