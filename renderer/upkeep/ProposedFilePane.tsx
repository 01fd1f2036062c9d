import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ProposedFile } from '../../shared/tidy.ts'
import { ChangePart } from '../memory-parts/ChangePart.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { useText } from '../state/memory-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { changesOf, type LeftOut, withChange } from './tidy-selection.ts'

interface ProposedFilePaneProps {
  readonly file: ProposedFile
  readonly left: LeftOut
  readonly onLeft: (left: LeftOut) => void
}

/** One file of a proposal: each of its changes can be left out by itself. */
export function ProposedFilePane({ file, left, onLeft }: ProposedFilePaneProps) {
  const before = useText(file.before)
  if (before === undefined) return <div className="sk" aria-hidden />
  const was = file.before === null ? null : before
  const changes = changesOf(file, was)
  return (
    <>
      <h2>
        <PathText path={file.path} />
      </h2>
      {file.after === null && (
        <p className="why">
          <Trans>The file would be deleted. Whatever is kept moves to other files in the proposal.</Trans>
        </p>
      )}
      {changes.length === 0 ? (
        <div className="colx">
          <TextDiff before={was ?? ''} after={file.after ?? ''} context={0} />
        </div>
      ) : (
        changes.map((change, at) => {
          const number = at + 1
          return (
            <ChangePart
              key={`${change.removed[0]} ${change.added[0]}`}
              name={t`Accept change ${number}`}
              change={change}
              texts={{ before: was ?? '', after: file.after ?? '' }}
              isIn={!left.files.has(file.path) && left.changes.get(file.path)?.has(at) !== true}
              onChoose={(isIn) => onLeft(withChange(left, file.path, { at, of: changes.length }, isIn))}
            />
          )
        })
      )}
    </>
  )
}
