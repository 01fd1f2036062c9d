import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import type { ProposedFile } from '../../shared/tidy.ts'
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
        changes.map((change, at) => (
          <OneChange
            key={`${change.removed[0]} ${change.added[0]}`}
            number={at + 1}
            change={change}
            texts={{ before: was ?? '', after: file.after ?? '' }}
            isIn={!left.files.has(file.path) && left.changes.get(file.path)?.has(at) !== true}
            onChoose={(isIn) => onLeft(withChange(left, file.path, { at, of: changes.length }, isIn))}
          />
        ))
      )}
    </>
  )
}

interface OneChangeProps {
  readonly number: number
  readonly change: LineChoice
  readonly texts: { readonly before: string; readonly after: string }
  readonly isIn: boolean
  readonly onChoose: (isIn: boolean) => void
}

function OneChange({ number, change: { removed, added }, texts, isIn, onChoose }: OneChangeProps) {
  const [old, now] = [linesWithEnds(texts.before), linesWithEnds(texts.after)]
  return (
    <div className={isIn ? 'box part' : 'box part out'}>
      <label className="fh">
        <input type="checkbox" checked={isIn} onChange={(event) => onChoose(event.target.checked)} />
        {t`Accept change ${number}`}
      </label>
      <div className="bx">
        <TextDiff
          before={removed.map((line) => old[line - 1] ?? '').join('')}
          after={added.map((line) => now[line - 1] ?? '').join('')}
          context={0}
          oldFrom={removed[0]}
          nowFrom={added[0]}
        />
      </div>
    </div>
  )
}
