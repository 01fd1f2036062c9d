import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { ProposalView, ProposedFile, WhyLeftOut } from '../../shared/tidy.ts'
import type { Choices } from '../../shared/undoing.ts'
import { costOf } from '../../shared/usage.ts'
import { files as filesText } from '../format/counts.ts'
import { costText } from '../format/money.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { useApp } from '../state/app-store.ts'
import { fetchText, useMemory } from '../state/memory-store.ts'
import { acceptProposal, dropProposal } from '../state/tidy-store.ts'
import { Markdown } from '../text/Markdown.tsx'
import { Button } from '../ui/Button.tsx'
import { FatesPane } from './FatesPane.tsx'
import { ProposedFilePane } from './ProposedFilePane.tsx'
import { type LeftOut, NOTHING_LEFT_OUT, selectionOf, withFile } from './tidy-selection.ts'
import { TidyVerdict, useVerdict } from './TidyVerdict.tsx'

/** What tidying the copy came to: the dropped lines first, then every file, accepted whole or in parts. */
export function ProposalPane({ proposal }: { readonly proposal: ProposalView }) {
  const [left, setLeft] = useState(NOTHING_LEFT_OUT)
  const [choices, setChoices] = useState<Choices>({})
  const [open, setOpen] = useState<string | null>(null)
  const texts = useTexts(proposal.files)
  const selection = selectionOf(proposal.files, left, ({ before }) =>
    before === null ? null : (texts.get(before) ?? null),
  )
  const acceptance = { id: proposal.id, selection, choices }
  const verdict = useVerdict(acceptance, proposal.dropShare)
  const file = proposal.files.find(({ path }) => path === open)
  return (
    <div className="deck review tidied">
      <main className="review-list scroll" aria-label={t`Proposal`} data-pane tabIndex={-1}>
        <Head proposal={proposal} />
        <FileRows proposal={proposal} left={left} onLeft={setLeft} open={open} onOpen={setOpen} />
        <LeftOutRows files={proposal.leftOut} />
      </main>
      <section
        className="det"
        aria-label={file === undefined ? t`What happens to each line` : file.path}
        data-pane
        tabIndex={-1}
      >
        <div className="in2 scroll">
          <TidyVerdict
            verdict={verdict}
            proposal={proposal}
            choices={choices}
            onChoices={setChoices}
            onInclude={(paths) => setLeft(paths.reduce((now, path) => withFile(now, path, true), left))}
          />
          {file === undefined ? (
            <FatesPane fates={proposal.fates} />
          ) : (
            <ProposedFilePane file={file} left={left} onLeft={setLeft} />
          )}
        </div>
        <Ways
          label={
            left === NOTHING_LEFT_OUT
              ? t`Accept the whole proposal`
              : plural(selection.length, { one: 'Accept # file', other: 'Accept # files' })
          }
          canAccept={selection.length > 0 && verdict?.isFine === true}
          onAccept={() => acceptProposal(acceptance)}
          onLines={file === undefined ? null : () => setOpen(null)}
        />
      </section>
    </div>
  )
}

interface WaysProps {
  readonly label: string
  readonly canAccept: boolean
  readonly onAccept: () => Promise<boolean>
  /** `null` while they are shown. */
  readonly onLines: (() => void) | null
}

function Ways({ label, canAccept, onAccept, onLines }: WaysProps) {
  const [busy, setBusy] = useState(false)
  const accept = async (): Promise<void> => {
    setBusy(true)
    await onAccept()
    setBusy(false)
  }
  return (
    <div className="ab">
      <Button variant="pri" busy={busy} disabled={!canAccept} onClick={() => void accept()}>
        {label}
      </Button>
      {onLines !== null && (
        <Button onClick={onLines}>
          <Trans>What happens to each line</Trans>
        </Button>
      )}
      <span className="grow" />
      <Button variant="q" onClick={() => void dropProposal()}>
        <Trans>Discard the proposal</Trans>
      </Button>
    </div>
  )
}

