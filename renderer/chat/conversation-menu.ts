import { t } from '@lingui/core/macro'
import {
  Archive,
  ArchiveRestore,
  Download,
  NotebookPen,
  PencilLine,
  Pin,
  PinOff,
  Save,
  Trash2,
  Undo2,
  X,
} from 'lucide-react'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { keepTemporary, pinConversation } from '../state/conversation-actions.ts'
import { wrapUp } from '../state/turn-actions.ts'
import { undoTurn } from '../state/undo-flow.ts'
import type { MenuItem } from '../ui/Menu.tsx'

interface Asks {
  readonly onRename: () => void
  readonly onArchive: () => void
  readonly onDelete: () => void
}

/** The menu of a conversation, the same in the list and over the thread. */
export function conversationMenu(
  summary: ConversationSummary,
  { onRename, onArchive, onDelete }: Asks,
): readonly MenuItem[] {
  const { id, pinned, archived, changes, job, running, temporary } = summary
  if (temporary)
    return [
      { label: t`Keep this conversation`, icon: Save, disabled: running, run: () => void keepTemporary(id) },
      { label: t`Close`, icon: X, run: onDelete },
    ]
  return [
    { label: t`Rename`, icon: PencilLine, keys: 'f2', takesFocus: true, run: onRename },
    { label: pinned ? t`Unpin` : t`Pin`, icon: pinned ? PinOff : Pin, run: () => void pinConversation(summary) },
    {
      label: archived ? t`Unarchive` : t`Archive`,
      icon: archived ? ArchiveRestore : Archive,
      run: onArchive,
    },
    ...(changes === 0
      ? []
      : [{ label: t`Undo this conversation’s changes…`, icon: Undo2, run: () => void undoTurn(id), apart: true }]),
    ...(summary.turns === 0
      ? []
      : [{ label: t`Export as Markdown…`, icon: Download, run: () => void exportLate(summary) }]),
    ...(canWrapUp(summary)
      ? [{ label: t`Have the agent save its progress`, icon: NotebookPen, run: () => void wrapUp(id) }]
      : []),
    {
      label: job === null ? t`Delete` : t`Delete…`,
      icon: Trash2,
      danger: true,
      apart: true,
      takesFocus: job !== null,
      run: onDelete,
    },
  ]
}

/** Loaded late: it imports diffs. */
const exportLate = async (summary: ConversationSummary): Promise<void> =>
  (await import('./export-conversation.ts')).exportConversation(summary)

/** Whether the agent can write down where it is. */
const canWrapUp = ({ at, running, turns, job }: ConversationSummary): boolean =>
  at === null && !running && turns > 0 && job?.judges === undefined
