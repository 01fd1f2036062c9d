import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArchiveRestore } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Commit, type CountedChange, nameOf } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { undoneCommit, verbLabel } from '../format/verbs.ts'
import { DiffChoices } from '../memory-parts/DiffChoices.tsx'
import { FlagBadges } from '../memory-parts/FlagBadges.tsx'
import { PathText, RenamedFrom } from '../memory-parts/PathText.tsx'
import { PlusMinus } from '../memory-parts/PlusMinus.tsx'
import { bringBack, restoreFile } from '../state/actions.ts'
import { useJobs } from '../state/jobs-store.ts'
import { jobPath } from '../state/routes.ts'
import { undoLines } from '../state/undo-flow.ts'
import { useUndoes, useUndoneBy } from '../state/undone-store.ts'
import { isRedo } from '../state/undone.ts'
import { Diff } from '../text/Diff.tsx'
import type { Elsewhere } from '../text/moved-elsewhere.ts'
import { OpenMarks, originalOf } from '../text/OpenableMark.tsx'
import { useElsewhere } from '../text/use-elsewhere.ts'
import { Button } from '../ui/Button.tsx'
import { CommitSource } from './CommitSource.tsx'
import { headingOf } from './summary.ts'
import { usePolicyWords } from './use-policy-words.ts'

const MAX_FILES_SHOWN = 20

/** What a commit changed: a heading, where it came from, and the diff of each file. */
export function CommitChanges({ commit }: { readonly commit: Commit }) {
  const undoes = useUndoes((state) => state.undoes)
  const redo = isRedo(undoes, commit)
  const elsewhere = useElsewhere(useMemo(() => commit.changes.map(({ change }) => change), [commit]))
  const more = commit.changeCount - Math.min(MAX_FILES_SHOWN, commit.changes.length)
  return (
    <>
      <div className="change-head">
        <h2>{headingOf(commit, redo)}</h2>
        {commit.changes.some(({ change }) => change.path !== POLICIES_PATH) && <DiffChoices />}
      </div>
      <CommitSource commit={commit} />
      <CommitFlags commit={commit} />
      {commit.changes.slice(0, MAX_FILES_SHOWN).map((counted) => (
        <FileChange
          key={counted.change.path}
          commit={commit}
          counted={counted}
          redo={redo}
          single={commit.changeCount === 1}
          elsewhere={elsewhere.get(counted.change.path)}
        />
      ))}
      {more > 0 && <p className="meta">{plural(more, { one: 'and # more file', other: 'and # more files' })}</p>}
    </>
  )
}

/** What is odd about it, if it changed the checklist of a job. */
function CommitFlags({ commit }: { readonly commit: Commit }) {
  const flagged = useJobs((state) => state.flagged.get(nameOf(commit)))
  if (flagged === undefined) return null
  return (
    <p className="flag">
      <FlagBadges commit={commit} />
      <a className="text-link" href={`#${jobPath(flagged.job)}`}>
        <Trans>Show the job</Trans>
      </a>
    </p>
  )
}

interface FileChangeProps {
  readonly commit: Commit
  readonly counted: CountedChange
  readonly redo: boolean
  readonly single: boolean
  readonly elsewhere: Elsewhere | undefined
}

function FileChange(props: FileChangeProps) {
  return props.counted.change.path === POLICIES_PATH ? <PolicyChange {...props} /> : <FileDiff {...props} />
}

/** What happened to the policies, in words; their file is for those who ask for it. */
function PolicyChange(props: FileChangeProps) {
  const [isShown, setShown] = useState(false)
  const undone = undoneCommit(props.commit, props.redo)
  // A commit of the policies alone has one change.
  const words = usePolicyWords((props.single ? undone?.changes[0] : undefined)?.change ?? props.counted.change)
  return (
    <>
      <ul className="policy-words">
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Button variant="q" small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? <Trans>Hide the file’s diff</Trans> : <Trans>Show the file’s diff</Trans>}
      </Button>
      {isShown && <FileDiff {...props} />}
    </>
  )
}

function FileDiff({ commit, counted, redo, single, elsewhere }: FileChangeProps) {
  const { change, lines } = counted
  const isUndone = useUndoneBy(commit) !== null
  const { word, icon: Icon } = verbLabel(
    single ? commit : { ...commit, changes: [counted], origin: { ...commit.origin, verb: 'other' } },
    redo,
  )
  return (
    <div className="box">
      <div className="fh">
        <span className="grow row">
          <Icon className="i s" aria-hidden />
          {change.path !== POLICIES_PATH && <span>{word}</span>}
          {change.from !== undefined && <RenamedFrom path={change.from} />}
          <span className="cut">
            <PathText path={change.path} />
          </span>
          <PlusMinus lines={lines} />
        </span>
        {change.after === null && commit.parent !== null && (
          <Button variant="q" small icon={ArchiveRestore} onClick={() => void bringBack(change.path, commit)}>
            <Trans>Restore it</Trans>
          </Button>
        )}
        {!single && change.after !== null && (
          <Button variant="q" small icon={ArchiveRestore} onClick={() => void restoreFile(change.path, commit)}>
            <Trans>Restore</Trans>
          </Button>
        )}
      </div>
      <div className="bx">
        <OpenMarks source={originalOf(commit)}>
          <Diff
            change={change}
            context={2}
            edges
            elsewhere={elsewhere}
            onUndo={isUndone ? undefined : (lines) => void undoLines(commit, change.path, lines)}
          />
        </OpenMarks>
        {change.from !== undefined && change.before?.id === change.after?.id && (
          <p className="diff-note">
            <Trans>Only the name changed.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
