import { t } from '@lingui/core/macro'
import type { Change } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { filesIn, folderTarget, mainPath, undoneCommit, verbLabel, verbSentence } from '../format/verbs.ts'
import { QuotedLine } from '../memory-parts/ChangedQuote.tsx'
import { MainPath, PathText } from '../memory-parts/PathText.tsx'
import { type Message, messageOf } from './message-of.ts'
import { usePolicyWords } from './use-policy-words.ts'

interface EntryMessageProps {
  readonly commit: Commit
  /** It brings back what an undo took away. */
  readonly redo: boolean
}

/** What a commit did, or what was undone: the line that was learned or lost, or what a person wrote about it; then its file. */
export function EntryMessage({ commit, redo }: EntryMessageProps) {
  const undone = undoneCommit(commit, redo)
  const told = undone ?? commit
  const [first] = told.changes
  const { word, icon: Icon } = verbLabel(commit, redo)
  const message = messageOf(told)
  // The line says what was learned, but not that it is there again, or again gone.
  const prefix = undone !== null || commit.origin.verb === 'restore' ? word : null
  if (message === null && first?.change.path === POLICIES_PATH)
    return <PolicyMessage commit={commit} change={first.change} word={prefix} />
  if (message === null)
    return (
      <span className="en-msg cut" id={`said-${commit.id}`} title={verbSentence(commit, redo)}>
        <span className="vb">{undone === null ? word : `${word} ${verbLabel(undone).word}`}</span>{' '}
        <Changed commit={told} />
      </span>
    )
  return (
    <>
      <span className="en-msg cut" id={`said-${commit.id}`} title={message.text}>
        <Said {...message} prefix={prefix} />
      </span>
      <span className="en-file cut">
        <Icon className="i xs" aria-hidden />
        {commit.changeCount > 1 ? filesIn(commit) : <PathText path={mainPath(commit)} />}
      </span>
    </>
  )
}

function Said({ kind, text, prefix }: Message & { readonly prefix: string | null }) {
  if (kind === 'subject') return text
  return (
    <>
      {prefix !== null && <span className="vb">{prefix} </span>}
      {kind === 'deleted' ? (
        <>
          <span className="vb">{t`Deleted`}</span> <PathText path={text} />
        </>
      ) : (
        <QuotedLine kind={kind} text={text} />
      )}
    </>
  )
}

/** A file, a folder with its files, or a number of files. */
function Changed({ commit }: { readonly commit: Commit }) {
  if (folderTarget(commit) !== null)
    return (
      <>
        <MainPath commit={commit} /> <span className="meta num">{filesIn(commit)}</span>
      </>
    )
  return commit.changeCount > 1 ? filesIn(commit) : <MainPath commit={commit} />
}

interface PolicyMessageProps {
  readonly commit: Commit
  readonly change: Change
  readonly word: string | null
}

function PolicyMessage({ commit, change, word }: PolicyMessageProps) {
  const text = usePolicyWords(change).join(' · ')
  return (
    <span className="en-msg cut" id={`said-${commit.id}`} title={text}>
      {word !== null && <span className="vb">{word} </span>}
      {text}
    </span>
  )
}
