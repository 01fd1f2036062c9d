import { t } from '@lingui/core/macro'
import {
  ArchiveRestore,
  BookOpenText,
  ClipboardList,
  Download,
  FileInput,
  FileText,
  Flag,
  History,
  Library,
  ListChecks,
  Lock,
  LockOpen,
  type LucideIcon,
  MessageCircleDashed,
  MessageSquareText,
  PencilLine,
  Plus,
  Redo2,
  Scale,
  Settings2,
  SunMoon,
  Undo2,
} from 'lucide-react'
import type { ConversationSummary } from '../../shared/conversation.ts'
import type { TreeFile } from '../../shared/memory.ts'
import type { Actor } from '../../shared/origin.ts'
import { factsText } from '../format/language.ts'
import { pointLabel } from '../format/point-label.ts'
import { size } from '../format/sizes.ts'
import { stamp } from '../format/time.ts'
import { changeSettings, useApp } from '../state/app-store.ts'
import { openBringIn } from '../state/bring-in-store.ts'
import { beginExport } from '../state/export-store.ts'
import { isReadOnly, setReadOnly } from '../state/lock.ts'
import { usePoints } from '../state/points-store.ts'
import { usePolicies } from '../state/policy-store.ts'
import { openChat, openFile, openPoint, openTemporary, openUpkeep } from '../state/routes.ts'
import { addStore, openStore } from '../state/stores-store.ts'
import { useWindow } from '../state/window-store.ts'
import { isBound, press } from '../ui/keys.ts'
import { shortcutGroups } from './shortcuts.ts'

/** One row of the palette. */
export interface Item {
  /** Unique among all rows. */
  readonly id: string
  readonly label: string
  /** How the label is set: as a path, or as text of the memory. */
  readonly as?: 'path' | 'memory'
  readonly icon?: LucideIcon | undefined
  /** In place of an icon, for a change. */
  readonly actor?: Actor
  readonly hint?: string
  readonly keys?: string
  readonly run: () => void
}

/** Keys that move, confirm or close: no commands. */
const MOVES = /^(?:(?:shift\+|alt\+)?(?:up|down|left|right|enter|esc|space|home|end|pageup|pagedown|f6)|[jkyn])$/

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'mod+1': MessageSquareText,
  'mod+2': BookOpenText,
  'mod+3': History,
  'mod+4': ListChecks,
  'mod+5': Scale,
  'mod+6': ClipboardList,
  'mod+,': Settings2,
  'mod+n': Plus,
  'shift+mod+n': MessageCircleDashed,
  'mod+z': Undo2,
  'shift+mod+z': Redo2,
  f2: PencilLine,
}

/** Every command that does something now: the window's, those of the view, and a few without a key. */
export function commands(view: string): readonly Item[] {
  const bound = shortcutGroups()
    .filter(({ views }) => views === undefined || views.includes(view))
    .flatMap(({ keys }) => keys)
    .filter(([keys]) => keys !== 'mod+k' && !MOVES.test(keys) && isBound(keys))
    .map(([keys, label]): Item => ({
      id: `key ${keys} ${label}`,
      icon: ICONS[keys],
      label,
      keys,
      run: () => press(keys),
    }))
  return [...bound, ...withoutKeys()]
}

function withoutKeys(): readonly Item[] {
  const { app } = useApp.getState()
  const stores = app?.stores.list.filter(({ isOpen, isMissing }) => !isOpen && !isMissing) ?? []
  const isLocked = isReadOnly(usePolicies.getState().state?.policies.rules ?? [])
  const themes = [
    ['light', t`Use the light theme`],
    ['dark', t`Use the dark theme`],
    ['system', t`Use the system theme`],
  ] as const
  return [
    ...stores.map((store): Item => {
      const { name } = store
      return { id: `store ${store.key}`, icon: Library, label: t`Switch to ${name}`, run: () => void openStore(store) }
    }),
    { id: 'store add', icon: Library, label: t`Add a store…`, run: () => void addStore() },
    { id: 'import', icon: FileInput, label: t`Import what others know…`, run: openBringIn },
    { id: 'export files', icon: Download, label: t`Export the files…`, run: () => beginExport({ kind: 'folder' }) },
    { id: 'export history', icon: Download, label: t`Export the history…`, run: () => beginExport({ kind: 'bundle' }) },
    { id: 'upkeep', label: t`Memory upkeep`, run: () => openUpkeep() },
    {
      id: 'read-only',
      icon: isLocked ? LockOpen : Lock,
      label: isLocked ? t`Let agents write again` : t`Stop agents from writing`,
      run: () => setReadOnly(!isLocked),
    },
    ...themes
      .filter(([theme]) => theme !== app?.settings.theme)
      .map(([theme, label]): Item => {
        return { id: `theme ${theme}`, icon: SunMoon, label, run: () => void changeSettings({ theme }) }
      }),
  ]
}

export function fileItem(path: string, file?: TreeFile): Item {
  const facts = file === undefined ? [] : [size(file.blob.size), ...(file.last === null ? [] : [stamp(file.last.time)])]
  return {
    id: `file ${path}`,
    icon: FileText,
    label: path,
    as: 'path',
    hint: factsText(facts),
    run: () => openFile(path),
  }
}

export function conversationItem({
  id,
  title,
  updatedAt,
  temporary = false,
}: Pick<ConversationSummary, 'id' | 'title' | 'updatedAt'> & { readonly temporary?: boolean }): Item {
  return {
    id: `conversation ${id}`,
    icon: MessageSquareText,
    label: title,
    hint: stamp(updatedAt),
    run: () => (temporary ? openTemporary(id) : openChat(id)),
  }
}

/** Restoring begins in the file's history. */
export function restoreItem(path: string): Item {
  const run = (): void => {
    useWindow.setState({ panel: true })
    openFile(path)
  }
  return {
    id: `restore ${path}`,
    icon: ArchiveRestore,
    label: t`Restore ${path}…`,
    hint: t`opens the file’s history`,
    run,
  }
}

/** The points but for those made before changes. */
export function pointItems(): readonly Item[] {
  const named = usePoints.getState().points.filter(({ automatic }) => !automatic)
  return named.map((point) => ({
    id: `point ${point.name}`,
    icon: Flag,
    label: pointLabel(point),
    hint: stamp(point.madeAt),
    run: () => openPoint(point.commit),
  }))
}
