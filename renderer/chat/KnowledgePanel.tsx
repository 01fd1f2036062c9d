import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Knowledge, KnownFile, KnownLine, KnownVersion } from '../../shared/knowledge.ts'
import { files } from '../format/counts.ts'
import { listText } from '../format/language.ts'
import { clock } from '../format/time.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { closeKnowledge, knowledgeButtonId } from '../state/knowledge-store.ts'
import { filePath, pastPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { RedactableText } from '../text/RedactedText.tsx'
import { IconButton } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { explained, tooltip } from '../ui/Tooltip.tsx'
import { foldKnown } from './fold-known.ts'

interface KnowledgePanelProps {
  readonly conversation: string
  readonly turn: number
}

/** What the conversation had seen of the memory when it gave an answer. */
export function KnowledgePanel({ conversation, turn }: KnowledgePanelProps) {
  const { answer: known } = useQuery(
    `${conversation} ${turn}`,
    0,
    () => api.chat.knowledge.query({ id: conversation, turn }),
    { warns: true },
  )
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [turn])
  const close = (): void => {
    closeKnowledge()
    document.getElementById(knowledgeButtonId(turn))?.focus()
  }
  useKeys({ esc: close })
  return (
    <aside
      className="panel knew"
      aria-label={t`What the agent knew in turn ${turn}`}
      data-pane
      tabIndex={-1}
      ref={panel}
    >
      <div className="ph">
        <h2>
          <Trans>What the agent knew</Trans> <small>{t`turn ${turn}`}</small>
        </h2>
        <span className="grow" />
        <IconButton icon={X} small name={t`Close`} keys="esc" onClick={close} />
      </div>
      <div className="scroll grow" tabIndex={0}>
        {known == null ? <Skeleton rows={6} /> : <KnownParts known={known} />}
      </div>
    </aside>
  )
}

function KnownParts({ known }: { readonly known: Knowledge }) {
  return (
    <>
      <p className="meta">
        {known.files.length === 0 ? (
          <Trans>The agent hadn’t read any of the memory before this answer.</Trans>
        ) : (
          <Trans>
            The parts of the memory the agent had read before this answer, as they were then. The answer may also draw
            on things outside this list.
          </Trans>
        )}
      </p>
      {known.files.map((file) => (
        <FileSection key={file.path} file={file} />
      ))}
      <NeverLookedAt known={known} />
    </>
  )
}

/** The newest version that was read, and those before it when they are asked for. */
function FileSection({ file }: { readonly file: KnownFile }) {
  const { path } = file
  const [open, setOpen] = useState(false)
  const [newest, ...earlier] = file.versions.toReversed()
  return (
    <section aria-label={path}>
      <h3 className="cut">
        <PathText path={path} />
      </h3>
      {newest !== undefined && <Version version={newest} />}
      {earlier.length > 0 && (
        <button type="button" className="looked" aria-expanded={open} onClick={() => setOpen(!open)}>
          {plural(earlier.length, { one: '# earlier version', other: '# earlier versions' })}
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      )}
      {open && earlier.map((version) => <Version key={`${version.time} ${version.commit}`} version={version} />)}
    </section>
  )
}

function Version({ version }: { readonly version: KnownVersion }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { turns, gone, lines } = version
  const time = clock(version.time)
  const list = listText(turns.map(String))
  const inTurns = plural(turns.length, { one: `turn ${list}`, other: `turns ${list}` })
  return (
    <>
      <p className="meta">
        {time} · {inTurns}
        {gone !== null && (
          <span className="badge wait">
            {gone === 'cleared' ? t`left out of the context before this answer` : t`summarised before this answer`}
          </span>
        )}
      </p>
      <ol className={gone === null ? 'known' : 'known gone'}>
        {foldKnown(lines, opened).map((row) =>
          row.kind === 'gap' ? (
            <li key={`gap ${row.from}`}>
              <button type="button" className="unfold" onClick={() => setOpened(new Set([...opened, row.from]))}>
                {plural(row.lines, { one: 'Show # more line', other: 'Show # more lines' })}
              </button>
            </li>
          ) : (
            <LineLink key={row.line.number} version={version} line={row.line} />
          ),
        )}
      </ol>
    </>
  )
}

function LineLink({ version, line }: { readonly version: KnownVersion; readonly line: KnownLine }) {
  const { commit, path } = version
  const { number, text, appears } = line
  const content: ReactNode = (
    <>
      <span className="ln">{number}</span>
      <span className="tx">
        {text === '' ? '\u00a0' : <RedactableText text={text} />}
        {appears !== null && (
          <span
            className="badge"
            {...tooltip(
              appears === 'value'
                ? t`The answer contains the value in this line`
                : t`The answer contains at least four words in a row from this line`,
            )}
          >
            <Trans>appears in the answer</Trans>
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={appears === null ? undefined : 'appears'}>
      {commit === null ? (
        <span className="kl">{content}</span>
      ) : (
        <a className="kl" href={`#${pastPath(commit, path, number)}`} {...explained(t`Open the file as it was then`)}>
          {content}
        </a>
      )}
    </li>
  )
}

const SHOWN_PATHS = 12

function NeverLookedAt({ known: { neverLookedAt: never } }: { readonly known: Knowledge }) {
  const [all, setAll] = useState(false)
  if (never === null || never.count === 0) return null
  const shown = all ? never.paths : never.paths.slice(0, SHOWN_PATHS)
  const more = never.count - shown.length
  return (
    <section aria-label={t`Never read`}>
      <h3>
        <Trans>Never read</Trans> <small>{files(never.count)}</small>
      </h3>
      <ul className="known never">
        {shown.map((path) => (
          <li key={path}>
            <a className="cut" href={`#${never.commit === null ? filePath(path) : pastPath(never.commit, path)}`}>
              <PathText path={path} />
            </a>
          </li>
        ))}
        {more > 0 && (
          <li>
            {all ? (
              <span className="meta">{plural(more, { one: 'and # more', other: 'and # more' })}</span>
            ) : (
              <button type="button" className="unfold" onClick={() => setAll(true)}>
                {plural(more, { one: '# more file', other: '# more files' })}
              </button>
            )}
          </li>
        )}
      </ul>
    </section>
  )
}