/** The present texts of the files, by their versions. */
function useTexts(files: readonly ProposedFile[]): ReadonlyMap<string, string | null> {
  const texts = useMemory((state) => state.texts)
  useEffect(() => {
    for (const { before } of files) if (before !== null) void fetchText(before)
  }, [files])
  return texts
}

function Head({ proposal }: { readonly proposal: ProposalView }) {
  const { at, files, fates, summary, cutShort, read, requests, model, provider } = proposal
  const prices = useApp((state) => state.app?.settings.prices)
  const cost = prices === undefined || provider === 'demo' ? null : costText(costOf(requests, model, prices))
  const [time, count] = [when(at), filesText(files.length)]
  return (
    <div className="qh">
      <h2>
        {fates.dropped.length === 0 && fates.repeated.length > 0
          ? plural(fates.repeated.length, {
              one: '# duplicate line would be removed',
              other: '# duplicate lines would be removed',
            })
          : plural(fates.dropped.length, {
              0: 'No lines would be dropped',
              one: '# line would be dropped',
              other: '# lines would be dropped',
            })}
      </h2>
      <p>
        {t`A copy of the memory was tidied ${time}. ${count} would change.`} {cost !== null && t`Cost: ${cost}.`}{' '}
        <Trans>Nothing has changed yet.</Trans>
      </p>
      {read !== null && read.notes < read.of && (
        <p className="note">
          {plural(read.of, {
            one: `Only a part of the memory was read: ${read.notes} of # note.`,
            other: `Only a part of the memory was read: ${read.notes} of # notes.`,
          })}
        </p>
      )}
      {cutShort !== null && <p className="note">{worded(cutShort)}</p>}
      {summary !== '' && (
        <div className="summary">
          <Markdown text={summary} />
        </div>
      )}
    </div>
  )
}

interface FileRowsProps {
  readonly proposal: ProposalView
  readonly left: LeftOut
  readonly onLeft: (left: LeftOut) => void
  readonly open: string | null
  readonly onOpen: (path: string) => void
}

function FileRows({ proposal, left, onLeft, open, onOpen }: FileRowsProps) {
  return (
    <section className="kind" aria-label={t`Files`}>
      <h3>
        {t`Files`} <small>{proposal.files.length}</small>
      </h3>
      <ul className="lst ticks">
        {proposal.files.map((file) => (
          <li
            key={file.path}
            className={file.path === open ? 'on' : undefined}
            aria-current={file.path === open || undefined}
          >
            <input
              type="checkbox"
              aria-label={t`Accept ${file.path}`}
              checked={!left.files.has(file.path)}
              onChange={(event) => onLeft(withFile(left, file.path, event.target.checked))}
            />
            <button type="button" className="t" onClick={() => onOpen(file.path)}>
              <PathText path={file.path} />
            </button>
            <span className="m">
              {fateOf(file)}
              {(left.changes.get(file.path)?.size ?? 0) > 0 && `, ${t`accepted in part`}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the agent changed in its copy and nobody can accept. */
function LeftOutRows({ files }: { readonly files: ProposalView['leftOut'] }) {
  if (files.length === 0) return null
  return (
    <section className="kind" aria-label={t`Not part of the proposal`}>
      <h3>
        {t`Not part of the proposal`} <small>{files.length}</small>
      </h3>
      <ul className="lst plain">
        {files.map(({ path, why }) => (
          <li key={path}>
            <span className="t">
              <PathText path={path} />
            </span>
            <span className="m">{whyText(why)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whyText(why: WhyLeftOut): string {
  switch (why) {
    case 'job':
      return t`belongs to a job`
    case 'not-a-note':
      return t`not a note`
    case 'frontmatter':
      return t`the metadata at its top could no longer be read`
    default:
      return assertNever(why)
  }
}

function fateOf({ before, after }: ProposedFile): string {
  if (before === null) return t`new`
  return after === null ? t`deleted` : t`changed`
}
