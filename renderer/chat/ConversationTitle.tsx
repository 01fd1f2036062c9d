import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis, NotebookPen, PencilLine, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConversationSummary } from '../../shared/conversation.ts'
import { api, sentence } from '../state/api.ts'
import { loadConversations, wrapUp } from '../state/chat-store.ts'
import { openChat } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'

/** The title in the bar, with a menu to rename or delete the conversation. */
export function ConversationTitle({ summary }: { readonly summary: ConversationSummary }) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const save = async (title: string): Promise<void> => {
    setEditing(false)
    if (title.trim() === '' || title.trim() === summary.title) return
    await attempt(() => api.chat.rename.mutate({ id: summary.id, title }))
  }
  if (editing) {
    return (
      <input
        className="title-edit"
        aria-label={t`Title of the conversation`}
        defaultValue={summary.title}
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlur={(event) => void save(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save(event.currentTarget.value)
          else if (event.key === 'Escape') setEditing(false)
        }}
      />
    )
  }
  return (
    <>
      <h1>{summary.title}</h1>
      <Menu
        align="start"
        trigger={<IconButton icon={Ellipsis} small name={t`More for this conversation`} />}
        items={[
          { label: t`Rename`, icon: PencilLine, run: () => setTimeout(() => setEditing(true)) },
          ...(summary.changes === 0
            ? []
            : [{ label: t`Undo everything it wrote…`, icon: Undo2, run: () => void undoTurn(summary.id) }]),
          ...(canWrapUp(summary) ? [{ label: t`Wrap up`, icon: NotebookPen, run: () => void wrapUp(summary.id) }] : []),
          { label: t`Delete…`, icon: Trash2, danger: true, run: () => setAsking(true) },
        ]}
      />
      {asking && <AskDelete summary={summary} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Whether the agent can write down where it is. */
const canWrapUp = ({ at, running, turns, job }: ConversationSummary): boolean =>
  at === null && !running && turns > 0 && job?.judges === undefined

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    await loadConversations()
    return true
  } catch (error) {
    useStatusBar.getState().warn(sentence(error))
    return false
  }
}

function AskDelete({ summary, onClose }: { readonly summary: ConversationSummary; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('.row .btn')?.focus()
  }, [])
  const remove = async (): Promise<void> => {
    onClose()
    if (await attempt(() => api.chat.remove.mutate({ id: summary.id }))) openChat()
  }
  const undoFirst = async (): Promise<void> => {
    onClose()
    await undoTurn(summary.id)
  }
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby="delete-title" className="ask-sheet" onClose={onClose}>
      <h2 id="delete-title">
        <Trans>Delete “{summary.title}”?</Trans>
      </h2>
      <p>
        <Trans>Its messages are deleted for good. What it wrote stays in the memory and the timeline.</Trans>
      </p>
      {summary.changes > 0 && (
        <p>
          <Trans>To undo what it wrote as well, do that first: you see each file before anything changes.</Trans>{' '}
          <Button small icon={Undo2} onClick={() => void undoFirst()}>
            <Trans>Undo everything it wrote…</Trans>
          </Button>
        </p>
      )}
      <div className="row">
        <span className="grow" />
        <Button onClick={onClose} keys="esc">
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="red" onClick={() => void remove()}>
          <Trans>Delete the conversation</Trans>
        </Button>
      </div>
    </dialog>
  )
}
