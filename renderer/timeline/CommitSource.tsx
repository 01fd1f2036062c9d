import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Commit, isClaimed, personOf } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { comma } from '../format/language.ts'
import { stampOf } from '../format/time.ts'
import { actorName, ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { LineageMark, lineageName } from '../memory-parts/LineageMark.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { useDevice } from '../state/devices-store.ts'
import { usePoints } from '../state/points-store.ts'
import { filePath, turnPath } from '../state/routes.ts'
import { useAgentWords } from '../state/use-agent-words.ts'
import { useSentence } from '../state/use-sentence.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { PointNames } from './PointNames.tsx'

/** Which file, by whom, from which conversation and sentence, and which commit. */
export function CommitSource({ commit }: { readonly commit: Commit }) {
  const { conversation, turn, source } = commit.origin
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
        <Author commit={commit} />
      </Fact>
      {personOf(commit) !== null && (
        <Fact name={t`Message`} className="said">
          <Trans>“{commit.subject}”</Trans>
        </Fact>
      )}
      {conversation !== undefined && turn !== undefined && <FromTurn conversation={conversation} turn={turn} />}
      {source !== undefined && <Fact name={t`Source`}>{source}</Fact>}
      <FromDevice device={commit.origin.device} />
      <FromAgent commit={commit} />
      <Fact name={t`Commit`} isSecondary className="hash" title={commit.id}>
        {commit.id.slice(0, 7)}
      </Fact>
      <Point commit={commit.id} />
    </dl>
  )
}

function Point({ commit }: { readonly commit: string }) {
  const points = usePoints((state) => state.points).filter((point) => point.commit === commit)
  if (points.length === 0) return null
  return (
    <Fact name={t`Point`}>
      <PointNames points={points} />
    </Fact>
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

function Author({ commit }: { readonly commit: Commit }) {
  const { actor, model, client, clientVersion } = commit.origin
  const person = personOf(commit)
  const lineage = commit.origin.lineage
  return (
    <>
      <ActorBadge actor={actor} small silent />
      {person ?? client ?? actorName(actor)}
      {(model ?? clientVersion) !== undefined && `${comma()}${model ?? clientVersion}`}
      {isClaimed(commit) && (
        <span
          className="badge"
          {...tooltip(t`This is what the commit says, but the commit wasn’t made by Variorum on this device.`)}
        >
          <Trans>claimed, not verified</Trans>
        </span>
      )}
      <span className="row from-lineage">
        <LineageMark lineage={lineage} silent />
        {lineageName(lineage)}
      </span>
    </>
  )
}

/** The other device that made it. */
function FromDevice({ device: id }: { readonly device: string | undefined }) {
  const device = useDevice(id)
  return device === undefined ? null : <Fact name={t`Device`}>{device.name}</Fact>
}

/** The conversation and the user's message that led to the commit. */
function FromTurn({ conversation, turn }: { readonly conversation: string; readonly turn: number }) {
  const { isHere, title, sentence } = useSentence(conversation, turn)
  return (
    <>
      <Fact name={t`From`} className="cut">
        {isHere ? (
          <a className="text-link" href={`#${turnPath(conversation, turn)}`}>
            <Trans>
              {title}, turn {turn}
            </Trans>
          </a>
        ) : title === undefined ? (
          <Trans>an unavailable conversation, turn {turn}</Trans>
        ) : (
          <Trans>
            {title}, turn {turn}
          </Trans>
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

/** The conversation of another agent with the user that led to the commit, and what the user said there. */
function FromAgent({ commit }: { readonly commit: Commit }) {
  const words = useAgentWords({ commit: commit.id, source: commit })
  if (words === null || words === undefined) return null
  const { program } = words
  if (words.kind === 'gone')
    return <Fact name={t`From`}>{t`${program}: its conversation is no longer on this computer`}</Fact>
  const { sentence } = words
  const time = stampOf(words.time)
  return (
    <>
      <Fact name={t`From`}>{t`${program}, in its conversation of ${time}`}</Fact>
      <Fact name={t`Sentence`} isSecondary className="said">
        <Trans>“{sentence}”</Trans>
      </Fact>
    </>
  )
}
