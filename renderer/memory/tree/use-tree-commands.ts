import { t } from '@lingui/core/macro'
import {
  BookOpenText,
  CalendarClock,
  Copy,
  Download,
  FileInput,
  FilePlus,
  FolderInput,
  FolderPlus,
  History,
  Import,
  PencilLine,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import type { Move } from '../../../shared/file-commands.ts'
import { useApp } from '../../state/app-store.ts'
import { bringIn, isExport, openBringIn } from '../../state/bring-in-store.ts'
import { beginExport } from '../../state/export-store.ts'
import { copyPaths, isTaken, moveInto, pathAfter, removeAll } from '../../state/file-actions.ts'
import { dropFolder } from '../../state/folders-store.ts'
import { beginImport } from '../../state/import-store.ts'
import { droppedFiles, pickFiles } from '../../state/incoming-files.ts'
import { useMemory } from '../../state/memory-store.ts'
import { isPinned } from '../../state/pins.ts'
import { setPinned, usePolicies } from '../../state/policy-store.ts'
import { openFile, openPoint } from '../../state/routes.ts'
import { NO_FILTER } from '../../state/timeline-filter.ts'
import { setFilter } from '../../state/timeline-store.ts'
import { useWindow } from '../../state/window-store.ts'
import { combination } from '../../ui/keys.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { openItems } from '../open-items.ts'
import type { Naming } from './NameField.tsx'

/** What asks the user for a path, or for a day. */
export type Asking =
  | { readonly how: 'rename' | 'move'; readonly paths: readonly string[] }
  | { readonly how: 'past'; readonly path: string }

interface TreeCommandOptions {
  /** The file that is open. */
  readonly selected: string | undefined
  readonly selection: readonly string[]
  readonly onNaming: (naming: Naming) => void
  readonly onAsk: (asking: Asking) => void
  /** The selection is done with. */
  readonly onDone: () => void
}

const letterKeys = (): boolean => useApp.getState().app?.settings.letterKeys ?? true
const isFile = (path: string): boolean => useMemory.getState().tree?.files.some((file) => file.path === path) ?? false

/** The commands of the file tree: the same in its menus, by keys and by dragging. */
export function useTreeCommands({ selected, selection, onNaming, onAsk, onDone }: TreeCommandOptions) {
  const pins = usePolicies(({ state }) => state?.policies.pins)
  const remove = (paths: readonly string[]): void => void removeAll(paths).then(onDone)
  const pin = (paths: readonly string[]): void =>
    void setPinned(paths, !paths.every((path) => isPinned(path, pins ?? []))).then(onDone)
  /** The file that is open stays so when it is moved. */
  const follow = (moves: readonly Move[]): void => {
    onDone()
    for (const { from } of moves) dropFolder(from)
    const now = selected === undefined ? undefined : pathAfter(selected, moves)
    if (now !== selected) openFile(now)
  }
  const several = (paths: readonly string[]): readonly MenuItem[] => {
    const pinned = paths.every((path) => isPinned(path, pins ?? []))
    return [
      { label: t`Move to…`, icon: FolderInput, run: () => onAsk({ how: 'move', paths }) },
      { label: pinned ? t`Unpin` : t`Pin`, icon: pinned ? PinOff : Pin, run: () => pin(paths) },
      { label: t`Delete`, icon: Trash2, danger: true, run: () => remove(paths) },
    ]
  }
  const menuItems = (paths: readonly string[]): readonly MenuItem[] => {
    const [only] = paths
    if (only === undefined) return []
    const [move, pinning, deleting] = several(paths)
    const copying = paths.length === 1 ? t`Copy path` : t`Copy paths`
    const rename = { label: t`Rename`, icon: PencilLine, keys: 'f2', run: () => onAsk({ how: 'rename', paths }) }
    const common = [
      ...(paths.length === 1 ? [rename] : []),
      move,
      pinning,
      { label: copying, icon: Copy, run: () => void copyPaths(paths) },
      deleting && { ...deleting, keys: 'mod+backspace', apart: true },
    ]
    const own = paths.length > 1 ? [] : isFile(only) ? fileItems(only) : folderItems(only, onNaming)
    return [...own, ...(paths.length === 1 ? placeItems(only, onAsk) : []), ...common].filter(
      (item) => item !== undefined,
    )
  }
  const onKey = (event: React.KeyboardEvent, path: string): void => {
    const targets = selection.includes(path) ? selection : [path]
    const action = keyActions({
      rename: () => onAsk({ how: 'rename', paths: [path] }),
      remove: () => remove(targets),
      // A single file is pinned by the key of the file that is open.
      pin: targets.length > 1 && letterKeys() ? () => pin(targets) : undefined,
    })[combination(event.nativeEvent)]
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const drops = {
    onMove: (paths: readonly string[], folder: string) =>
      void moveInto(paths, folder).then((moves) => moves !== null && follow(moves)),
    onFiles: dropFiles,
  }
  return { menuItems, several, onKey, drops, follow }
}

interface KeyActions {
  readonly rename: () => void
  readonly remove: () => void
  readonly pin: (() => void) | undefined
}

function keyActions({ rename, remove, pin }: KeyActions): Readonly<Record<string, (() => void) | undefined>> {
  return { f2: rename, delete: remove, 'mod+delete': remove, 'mod+backspace': remove, p: pin }
}

/** Adds files of the computer that are dropped. */
export function dropFiles(transfer: DataTransfer, folder: string): void {
  void droppedFiles(transfer, folder).then((files) => (files.every(isExport) ? bringIn(files) : beginImport(files)))
}

function fileItems(path: string): readonly MenuItem[] {
  return [
    { label: t`Open`, icon: BookOpenText, keys: 'enter', run: () => openFile(path) },
    {
      label: t`History`,
      icon: History,
      run: () => {
        useWindow.setState({ panel: true })
        openFile(path)
      },
    },
    { label: t`Export…`, icon: Download, run: () => beginExport({ kind: 'file', path }) },
  ]
}

function folderItems(path: string, onNaming: (naming: Naming) => void): readonly MenuItem[] {
  const name = (what: Naming['what']) => ({ takesFocus: true, run: () => onNaming({ what, folder: path }) })
  return [
    { label: t`New file here`, icon: FilePlus, ...name('file') },
    { label: t`New folder here`, icon: FolderPlus, ...name('folder') },
    { label: t`Add files here…`, icon: Import, run: () => void pickFiles('files', path).then(beginImport) },
    ...(isTaken(path) ? [{ label: t`History`, icon: History, run: () => openHistory(path) }] : []),
  ]
}

/** Ways to a file or folder at another time, and in other programs. */
function placeItems(path: string, onAsk: TreeCommandOptions['onAsk']): readonly MenuItem[] {
  if (!isTaken(path)) return []
  const past = { label: t`As it was…`, icon: CalendarClock, takesFocus: true, run: () => onAsk({ how: 'past', path }) }
  return [past, ...openItems(path, isFile(path))]
}

/** What happened in a folder. */
function openHistory(folder: string): void {
  setFilter({ ...NO_FILTER, path: folder })
  openPoint()
}

/** What the button above the tree offers. */
export function treeItems(onNaming: (naming: Naming) => void): readonly MenuItem[] {
  return [
    {
      label: t`New folder`,
      icon: FolderPlus,
      takesFocus: true,
      run: () => onNaming({ what: 'folder', folder: '' }),
    },
    { label: t`Add files…`, icon: Import, run: () => void pickFiles('files', '').then(beginImport) },
    { label: t`Add a folder…`, icon: FolderInput, run: () => void pickFiles('folder', '').then(beginImport) },
    { label: t`Import what others know…`, icon: FileInput, takesFocus: true, run: openBringIn },
    { label: t`Export the files…`, icon: Download, apart: true, run: () => beginExport({ kind: 'folder' }) },
  ]
}
