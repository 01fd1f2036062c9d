import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import type { PastPoint, Turn } from '../../shared/conversation.ts'
import { verbLabel } from '../format/verbs.ts'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { usePastTree } from '../memory-parts/PastFile.tsx'
import { commitsOf } from '../state/chat-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { openFile, openPast, pointPath } from '../state/routes.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { Button } from '../ui/Button.tsx'
import { type Touched, touchedFiles } from './fold-parts.ts'

interface ChatPanelProps {
  readonly turns: readonly Turn[]
  /** The past state that the conversation looks at; `null` for the present. */
  readonly at: Pick<PastPoint, 'commit'> | null
}

/** The memory beside the conversation, and what this conversation did to it. */
export function ChatPanel({ turns, at }: ChatPanelProps) {
  const now = useMemory((state) => state.tree)
  const then = usePastTree(at?.commit ?? null) ?? null
  const tree = at === null ? now : then
  const undoes = useUndoes((state) => state.undoes)
  const touched = useMemo(
    () => touchedFiles(commitsOf(turns), (commit) => undoneBy(undoes, commit.variorumId) !== null),
    [turns, undoes],
  )
  const changed = useMemo(() => new Set(touched.filter(({ undone }) => !undone).map(({ path }) => path)), [touched])
  return (
    <aside className="panel" aria-label={at === null ? t`Memory` : t`Memory at this point`} data-pane tabIndex={-1}>
      <div className="ph">{at === null ? t`Memory` : t`Memory at this point`}</div>
      {at === null && tree?.files.length === 0 ? (
        <div className="scroll grow">
          <NothingYet />
        </div>
      ) : (
        <FileTree
          files={tree?.files ?? null}
          onOpen={at === null ? openFile : (path) => openPast(at.commit, path)}
          changed={changed}
        />
      )}
      {touched.length > 0 && <ThisConversation touched={touched} />}
    </aside>
  )
}

function NothingYet() {
  return (
    <div className="empty panel-empty">
      <h2>
        <Trans>Nothing remembered yet.</Trans>
      </h2>
      <p>
        <Trans>What the agent saves appears here as soon as it’s saved.</Trans>
      </p>
      <Button small onClick={() => openFile()}>
        <Trans>Write a file yourself</Trans>
      </Button>
    </div>
  )
}

function ThisConversation({ touched }: { readonly touched: readonly Touched[] }) {
  const standing = touched.filter(({ undone }) => !undone)
  const conversation = standing[0]?.commit.origin.conversation
  return (
    <section className="tc" aria-label={t`This conversation`}>
      <div className="ph">{t`This conversation`}</div>
      <ul className="scroll">
        {touched.map((file) => {
          const { icon: Icon } = verbLabel(file.commit)
          return (
            <li key={file.path}>
              <a href={`#${pointPath(file.commit.id)}`}>
                <Icon className="i s" aria-hidden />
                <span className={file.undone ? 'cut grow gone' : 'cut grow'}>{file.path}</span>
                {file.undone && <Trans>undone</Trans>}
              </a>
            </li>
          )
        })}
      </ul>
      {standing.length > 1 && conversation !== undefined && (
        <Button variant="q" small icon={Undo2} onClick={() => void undoTurn(conversation)}>
          {plural(standing.length, { one: 'Undo in # file…', 2: 'Undo in both files…', other: 'Undo in all # files…' })}
        </Button>
      )}
    </section>
  )
}
