import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, GitMerge, PencilLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FittedFile } from '../../shared/waiting.ts'
import { factsText } from '../format/language.ts'
import { when } from '../format/time.ts'
import { LineageMark, lineageName } from '../memory-parts/LineageMark.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { writerOf, writeTitle } from '../memory-parts/review-words.ts'
import { api } from '../state/api.ts'
import { refuseHeld, saveHeld } from '../state/held-writes.ts'
import { useMemory } from '../state/memory-store.ts'
import { turnPath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import type { WaitingWrite } from '../state/waiting-groups.ts'
import { TextDiff } from '../text/Diff.tsx'
import { Button } from '../ui/Button.tsx'
import { isPressed, useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface Deciding {
  readonly files: readonly FittedFile[] | undefined
  readonly problem: string | null
  readonly isConflict: boolean
  /** Of one file; null where it cannot be edited. */
  readonly editable: string | null
  /** As the user edits it; null while they do not. */
  readonly text: string | null
  readonly setText: (text: string | null) => void
  readonly busy: boolean
  readonly canSave: boolean
  readonly save: () => void
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly refuse: () => void
  readonly edit: () => void
}

function useDeciding(waiting: WaitingWrite): Deciding {
  const changes = useMemory((state) => state.changes)
  const { answer, problem } = useQuery(waiting.id, changes, () => api.review.fitted.query({ id: waiting.id }))
  const files = answer ?? undefined
  const [text, setText] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [only, ...more] = files ?? []
  const editable = more.length === 0 ? (only?.saved ?? null) : null
  const isConflict = files?.some((file) => file.isConflict) === true
  const canSave = files !== undefined && !busy && (!isConflict || text !== null)
  const save = async (): Promise<void> => {
    if (!canSave) return
    setBusy(true)
    await saveHeld(waiting, text ?? undefined)
    setBusy(false)
  }
  return {
    files,
    problem,
    isConflict,
    editable,
    text,
    setText,
    busy,
    canSave,
    save: () => void save(),
    reason,
    setReason,
    refuse: () => void refuseHeld(waiting, reason.trim()),
    edit: () => editable !== null && setText(text === null ? editable : null),
  }
}

/** What an agent wants to write: as it would change the files now, to be saved, edited or not. */
export function WritePane({ waiting }: { readonly waiting: WaitingWrite }) {
  const deciding = useDeciding(waiting)
  const { files, problem, isConflict, editable, text, setText, busy, canSave, save, refuse, edit } = deciding
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
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
        {isConflict && <NoLongerFits canEdit={editable !== null} />}
        {text === null ? (
          files?.map((file) => <FileOf key={file.path} file={file} />)
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
        {text === null && <WhyNot deciding={deciding} />}
      </div>
      <div className="ab">
        <Button variant="pri" icon={Check} keys="enter" busy={busy} disabled={!canSave} onClick={save}>
          <Trans>Save it</Trans>
        </Button>
        {editable !== null && (
          <Button icon={PencilLine} keys="e" onClick={edit}>
            {text === null ? <Trans>Edit</Trans> : <Trans>Discard my edit</Trans>}
          </Button>
        )}
        <Button icon={X} keys="u" onClick={refuse}>
          <Trans>Don’t save</Trans>
        </Button>
      </div>
    </section>
  )
}

/** What the agent is told if it is not saved. Enter in the field refuses it. */
function WhyNot({ deciding: { reason, setReason, refuse } }: { readonly deciding: Deciding }) {
  const label = t`Why not? The agent is told if you don’t save it`
  return (
    <form
      className="in"
      onSubmit={(event) => {
        event.preventDefault()
        refuse()
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </form>
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

function FileOf({ file: { path, now, saved } }: { readonly file: FittedFile }) {
  return (
    <>
      <h3>
        <PathText path={path} /> {saved === null && <span className="badge">{t`to be deleted`}</span>}
        {saved !== null && now === null && <span className="badge">{t`new file`}</span>}
      </h3>
      {now === saved ? null : (
        <div className="colx">
          <TextDiff before={now ?? ''} after={saved ?? ''} context={2} edges />
        </div>
      )}
    </>
  )
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
