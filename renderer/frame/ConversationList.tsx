import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, Search, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ConversationSearch, ConversationSummary } from '../../shared/conversation.ts'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { api } from '../state/api.ts'
import { useChat } from '../state/chat-store.ts'
import { chatPath, temporaryPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { IconButton } from '../ui/Button.tsx'
import { type ConversationListRow, conversationRows } from './conversation-rows.ts'
import { ConversationRow } from './ConversationRow.tsx'

const SHOWN = 50

/** The conversations, or those in which the words typed are found. */
export function ConversationList({ at }: { readonly at: string }) {
  const list = useChat((state) => state.list)
  const [words, search] = useState('')
  const { answer: found } = useQuery(
    words.trim() === '' ? null : words,
    0,
    () => api.chat.search.query({ words, limit: SHOWN }),
    { isTyped: true },
  )
  if (list === null) return <div className="conv" />
  if (list.length === 0)
    return (
      <div className="conv">
        <p className="none">
          <Trans>No conversations yet. They’ll be listed here with the number of changes each one made.</Trans>
        </p>
      </div>
    )
  return (
    <>
      <SearchField words={words} onSearch={search} />
      {words.trim() === '' ? <Spans list={list} at={at} /> : <Found found={found} list={list} at={at} />}
    </>
  )
}

function SearchField({ words, onSearch }: { readonly words: string; readonly onSearch: (words: string) => void }) {
  return (
    <div className="conv-find">
      <Search className="i s" aria-hidden />
      <input
        type="text"
        aria-label={t`Search conversations`}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={t`Search conversations`}
        value={words}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '') return
          event.preventDefault()
          onSearch('')
        }}
      />
      {words !== '' && (
        <IconButton
          icon={X}
          small
          name={t({ message: 'Clear', context: 'a search field' })}
          onClick={() => onSearch('')}
        />
      )}
    </div>
  )
}

interface Listed {
  readonly list: readonly ConversationSummary[]
  readonly at: string
}

const ROW_PX = 28

/** All conversations. Rows out of sight are not on the page: in time there are many, each with a menu of its own. */
function Spans({ list, at }: Listed) {
  const [archiveShown, showArchive] = useState(false)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const view = (row: ConversationListRow): ReactNode => {
    switch (row.kind) {
      case 'span':
        return <div className="day">{row.name}</div>
      case 'conversation':
        return <ConversationRow conversation={row.conversation} here={isHere(at, row.id)} />
      case 'archive':
        return (
          <button
            type="button"
            className="archive"
            aria-expanded={archiveShown}
            onClick={() => showArchive(!archiveShown)}
          >
            <Archive className="i s" aria-hidden />
            {plural(row.archived, { one: '# archived', other: '# archived' })}
          </button>
        )
    }
  }
  return (
    <div className="conv scroll" ref={setBox}>
      {box !== null && (
        <Virtuoso
          data={[...conversationRows(list, archiveShown)]}
          customScrollParent={box}
          defaultItemHeight={ROW_PX}
          increaseViewportBy={200}
          computeItemKey={(_, { id }) => id}
          itemContent={(_, row) => view(row)}
        />
      )}
    </div>
  )
}

const isHere = (at: string, id: string): boolean =>
  at === chatPath(id) || at.startsWith(`${chatPath(id)}/`) || at === temporaryPath(id)

function Found({ found, list, at }: Listed & { readonly found: ConversationSearch | undefined }) {
  if (found === undefined) return <div className="conv" aria-busy />
  const hits = found.hits.flatMap((hit) => {
    const conversation = list.find(({ id }) => id === hit.id)
    return conversation === undefined ? [] : { conversation, hit }
  })
  return (
    <div className="conv scroll" role="region" aria-label={t`Conversations found`}>
      {hits.map(({ conversation, hit }) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          here={isHere(at, conversation.id)}
          message={hit.message}
        />
      ))}
      <p className="none" role="status">
        {hits.length === 0 ? (
          found.isComplete ? (
            <Trans>No matching conversations.</Trans>
          ) : (
            <Trans>No matches in the newest conversations. Searching the older ones took too long.</Trans>
          )
        ) : (
          !found.isComplete && <Trans>There may be more. Keep typing to narrow the list.</Trans>
        )}
      </p>
    </div>
  )
}
