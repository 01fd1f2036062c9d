import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FileHit, SearchPage } from '../../shared/memory.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { openLine } from '../state/open-line.ts'
import { highlightChunks } from '../text/text-chunks.ts'

/** Shorter words are in nearly every file. */
const MIN_QUERY_CHARACTERS = 2
/** A word is asked for when the typing pauses. */
const TYPING_PAUSE_MS = 120

/** Files that have the words in their text, with the line that has most of them; those that have them in their name stand in the tree. */
export function FoundInText({ words }: { readonly words: string }) {
  const page = useSearch(words)
  if (page === undefined) return null
  const hits = page.hits.filter(({ line }) => line !== null)
  return (
    <section className="hits" aria-labelledby="found-in-text" aria-live="polite">
      <h3 id="found-in-text">
        <Trans>In the text</Trans>
      </h3>
      {hits.length === 0 ? (
        <p>
          <Trans>No file has this in its text.</Trans>
        </p>
      ) : (
        <ul>
          {hits.map((hit) => (
            <li key={hit.path}>
              <Hit hit={hit} words={words} />
            </li>
          ))}
        </ul>
      )}
      {page.more && (
        <p>
          <Plural
            value={page.hits.length}
            one="The first file; type on to find fewer."
            other="The first # files; type on to find fewer."
          />
        </p>
      )}
    </section>
  )
}

function Hit({ hit: { path, line }, words }: { readonly hit: FileHit; readonly words: string }) {
  if (line === null) return null
  return (
    <button type="button" title={path} onClick={() => openLine(path, line.number)}>
      <span className="cut">
        <PathText path={path} />
      </span>
      <span className="ln">
        {highlightChunks(line.text.trim(), words).map(({ text, found }, at) =>
          found ? <mark key={at}>{text}</mark> : text,
        )}
      </span>
    </button>
  )
}

/** What was found, and found again when the memory changes; `undefined` for too little to look for. While one types what was found last stands. */
function useSearch(words: string): SearchPage | undefined {
  const changes = useMemory((state) => state.changes)
  const [page, setPage] = useState<SearchPage>()
  const isAsked = words.trim().length >= MIN_QUERY_CHARACTERS
  useEffect(() => {
    if (!isAsked) return
    let wanted = true
    const timer = setTimeout(() => {
      api.memory.search.query({ words }).then(
        (found) => wanted && setPage(found),
        () => undefined,
      )
    }, TYPING_PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [words, isAsked, changes])
  return isAsked ? page : undefined
}
