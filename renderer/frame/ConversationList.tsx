import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConversationSearch, ConversationSummary } from '../../shared/conversation.ts'
import { spanName } from '../format/time.ts'
import { api } from '../state/api.ts'
import { useChat } from '../state/chat-store.ts'
import { chatPath, temporaryPath } from '../state/routes.ts'
import { IconButton } from '../ui/Button.tsx'
import { ConversationRow } from './ConversationRow.tsx'

/** The conversations, or those in which the words typed are found. */
export function ConversationList({ at }: { readonly at: string }) {
  const list = useChat((state) => state.list)
  const [words, search] = useState('')
  const found = useFound(words)
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

function Spans({ list, at }: Listed) {
  const [archiveShown, showArchive] = useState(false)
  const sorted = list.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const archived = sorted.filter((each) => each.archived)
  const temporary = sorted.filter((each) => each.temporary)
  const shown = sorted.filter((each) => !each.archived && !each.temporary)
  const spans = Map.groupBy(shown, ({ pinned, updatedAt }) => (pinned ? t`Pinned` : spanName(updatedAt)))
  const pinned = spans.get(t`Pinned`) ?? []
  spans.delete(t`Pinned`)
  return (
    <div className="conv scroll">
      {temporary.length > 0 && <Span name={t`Temporary`} list={temporary} at={at} />}
      {pinned.length > 0 && <Span name={t`Pinned`} list={pinned} at={at} />}
      {[...spans].map(([span, conversations]) => (
        <Span key={span} name={span} list={conversations} at={at} />
      ))}
      {archived.length > 0 && (
        <button
          type="button"
          className="archive"
          aria-expanded={archiveShown}
          onClick={() => showArchive(!archiveShown)}
        >
          <Archive className="i s" aria-hidden />
          {plural(archived.length, { one: '# archived', other: '# archived' })}
        </button>
      )}
      {archiveShown && archived.length > 0 && (
        <Span name={t({ message: 'Archive', context: 'where archived conversations are' })} list={archived} at={at} />
      )}
    </div>
  )
}

function Span({ name, list, at }: Listed & { readonly name: string }) {
  return (
    <div>
      <div className="day">{name}</div>
      {list.map((conversation) => (
        <ConversationRow key={conversation.id} conversation={conversation} here={isHere(at, conversation.id)} />
      ))}
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
          <Trans>No matching conversations.</Trans>
        ) : (
          !found.isComplete && <Trans>There may be more. Keep typing to narrow the list.</Trans>
        )}
      </p>
    </div>
  )
}

const TYPING_PAUSE_MS = 150
const SHOWN = 50

/** The answer to the words typed last; while typing, that to the words before. */
function useFound(words: string): ConversationSearch | undefined {
  const [found, setFound] = useState<ConversationSearch>()
  const isEmpty = words.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let isCurrent = true
    const timer = setTimeout(() => {
      api.chat.search.query({ words, limit: SHOWN }).then(
        (answer) => isCurrent && setFound(answer),
        () => undefined,
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words, isEmpty])
  return isEmpty ? undefined : found
}
