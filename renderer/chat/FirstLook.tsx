import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TreeFile } from '../../shared/memory.ts'
import { isNamedNoText } from '../../shared/not-text.ts'
import { countText } from '../format/counts.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { useApp } from '../state/app-store.ts'
import { asTheySay, Starters } from './Starters.tsx'
import { topicsIn } from './topics.ts'

/** Before the first conversation about a memory that has files already: what to ask, and how much the agent can read. */
export function FirstLook({ files }: { readonly files: readonly TreeFile[] }) {
  const topics = useMemo(() => topicsIn(files), [files])
  const questions = [...topics.map((topic) => t`What do you know about ${topic}?`), t`What is in here?`]
  return (
    <>
      <Starters id={undefined} starters={asTheySay(questions)} />
      <CanRead files={files} />
    </>
  )
}

const MAX_NAMED = 50

/** How many of the files the agent can read, and why not the others. */
function CanRead({ files }: { readonly files: readonly TreeFile[] }) {
  const [open, setOpen] = useState(false)
  const leftOut = useApp(({ app }) => app?.store.leftOut) ?? []
  const others = [
    ...files.filter(({ path }) => isNamedNoText(path)).map(({ path }) => ({ path, why: t`not text` })),
    ...leftOut.map(({ path, reason }) => ({ path, why: worded(reason) })),
  ]
  const all = files.length + leftOut.length
  const [count, total] = [countText(all - others.length), countText(all)]
  if (others.length === 0)
    return (
      <p className="spec-note">
        {plural(all, { one: 'The agent can read the one file here.', other: 'The agent can read all # files.' })}
      </p>
    )
  return (
    <div className="spec-note">
      <button type="button" className="looked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Trans>
          The agent can read {count} of {total} files
        </Trans>
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      {open && (
        <ul className="looked-at">
          {others.slice(0, MAX_NAMED).map(({ path, why }) => (
            <li key={path} className="cut">
              <PathText path={path} /> <span className="meta">· {why}</span>
            </li>
          ))}
          {others.length > MAX_NAMED && (
            <li className="meta">{plural(others.length - MAX_NAMED, { one: 'and # more', other: 'and # more' })}</li>
          )}
        </ul>
      )}
    </div>
  )
}
