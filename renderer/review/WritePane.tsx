import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, GitMerge, PencilLine, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import { plainLine, tellingLine } from '../../shared/plain-line.ts'
import type { DeviceConflict, FittedFile } from '../../shared/waiting.ts'
import { factsText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { ChangePart } from '../memory-parts/ChangePart.tsx'
import { LineageMark, lineageName } from '../memory-parts/LineageMark.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { writerOf, writeTitle } from '../memory-parts/review-words.ts'
import { WhyNot } from '../memory-parts/WhyNot.tsx'
import { useDevice } from '../state/devices-store.ts'
import { turnPath } from '../state/routes.ts'
import type { WaitingWrite } from '../state/waiting-groups.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { isPressed, useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DevicesDiffer, TwoVersions } from './DevicesDiffer.tsx'
import { type Deciding, useDeciding } from './use-deciding.ts'

/** What an agent wants to write: as it would change the files now, to be saved, edited or not. */
export function WritePane({ waiting }: { readonly waiting: WaitingWrite }) {
  const deciding = useDeciding(waiting)
  const { files, problem, isConflict, canEdit, text, setText, hunks, left, busy, canSave, save, refuse, edit } =
    deciding
  const [taken, all] = [hunks.length - left.size, hunks.length]
  const { take, leave } = choicesOf(waiting.conflict?.kind)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (pane.current?.contains(document.activeElement) === false) pane.current.focus()
  }, [])
  useKeys({
    enter: (event) => !isPressed(event) && save(),
    'mod+enter': () => text !== null && save(),
    u: refuse,
    e: edit,
  })
  return (
    <section className="det" aria-label={writeTitle(waiting)} data-pane tabIndex={-1} ref={pane}>
      <div className="in2 scroll">
        <h2>{writeTitle(waiting)}</h2>
        {files === undefined && (problem === null ? <Skeleton rows={6} /> : <p className="bad">{problem}</p>)}
        {waiting.conflict !== undefined && <DevicesDiffer conflict={waiting.conflict} />}
        {isConflict && <NoLongerFits canEdit={canEdit} isOfAgent={waiting.conflict === undefined} />}
        {text === null ? (
          files?.map((file) => <FileOf key={file.path} file={file} conflict={waiting.conflict} deciding={deciding} />)
        ) : (
          <textarea
            autoFocus
            className="area"
            rows={16}
            aria-label={t`Text to save`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Source waiting={waiting} />
        {text === null && waiting.conflict === undefined && <WhyNot {...deciding} />}
      </div>
      <div className="ab">
        <Button variant="pri" icon={Check} keys="enter" busy={busy} disabled={!canSave} onClick={save}>
          {text !== null ? t`Save it` : left.size > 0 ? t`Save ${taken} of ${all}` : take}
        </Button>
        {canEdit && (
          <Button icon={PencilLine} keys="e" onClick={edit}>
            {text === null ? <Trans>Edit</Trans> : <Trans>Discard my edit</Trans>}
          </Button>
        )}
        <Button icon={X} keys="u" onClick={refuse}>
          {leave}
        </Button>
      </div>
    </section>
  )
}

/** What the two choices are called. @param kind of a conflict; undefined for what an agent wants to write */
function choicesOf(kind: DeviceConflict['kind'] | undefined): Readonly<Record<'take' | 'leave', string>> {
  switch (kind) {
    case undefined:
      return { take: t`Save it`, leave: t`Don’t save` }
    case 'lines':
    case 'file':
      return { take: t`Take the other version`, leave: t`Keep this device’s` }
    case 'deleted':
      return { take: t`Delete the file`, leave: t`Keep the file` }
    case 'same':
      return { take: t`Remove it here`, leave: t`Keep both` }
  }
}

function NoLongerFits({ canEdit, isOfAgent }: { readonly canEdit: boolean; readonly isOfAgent: boolean }) {
  return (
    <Notice icon={GitMerge} variant="wait" head={t`The file has changed where this would change it.`}>
      {canEdit ? (
        <Trans>Edit the text so that it says what it should, then save it.</Trans>
      ) : isOfAgent ? (
        <Trans>It can’t be saved any more. Ask the agent again.</Trans>
      ) : (
        <Trans>The other version can’t be taken any more. It’s in the timeline.</Trans>
      )}
    </Notice>
  )
}

interface FileOfProps {
  readonly file: FittedFile
  readonly conflict: DeviceConflict | undefined
  readonly deciding: Pick<Deciding, 'hunks' | 'left' | 'choose'>
}

function FileOf({ file, conflict, deciding: { hunks, left, choose } }: FileOfProps) {
  if (conflict?.kind === 'lines' || conflict?.kind === 'file')
    return <TwoVersions file={file} conflict={conflict} hasKeys={!file.isConflict} />
  const { path, now, saved } = file
  const texts = { before: now ?? '', after: saved ?? '' }
  return (
    <>
      <h3>
        <PathText path={path} /> {saved === null && <span className="badge">{t`to be deleted`}</span>}
        {saved !== null && now === null && <span className="badge">{t`new file`}</span>}
      </h3>
      {now === saved ? null : hunks.length === 0 ? (
        <div className="colx">
          <TextDiff {...texts} context={2} edges />
        </div>
      ) : (
        hunks.map((hunk, at) => (
          <ChangePart
            key={`${hunk.removed[0]} ${hunk.added[0]}`}
            name={hunkTitle(texts, hunk)}
            change={hunk}
            texts={texts}
            isIn={!left.has(at)}
            onChoose={(isIn) => choose(at, isIn)}
          />
        ))
      )}
    </>
  )
}

/** What one place of a change says, or no longer says. */
function hunkTitle({ before, after }: { readonly before: string; readonly after: string }, hunk: LineChoice): string {
  const toldOf = (text: string, numbers: readonly number[]): string | null => {
    const lines = linesWithEnds(text)
    const line = tellingLine(numbers.map((number) => lines[number - 1] ?? ''))
    return line === undefined ? null : plainLine(line)
  }
  const said = toldOf(after, hunk.added)
  if (said !== null) return t`“${said}”`
  const gone = toldOf(before, hunk.removed)
  const line = hunk.removed[0] ?? hunk.added[0] ?? 1
  return gone === null ? t`Change in line ${line}` : t`Remove “${gone}”`
}

/** Who wants it, and where it comes from. */
function Source({ waiting: { origin, at, conflict } }: { readonly waiting: WaitingWrite }) {
  const { conversation, lineage } = origin
  const device = useDevice(conflict?.device)
  return (
    <dl className="two">
      <dt>
        <Trans>By</Trans>
      </dt>
      <dd>{factsText([writerOf(origin), device !== undefined && t`on ${device.name}`, when(at)])}</dd>
      <dt>
        <Trans context="where a change comes from">Source</Trans>
      </dt>
      <dd className="row">
        <LineageMark lineage={lineage} silent />
        {lineageName(lineage)}
        {conversation !== undefined && origin.turn !== undefined && (
          <a href={`#${turnPath(conversation, origin.turn)}`}>{t`Turn ${origin.turn} of the conversation`}</a>
        )}
      </dd>
    </dl>
  )
}
