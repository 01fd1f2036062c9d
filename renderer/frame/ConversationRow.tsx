import { plural, t } from '@lingui/core/macro'
import { ClipboardList, Ellipsis, History, MessageCircleDashed } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { ConversationHit, ConversationJob, ConversationSummary } from '../../shared/conversation.ts'
import { conversationMenu } from '../chat/conversation-menu.ts'
import { AskDelete } from '../chat/ConversationTitle.tsx'
import { TitleField } from '../chat/TitleField.tsx'
import { when } from '../format/time.ts'
import { archiveConversation, closeTemporary, deleteConversation } from '../state/conversation-actions.ts'
import { chatPath, temporaryPath, turnPath } from '../state/routes.ts'
import { IconButton } from '../ui/Button.tsx'
import { ContextMenu, type ContextMenuPlace } from '../ui/ContextMenu.tsx'
import { isFocusLost } from '../ui/focus.ts'
import { Menu } from '../ui/Menu.tsx'
import { tooltip } from '../ui/Tooltip.tsx'

interface ConversationRowProps {
  readonly conversation: ConversationSummary
  readonly here: boolean
  /** The message in which the words searched for are. */
  readonly message?: ConversationHit['message']
}

/** A conversation in the list, with its menu: by its button or the right mouse button; F2 renames it. */
export function ConversationRow({ conversation, here, message = null }: ConversationRowProps) {
  const { id, temporary } = conversation
  const link = useRef<HTMLAnchorElement>(null)
  const [editing, setEditing] = useState(false)
  const [place, setPlace] = useState<ContextMenuPlace | null>(null)
  const focusLink = (): void => void setTimeout(() => link.current?.focus())
  if (editing) {
    const end = (): void => {
      setEditing(false)
      focusLink()
    }
    return <TitleField summary={conversation} onClose={end} />
  }
  return (
    <div
      className={message === null ? 'conv-row' : 'conv-row found'}
      onContextMenu={(event) => {
        event.preventDefault()
        setPlace({ x: event.clientX, y: event.clientY })
      }}
    >
      <a
        ref={link}
        href={`#${temporary ? temporaryPath(id) : message === null ? chatPath(id) : turnPath(id, message.turn)}`}
        aria-current={here ? 'page' : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || temporary) return
          event.preventDefault()
          setEditing(true)
        }}
      >
        <Marks conversation={conversation} />
        {message !== null && <small className="cut">{message.text}</small>}
      </a>
      <RowMenu
        conversation={conversation}
        here={here}
        link={link}
        place={place}
        onRename={() => setEditing(true)}
        onClose={() => setPlace(null)}
      />
    </div>
  )
}

interface RowMenuProps extends ConversationRowProps {
  readonly link: RefObject<HTMLAnchorElement | null>
  /** Where it opens by the right mouse button. */
  readonly place: ContextMenuPlace | null
  readonly onRename: () => void
  readonly onClose: () => void
}

function RowMenu({ conversation, here, link, place, onRename, onClose }: RowMenuProps) {
  const { id, title, job, temporary } = conversation
  const [asking, setAsking] = useState(false)
  const focusLink = (): void => void setTimeout(() => link.current?.focus())
  const remove = (): void =>
    void orFocusBeside(link.current, () =>
      temporary ? closeTemporary(id, here) : deleteConversation(conversation, here),
    )
  const endAsking = (): void => {
    setAsking(false)
    focusLink()
  }
  const items = conversationMenu(conversation, {
    onRename,
    onArchive: () => void orFocusBeside(link.current, () => archiveConversation(conversation)),
    onDelete: () => (job === null ? remove() : setAsking(true)),
  })
  return (
    <>
      <Menu
        align="start"
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for “${title}”`} />}
        items={items}
        returnFocus={focusLink}
      />
      <ContextMenu
        place={place}
        name={t`Menu for “${title}”`}
        items={items}
        onClose={onClose}
        returnFocus={focusLink}
      />
      {asking && <AskDelete summary={conversation} onClose={endAsking} onDelete={remove} />}
    </>
  )
}

/** Does what may take a conversation off the list; if the focus goes with its row, the row beside it gets it. */
async function orFocusBeside(link: Element | null, work: () => Promise<unknown>): Promise<void> {
  const links = [...(link?.closest('.conv')?.querySelectorAll<HTMLElement>('.conv-row > a') ?? [])]
  const at = links.findIndex((other) => other === link)
  const beside = [...links.slice(at + 1), ...links.slice(0, at).toReversed()]
  await work()
  // The list is rendered first.
  requestAnimationFrame(() => {
    if (!isFocusLost()) return
    const target = beside.find((other) => other.isConnected) ?? document.querySelector('main')
    target?.focus()
  })
}

function sessionWords({ name, session, judges }: ConversationJob): string {
  return judges === undefined
    ? t`session ${session} of the job ${name}`
    : t`check of a finished step in the job ${name}`
}

/** The title, with what kind of conversation it is and what it did. */
function Marks({ conversation }: { readonly conversation: ConversationSummary }) {
  const { title, changes, running, at: past, job, temporary } = conversation
  const then = past === null ? '' : when(past.time)
  const counted = plural(changes, { one: '# change to the memory', other: '# changes to the memory' })
  return (
    <>
      {temporary && <MessageCircleDashed className="i xs" aria-hidden />}
      {job !== null && (
        <span role="img" aria-label={sessionWords(job)} {...tooltip(sessionWords(job))}>
          <ClipboardList className="i xs" aria-hidden />
        </span>
      )}
      <span className="cut" title={title}>
        {title}
      </span>
      {past !== null && (
        <span
          role="img"
          aria-label={t`about the memory as it was ${then}`}
          {...tooltip(t`About the memory as it was ${then}`)}
        >
          <History className="i xs" aria-hidden />
        </span>
      )}
      {running ? (
        <span className="run" role="img" aria-label={t`answering`} />
      ) : (
        changes > 0 && (
          <span className="n" {...tooltip(counted)}>
            <span aria-hidden>{changes}</span>
            <span className="vh">{counted}</span>
          </span>
        )
      )}
    </>
  )
}
