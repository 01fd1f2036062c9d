import { Trans } from '@lingui/react/macro'
import type { FileHit } from '../../shared/memory.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { openLine } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { highlightChunks } from '../text/text-chunks.ts'

/** Shorter words occur in nearly every file. */
const MIN_QUERY_CHARACTERS = 2

/** Files with the words in their text, each with its best line. Matches in file names are shown by the tree. */
export function FoundInText({ words }: { readonly words: string }) {
  const changes = useMemory((state) => state.changes)
  const { answer: page } = useQuery(
    words.trim().length < MIN_QUERY_CHARACTERS ? null : words,
    changes,
    () => api.memory.search.query({ words }),
    { isTyped: true },
  )
  if (page === undefined) return null
  const hits = page.hits.filter(({ line }) => line !== null)
  return (
    <section className="hits" aria-labelledby="found-in-text" aria-live="polite">
      <h2 id="found-in-text">
        <Trans>In the text</Trans>
      </h2>
      {hits.length === 0 ? (
        !page.more && (
          <p>
            <Trans>No files contain this text.</Trans>
          </p>
        )
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
          <Trans>There may be more. Keep typing to narrow the list.</Trans>
        </p>
      )}
    </section>
  )
}

function Hit({ hit: { path, line }, words }: { readonly hit: FileHit; readonly words: string }) {
  if (line === null) return null
  return (
    <button type="button" onClick={() => openLine(path, line.number)}>
      <span className="cut" title={path}>
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
