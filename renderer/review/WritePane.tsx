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
import { type Deciding, useDeciding } from './use-deciding.ts'

/** What an agent wants to write: as it would change the files now, to be saved, edited or not. */
export function WritePane({ waiting }: { readonly waiting: WaitingWrite }) {
  const deciding = useDeciding(waiting)
  const { files, problem, isConflict, canEdit, text, setText, hunks, left, busy, canSave, save, refuse, edit } =
    deciding
  const [taken, all] = [hunks.length - left.size, hunks.length]
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
        {isConflict && <NoLongerFits canEdit={canEdit} />}
        {text === null ? (
          files?.map((file) => <FileOf key={file.path} file={file} deciding={deciding} />)
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
          {text === null && left.size > 0 ? (
            t`Save ${taken} of ${all}`
          ) : waiting.conflict === undefined ? (
            <Trans>Save it</Trans>
          ) : (
            <Trans>Take this text</Trans>
          )}
        </Button>
        {canEdit && (
          <Button icon={PencilLine} keys="e" onClick={edit}>
            {text === null ? <Trans>Edit</Trans> : <Trans>Discard my edit</Trans>}
          </Button>
        )}
        <Button icon={X} keys="u" onClick={refuse}>
          {waiting.conflict === undefined ? <Trans>Don’t save</Trans> : <Trans>Leave it as it is</Trans>}
        </Button>
      </div>
    </section>
  )
}

/** What is in the memory stands; the other text is one key away. */
function DevicesDiffer({ conflict: { kind, device } }: { readonly conflict: DeviceConflict }) {
  const other = useDevice(device)?.name ?? t`Another device`
  const heads: Readonly<Record<DeviceConflict['kind'], string>> = {
    lines: t`${other} wrote this differently.`,
    deleted: t`One device deleted this file, and another one changed it.`,
    file: t`${other} has another version of this file.`,
    same: t`${other} noted the same in another place.`,
  }
  return (
    <Notice icon={GitMerge} variant="info" head={heads[kind]}>
      {kind === 'same' ? (
        <Trans>Take the change to have it once.</Trans>
      ) : (
        <Trans>The memory has the present text, and the history has both.</Trans>
      )}
    </Notice>
  )
}

function NoLongerFits({ canEdit }: { readonly canEdit: boolean }) {
  return (
    <Notice icon={GitMerge} variant="wait" head={t`The file has changed where this would change it.`}>
      {canEdit ? (
        <Trans>Edit the text so that it says what it should, then save it.</Trans>
      ) : (
        <Trans>It can’t be saved any more. Ask the agent again.</Trans>
      )}
    </Notice>
  )
}

interface FileOfProps {
  readonly file: FittedFile
  readonly deciding: Pick<Deciding, 'hunks' | 'left' | 'choose'>
}

function FileOf({ file: { path, now, saved }, deciding: { hunks, left, choose } }: FileOfProps) {
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
function Source({ waiting: { origin, at } }: { readonly waiting: WaitingWrite }) {
  const { conversation, lineage } = origin
  return (
    <dl className="two">
      <dt>
        <Trans>By</Trans>
      </dt>
      <dd>{factsText([writerOf(origin), when(at)])}</dd>
      <dt>
        <Trans>Source</Trans>
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
