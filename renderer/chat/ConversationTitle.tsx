import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { archiveConversation, deleteConversation } from '../state/conversation-actions.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Menu } from '../ui/Menu.tsx'
import { conversationMenu } from './conversation-menu.ts'
import { TitleField } from './TitleField.tsx'

/** The title in the bar, with the conversation's menu. */
export function ConversationTitle({ summary }: { readonly summary: ConversationSummary }) {
  /** While the title is edited: what had the focus before. */
  const [editing, setEditing] = useState<{ readonly returnTo: Element | null } | null>(null)
  const [asking, setAsking] = useState(false)
  const rename = (): void => setEditing({ returnTo: document.activeElement })
  useKeys({ f2: rename })
  if (editing !== null) {
    const end = (): void => {
      setEditing(null)
      setTimeout(() => focusAgain(editing.returnTo))
    }
    return (
      <>
        <h1 className="vh">{summary.title}</h1>
        <TitleField summary={summary} onClose={end} />
      </>
    )
  }
  const remove = (): void => void deleteConversation(summary, true)
  const items = conversationMenu(summary, {
    onRename: rename,
    onArchive: () => void archiveConversation(summary),
    onDelete: () => (summary.job === null ? remove() : setAsking(true)),
  })
  return (
    <>
      <h1>{summary.title}</h1>
      <Menu
        align="start"
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for this conversation`} data-title-menu="" />}
        items={items}
      />
      {asking && <AskDelete summary={summary} onClose={() => setAsking(false)} onDelete={remove} />}
    </>
  )
}

/** What had the focus, if it is still there; the menu's button was away while the field was there. */
function focusAgain(element: Element | null): void {
  const target = element?.isConnected === true ? element : document.querySelector('[data-title-menu]')
  if (target instanceof HTMLElement) target.focus()
}

/** Before a session of a job is deleted, which cannot be restored. */
export function AskDelete({
  summary,
  onClose,
  onDelete,
}: {
  readonly summary: ConversationSummary
  readonly onClose: () => void
  readonly onDelete: () => void
}) {
  const remove = (): void => {
    onClose()
    onDelete()
  }
  const undoFirst = async (): Promise<void> => {
    onClose()
    await undoTurn(summary.id)
  }
  return (
    <AskSheet title={t`Delete “${summary.title}”?`} isAlert onClose={onClose}>
      <p>
        <Trans>The messages will be deleted for good. What the agent saved stays in the memory and the timeline.</Trans>
      </p>
      {summary.changes > 0 && (
        <p>
          <Trans>
            If you also want to undo what the agent saved, do so before you delete the conversation. If the undo changes
            several files, you’ll see a preview first.
          </Trans>{' '}
          <Button small icon={Undo2} onClick={() => void undoFirst()}>
            <Trans>Undo this conversation’s changes…</Trans>
          </Button>
        </p>
      )}
      <div className="row sheet-acts">
        <span className="grow" />
        <Button onClick={onClose} keys="esc">
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="red" onClick={remove}>
          <Trans>Delete the conversation</Trans>
        </Button>
      </div>
    </AskSheet>
  )
}
