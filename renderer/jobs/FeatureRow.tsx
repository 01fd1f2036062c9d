import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Ellipsis, Gavel, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CheckedFeature, Job } from '../../shared/jobs/job.ts'
import { factsText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { LongText } from '../text/LongText.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { IconButton } from '../ui/Button.tsx'
import { isFocusLost } from '../ui/focus.ts'
import { Menu } from '../ui/Menu.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { Detail, TickLine } from './FeatureDetails.tsx'
import { FeatureFlags } from './FeatureFlags.tsx'
import { FeatureForm, TickForm } from './FeatureForm.tsx'
import { stateWords, verdictWords } from './job-words.ts'
import type { FeatureActions } from './use-feature-actions.ts'

export interface FeatureRowProps {
  readonly job: Job
  readonly feature: CheckedFeature
  readonly index: number
  readonly actions: FeatureActions
  /** In the tab order. */
  readonly isCurrent: boolean
  readonly onFocus: () => void
  /** The feature that is being dragged. */
  readonly dragged: string | null
  readonly onDrag: (feature: string | null) => void
}

type Open = 'edit' | 'tick' | null

/** One feature: its box, what it says, and what can be done with it, by buttons, keys and dragging. */
export function FeatureRow(props: FeatureRowProps) {
  const { feature, actions, isCurrent, onFocus } = props
  const [open, setOpen] = useState<Open>(null)
  const row = useRef<HTMLLIElement>(null)
  const close = (): void => {
    setOpen(null)
    // Saving takes a moment: whoever went on meanwhile keeps the focus.
    if (isFocusLost() || row.current?.contains(document.activeElement) === true) row.current?.focus()
  }
  const drag = useDrag(props, open !== null)
  const { id, what, state } = feature
  const toggle = (): void => (state === 'done' ? actions.untick(feature) : setOpen('tick'))
  return (
    <li
      className={['feature', state, drag.className].filter(Boolean).join(' ')}
      ref={row}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={factsText([id, what.slice(0, 200), stateWords(state)])}
      onFocus={onFocus}
      onKeyDown={(event) => onRowKey(event, props, { toggle, edit: () => setOpen('edit') })}
      {...drag.events}
    >
      <button
        type="button"
        className="tick"
        role="checkbox"
        aria-checked={state === 'done' ? true : state === 'doing' ? 'mixed' : false}
        aria-label={state === 'done' ? t`Untick ${id}` : t`Tick ${id}`}
        onClick={toggle}
      />
      <div className="grow">
        {open !== 'edit' && <Words {...props} />}
        {open !== null && <Form {...props} open={open} onClose={close} />}
      </div>
      <FeatureMenu {...props} onEdit={() => setOpen('edit')} />
    </li>
  )
}

interface RowCommands {
  readonly toggle: () => void
  readonly edit: () => void
}

/** Keys on the row itself: those in its buttons and fields are theirs. */
function onRowKey(
  event: React.KeyboardEvent,
  { feature, index, actions }: FeatureRowProps,
  { toggle, edit }: RowCommands,
): void {
  if (event.target !== event.currentTarget) return
  const keys: { readonly [key: string]: () => void } = event.altKey
    ? {
        ArrowUp: () => actions.move(feature, index - 1),
        ArrowDown: () => actions.move(feature, index + 1),
      }
    : {
        ArrowUp: () => actions.step(feature, -1),
        ArrowDown: () => actions.step(feature, 1),
        ' ': toggle,
        Enter: edit,
        Delete: () => actions.remove(feature),
      }
  const act = keys[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
}

interface FormProps extends FeatureRowProps {
  readonly open: 'edit' | 'tick'
  readonly onClose: () => void
}

function Form({ feature, actions, open, onClose }: FormProps) {
  const { id, what, check } = feature
  return open === 'edit' ? (
    <FeatureForm
      name={t`Change ${id}`}
      action={t`Save`}
      what={what}
      check={check}
      onSave={async (what, check) => (await actions.reword(feature, what, check)) && onClose()}
      onClose={onClose}
    />
  ) : (
    <TickForm
      name={t`Tick ${id}`}
      onTick={async (evidence) => (await actions.tick(feature, evidence)) && onClose()}
      onClose={onClose}
    />
  )
}

function Words({ job, feature }: FeatureRowProps) {
  const { id, what, check, state, evidence, tick, verdict } = feature
  const judged = verdict === null ? null : verdictWords(verdict.verdict)
  return (
    <>
      <p className="what">
        <span className="id">{id}</span>
        <span className="mem">
          <LongText text={what}>{(piece) => <RedactableText text={piece} />}</LongText>
        </span>
        {state === 'doing' && (
          <span className="badge agent">
            <Trans>in progress</Trans>
          </span>
        )}
        {judged !== null && verdict !== null && (
          <span className={judged.badge} {...tooltip(worded(verdict.why))}>{t`judge: ${judged.text}`}</span>
        )}
      </p>
      {check !== '' && (
        <Detail name={t({ message: 'Check', context: 'how a feature is checked' })} job={job.name} text={check} />
      )}
      {evidence !== null && <Detail name={t`Evidence`} job={job.name} text={evidence} />}
      {tick !== null && <TickLine tick={tick} />}
      {verdict !== null && <Detail name={t`Judge`} job={job.name} text={`${verdict.why} (${verdict.model})`} isOurs />}
      <FeatureFlags job={job} feature={feature} />
    </>
  )
}

/** A row can be dragged to the place of another. */
function useDrag({ feature, index, actions, dragged, onDrag }: FeatureRowProps, isOpen: boolean) {
  const [over, setOver] = useState(false)
  const isTarget = dragged !== null && dragged !== feature.id
  return {
    className: dragged === feature.id ? 'dragged' : over && isTarget ? 'over' : '',
    events: {
      draggable: !isOpen,
      onDragStart: (event: React.DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('application/x-variorum-feature', feature.id)
        onDrag(feature.id)
      },
      onDragEnd: () => onDrag(null),
      onDragOver: (event: React.DragEvent) => {
        if (!isTarget) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: React.DragEvent) => {
        event.preventDefault()
        setOver(false)
        if (isTarget) actions.drop(dragged, index)
      },
    },
  }
}

/** What can be done with a feature besides ticking it. */
function FeatureMenu({ feature, index, actions, onEdit }: FeatureRowProps & { readonly onEdit: () => void }) {
  const [judging, setJudging] = useState(false)
  const { id } = feature
  const judge = async (): Promise<void> => {
    setJudging(true)
    await actions.judge(feature)
    setJudging(false)
  }
  return (
    <span className="feature-acts">
      {judging && <span className="meta">{t`being checked…`}</span>}
      <IconButton icon={PencilLine} small name={t`Change ${id}`} keys="enter" onClick={onEdit} />
      <Menu
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for ${id}`} />}
        items={[
          {
            label: t`Move up`,
            icon: ArrowUp,
            keys: 'alt+up',
            disabled: index === 0,
            run: () => actions.move(feature, index - 1),
          },
          {
            label: t`Move down`,
            icon: ArrowDown,
            keys: 'alt+down',
            disabled: index === actions.count - 1,
            run: () => actions.move(feature, index + 1),
          },
          {
            label: t`Check the evidence`,
            icon: Gavel,
            disabled: feature.state !== 'done' || judging,
            run: () => void judge(),
          },
          { label: t`Remove`, icon: Trash2, apart: true, danger: true, run: () => actions.remove(feature) },
        ]}
      />
    </span>
  )
}
