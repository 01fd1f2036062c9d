import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, PencilLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ImportedSource, ImportedText, ImportProposal } from '../../shared/import.ts'
import type { WaitingImport } from '../../shared/waiting.ts'
import { listText, sentencesText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { dropImport, saveImport } from '../state/imports.ts'
import { useText } from '../state/memory-store.ts'
import { useQuery } from '../state/use-query.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { isPressed, useKeys } from '../ui/keys.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ALL, type Choosing, selectionOf, takenOf, textOf, withLine, withTaken } from './import-selection.ts'

/** An export of years has thousands of conversations; the command line lists all. */
const MAX_LEFT_OUT_SHOWN = 500

/** All that an import would write, by source and file: taken, edited or left out, down to the line. */
export function ImportPane({ waiting }: { readonly waiting: WaitingImport }) {
  const { answer, problem } = useQuery(waiting.id, '', () => api.imports.proposal.query({ id: waiting.id }))
  const [choosing, setChoosing] = useState(ALL)
  const [busy, setBusy] = useState(false)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  const proposal = answer ?? undefined
  const selection = proposal === undefined ? [] : selectionOf(proposal.files, choosing)
  const canSave = selection.length > 0 && !busy
  const save = async (): Promise<void> => {
    if (!canSave) return
    setBusy(true)
    await saveImport(waiting, selection)
    setBusy(false)
  }
  const drop = (): void => void dropImport(waiting)
  useKeys({ enter: (event) => !isPressed(event) && void save(), u: drop })
  const name = listText(waiting.names)
  return (
    <section className="det" aria-label={t`Import: ${name}`} data-pane tabIndex={-1} ref={pane}>
      <div className="in2 scroll">
        <h2>{t`Import: ${name}`}</h2>
        {proposal === undefined && (problem === null ? <Skeleton rows={8} /> : <p className="bad">{problem}</p>)}
        {proposal?.sources.map((source, at) => (
          <SourceFiles
            key={source.hash}
            source={source}
            files={proposal.files.filter((file) => file.source === at)}
            choosing={choosing}
            onChoose={setChoosing}
          />
        ))}
        {proposal !== undefined && <FoldedLines proposal={proposal} />}
      </div>
      <div className="ab">
        <Button variant="pri" icon={Check} keys="enter" busy={busy} disabled={!canSave} onClick={() => void save()}>
          {plural(selection.length, { one: 'Import # file', other: 'Import # files' })}
        </Button>
        <Button icon={X} keys="u" onClick={drop}>
          <Trans>Don’t import</Trans>
        </Button>
      </div>
    </section>
  )
}

interface ChoosingProps {
  readonly choosing: Choosing
  readonly onChoose: (choosing: Choosing) => void
}

interface SourceFilesProps extends ChoosingProps {
  readonly source: ImportedSource
  readonly files: readonly ImportedText[]
}

