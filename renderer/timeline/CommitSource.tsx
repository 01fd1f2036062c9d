import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import type { Commit, Origin } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { actorName, ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { loadConversation, useChat } from '../state/chat-store.ts'
import { chatPath, filePath } from '../state/routes.ts'
import { PointNames } from './PointNames.tsx'

/** Which file, by whom, from which conversation and sentence, and which commit. */
export function CommitSource({ commit }: { readonly commit: Commit }) {
  const { conversation, turn } = commit.origin
  const [first] = commit.changes
  return (
    <dl className="src">
      {first !== undefined && first.change.path !== POLICIES_PATH && commit.changeCount === 1 && (
        <Fact name={t`File`} className="cut">
          <a href={`#${filePath(first.change.path)}`}>
            <PathText path={first.change.path} />
          </a>
        </Fact>
      )}
      <Fact name={t`By`} className="row">
        <Author origin={commit.origin} isStated={!commit.ours} />
      </Fact>
      {conversation !== undefined && turn !== undefined && <FromTurn conversation={conversation} turn={turn} />}
      <Fact name={t`Commit`} isSecondary className="hash" title={commit.id}>
        {commit.id.slice(0, 7)}
      </Fact>
      <Fact name={t`Point`}>
        <PointNames commit={commit.id} />
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  /** Hidden where there is little room. */
  readonly isSecondary?: boolean
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

function Fact({ name, isSecondary = false, className, title, children }: FactProps) {
  return (
    <>
      <dt className={isSecondary ? 'lo' : undefined}>{name}</dt>
      <dd className={[isSecondary && 'lo', className].filter(Boolean).join(' ') || undefined} title={title}>
        {children}
      </dd>
    </>
  )
}

/** @param isStated whether the origin is only what the commit claims: Variorum did not write it */
function Author({ origin, isStated }: { readonly origin: Origin; readonly isStated: boolean }) {
  const { actor, model, lineage } = origin
  return (
    <>
      <ActorBadge actor={actor} small silent />
      {actorName(actor)}
      {model !== undefined && `, ${model}`}
      {isStated && (
        <span className="badge">
          <Trans>as stated</Trans>
        </span>
      )}
      {lineage === 'agent-untrusted' && (
        <span className="badge out">
          <Trans>from untrusted text</Trans>
        </span>
      )}
    </>
  )
}

/** The conversation and the user's message that led to the commit. */
function FromTurn({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const title = useChat((state) => state.list?.find(({ id }) => id === conversation)?.title)
  const sentence = useChat((state) => state.open.get(conversation)?.find(({ number }) => number === turn)?.text)
  const here = title !== undefined
  useEffect(() => {
    if (here && !useChat.getState().open.has(conversation)) void loadConversation(conversation).catch(() => undefined)
  }, [conversation, here])
  return (
    <>
      <Fact name={t`From`} className="cut">
        {here ? (
          <a className="text-link" href={`#${chatPath(conversation)}`}>
            <Trans>
              {title}, turn {turn}
            </Trans>
          </a>
        ) : (
          <Trans>a conversation that is not here, turn {turn}</Trans>
        )}
      </Fact>
      {sentence !== undefined && (
        <Fact name={t`Sentence`} isSecondary className="said">
          <Trans>“{sentence}”</Trans>
        </Fact>
      )}
    </>
  )
}
