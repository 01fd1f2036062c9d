import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Tick } from '../../shared/jobs/job.ts'
import { jobFolder, type JobName } from '../../shared/jobs/names.ts'
import { stamp } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { useMemory } from '../state/memory-store.ts'
import { chatPath, filePath, pointPath } from '../state/routes.ts'
import { LongText } from '../text/LongText.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { filePieces } from './file-pieces.ts'

interface DetailProps {
  readonly name: string
  readonly job: JobName
  readonly text: string
  /** It is not in the memory. */
  readonly isOurs?: boolean
}

/** A text about a feature; the files that it names can be opened. */
export function Detail({ name, job, text, isOurs = false }: DetailProps) {
  const paths = useTreePaths()
  return (
    <p className="detail">
      <span className="meta">{name}</span>
      <span className={isOurs ? 'ink2' : 'mem'}>
        <LongText text={text}>
          {(shown) =>
            filePieces(shown, jobFolder(job), (path) => paths.has(path)).map((piece, at) =>
              piece.path === null ? (
                <RedactableText key={at} text={piece.text} />
              ) : (
                <a key={at} className="text-link" href={`#${filePath(piece.path)}`}>
                  {piece.text}
                </a>
              ),
            )
          }
        </LongText>
      </span>
    </p>
  )
}

function useTreePaths(): ReadonlySet<string> {
  const files = useMemory(({ tree }) => tree?.files)
  return useMemo(() => new Set(files?.map(({ path }) => path)), [files])
}

/** Who ticked a feature, when, and in which commit. */
export function TickLine({ tick: { actor, commit, time, conversation } }: { readonly tick: Tick }) {
  return (
    <p className="detail">
      <span className="meta">{t`Ticked`}</span>
      <span className="meta row">
        <ActorBadge actor={actor} small />
        <a className="text-link" href={`#${pointPath(commit)}`}>
          {stamp(time)}
        </a>
        {conversation !== null && (
          <a className="text-link" href={`#${chatPath(conversation)}`}>
            <Trans>conversation</Trans>
          </a>
        )}
      </span>
    </p>
  )
}