function SourceFiles({ source, files, choosing, onChoose }: SourceFilesProps) {
  const { name, found, proposed, folded, leftOut, vanished } = source
  const left = leftOut.reduce((sum, { count }) => sum + count, 0)
  const paths = files.map(({ path }) => path)
  const taken = paths.map((path) => takenOf(choosing, path))
  const isIn = taken.some(({ isOut }) => !isOut)
  const isPart = isIn && taken.some(({ isOut, without }) => isOut || without.size > 0)
  const summary = sentencesText([
    plural(found, { one: `# found, ${proposed} new.`, other: `# found, ${proposed} new.` }),
    folded > 0 && plural(folded, { one: '# is known already.', other: '# are known already.' }),
    left > 0 && plural(left, { one: '# was left out.', other: '# were left out.' }),
    vanished.length > 0 &&
      plural(vanished.length, { one: '# is no longer in the source.', other: '# are no longer in the source.' }),
  ])
  return (
    <section className="kind import-source" aria-label={name}>
      <h3>
        <label>
          <input
            type="checkbox"
            ref={(box) => {
              if (box !== null) box.indeterminate = isPart
            }}
            aria-label={t`Everything from ${name}`}
            checked={isIn}
            disabled={files.length === 0}
            onChange={(event) => onChoose(withTaken(choosing, paths, { isOut: !event.target.checked }))}
          />
          {name}
        </label>
      </h3>
      <p className="meta">{summary}</p>
      <ul className="lst ticks">
        {files.map((file) => (
          <FileRow key={file.path} file={file} choosing={choosing} onChoose={onChoose} />
        ))}
      </ul>
      {leftOut.length > 0 && (
        <Fold name={plural(left, { one: 'Left out: #', other: 'Left out: #' })}>
          <ul className="lst plain">
            {leftOut.slice(0, MAX_LEFT_OUT_SHOWN).map(({ what, why }, at) => (
              <li key={at}>
                <span className="t">{what}</span>
                <span className="m">{worded(why)}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

function FileRow({ file, choosing, onChoose }: { readonly file: ImportedText } & ChoosingProps) {
  const [isOpen, setOpen] = useState(false)
  const { path, from } = file
  const { isOut, without, text: edited } = takenOf(choosing, path)
  const isPart = !isOut && (without.size > 0 || edited !== null)
  return (
    <>
      <li className={isOpen ? 'on' : undefined}>
        <input
          type="checkbox"
          aria-label={t`Import ${path}`}
          checked={!isOut}
          onChange={(event) => onChoose(withTaken(choosing, [path], { isOut: !event.target.checked }))}
        />
        <button type="button" className="t" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <PathText path={path} />
        </button>
        <span className="m">
          {[from === path ? null : from, isPart ? t`in part` : null].filter((each) => each !== null).join(' · ')}
        </span>
      </li>
      {isOpen && (
        <li className="of-file">
          {edited !== null ? (
            <textarea
              autoFocus
              className="area"
              rows={12}
              aria-label={t`Text of ${path}`}
              value={edited}
              onChange={(event) => onChoose(withTaken(choosing, [path], { text: event.target.value }))}
            />
          ) : file.before === null ? (
            <Lines file={file} choosing={choosing} onChoose={onChoose} />
          ) : (
            <Changed file={file} />
          )}
          <Button
            small
            icon={PencilLine}
            onClick={() =>
              onChoose(withTaken(choosing, [path], { text: edited === null ? textOf(file, choosing) : null }))
            }
          >
            {edited === null ? <Trans>Edit</Trans> : <Trans>Discard my edit</Trans>}
          </Button>
        </li>
      )}
    </>
  )
}

/** A new file, line by line. */
function Lines({ file: { path, text }, choosing, onChoose }: { readonly file: ImportedText } & ChoosingProps) {
  const { without, isOut } = takenOf(choosing, path)
  return (
    <ul className="import-lines">
      {text.split('\n').map((line, at) =>
        line.trim() === '' ? null : (
          <li key={at}>
            <label>
              <input
                type="checkbox"
                checked={!isOut && !without.has(at)}
                onChange={(event) => onChoose(withLine(choosing, path, at, event.target.checked))}
              />
              <span>{line}</span>
            </label>
          </li>
        ),
      )}
    </ul>
  )
}

/** What another import of the same source changes in a file. */
function Changed({ file: { before, text } }: { readonly file: ImportedText }) {
  const was = useText(before)
  return was === undefined ? (
    <div className="sk" aria-hidden />
  ) : (
    <TextDiff before={was ?? ''} after={text} context={2} edges />
  )
}

/** What is said already, and where. */
function FoldedLines({ proposal: { folded } }: { readonly proposal: ImportProposal }) {
  if (folded.length === 0) return null
  return (
    <Fold name={plural(folded.length, { one: 'Known already: # line', other: 'Known already: # lines' })}>
      <ul className="lst plain">
        {folded.map(({ from, text, path }, at) => (
          <li key={at}>
            <span className="t">{text}</span>
            <span className="m">{t`${from}; also in ${path}`}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
