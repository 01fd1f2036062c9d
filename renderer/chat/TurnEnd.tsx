import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ChevronDown,
  CircleStop,
  type LucideIcon,
  MessageSquarePlus,
  PencilLine,
  Play,
  RotateCcw,
  Settings2,
  TriangleAlert,
  Undo2,
  UserRoundCog,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { type Budget, isUsedUp, measuresOf, raised } from '../../shared/budget.ts'
import type { NextStep, Turn, TurnEnd as TurnEndKind } from '../../shared/conversation.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { limitText } from '../format/budget-words.ts'
import { useApp } from '../state/app-store.ts'
import { commitsOf, editMessage, follow, setBudget, startFresh, useBudget, useChat } from '../state/chat-store.ts'
import { openChat, openSettings } from '../state/routes.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useSpent } from './use-spent.ts'

interface TurnEndProps {
  readonly turn: Turn
  readonly conversation: string
  /** The latest turn: if it did not end well, it can be retried or continued. */
  readonly isLast: boolean
}

/** How a turn ended, what can be done about it, and Undo for what it wrote. */
export function TurnEnd({ turn, conversation, isLast }: TurnEndProps) {
  const undoes = useUndoes((state) => state.undoes)
  const [busy, setBusy] = useState(false)
  if (turn.end === null) return null
  const standing = commitsOf([turn]).filter(
    (commit) => commit.changes.length > 0 && undoneBy(undoes, commit.variorumId) === null,
  ).length
  const undo = async (): Promise<void> => {
    setBusy(true)
    await undoTurn(conversation, turn.number)
    setBusy(false)
  }
  return (
    <>
      <EndNotice
        end={turn.end}
        isLast={isLast}
        hasParts={turn.parts.length > 0}
        actions={
          isLast && turn.end.next.length > 0 ? (
            <Steps turn={turn} steps={turn.end.next} conversation={conversation} />
          ) : undefined
        }
      />
      {standing > 0 && (
        <div className="turnend">
          <Button variant="q" small icon={Undo2} busy={busy} onClick={() => void undo()}>
            <Trans>Undo this turn</Trans>
          </Button>
          <span>{plural(standing, { one: '# change', other: '# changes' })}</span>
        </div>
      )}
    </>
  )
}

function EndNotice({
  end,
  isLast,
  hasParts,
  actions,
}: {
  readonly end: NonNullable<Turn['end']>
  readonly isLast: boolean
  /** Whether anything of the answer is shown above. */
  readonly hasParts: boolean
  readonly actions: ReactNode
}) {
  if (end.kind === 'done') return null
  if (end.kind === 'stopped')
    return (
      <>
        <p className="turnend">
          <CircleStop className="i s" aria-hidden />
          {hasParts ? (
            <Trans>Stopped by you. What was written stays until you undo it.</Trans>
          ) : (
            <Trans>Stopped by you.</Trans>
          )}
        </p>
        {actions !== undefined && <div className="row steps">{actions}</div>}
      </>
    )
  const { head, otherwise } = wordsFor(end.kind, hasParts)
  const variant = !isLast ? 'info' : end.kind === 'failed' ? 'danger' : 'wait'
  return (
    <Notice icon={TriangleAlert} variant={variant} head={head} actions={actions}>
      {end.reason ?? otherwise}
    </Notice>
  )
}

/** What heads the reason, and what stands in for one that is missing. */
function wordsFor(
  kind: Exclude<TurnEndKind, 'done' | 'stopped'>,
  hasParts: boolean,
): { readonly head: string; readonly otherwise?: string } {
  switch (kind) {
    case 'interrupted':
      return {
        head: t`This turn was interrupted.`,
        otherwise: t`Variorum was closed while it ran. No memory was half-written.`,
      }
    case 'max_tokens':
      return { head: t`The answer was cut off.`, otherwise: t`It reached the length the model allows.` }
    case 'limit':
      return { head: t`A limit was reached.` }
    case 'refused':
      return { head: t`Declined.` }
    case 'failed':
      return {
        head: hasParts ? t`The model stopped.` : t`No answer.`,
        otherwise: t`Your message is kept and no memory was half-written.`,
      }
    default:
      return assertNever(kind)
  }
}

interface StepsProps {
  readonly turn: Turn
  readonly steps: readonly NextStep[]
  readonly conversation: string
}

function Steps({ turn, steps, conversation }: StepsProps) {
  const [busy, setBusy] = useState<NextStep | null>(null)
  const higher = useHigherBudget(conversation)
  const followUp = async (step: 'retry' | 'continue', provider?: ProviderId): Promise<void> => {
    setBusy(step)
    if (step === 'continue' && higher !== null && !(await setBudget(conversation, higher.budget))) return setBusy(null)
    await follow(conversation, step, provider)
    setBusy(null)
  }
  const freshly = async (): Promise<void> => {
    setBusy('fresh')
    await startFresh(conversation)
    setBusy(null)
  }
  const take = (step: NextStep): void => {
    switch (step) {
      case 'continue':
      case 'retry':
        return void followUp(step)
      case 'edit':
        return editMessage(conversation, turn)
      case 'settings':
        return openSettings()
      case 'new-conversation':
      case 'stop':
        return openChat()
      case 'fresh':
        return void freshly()
      default:
        return assertNever(step)
    }
  }
  // What a turn that only goes on was asked is in an earlier one.
  const offered = steps.filter((step) => step !== 'edit' || turn.follows?.kind !== 'continue')
  return (
    <>
      {offered.map((step) => (
        <Button
          key={step}
          small
          icon={STEP_ICONS[step]}
          busy={busy === step}
          disabled={busy !== null}
          onClick={() => take(step)}
        >
          {step === 'continue' && higher !== null ? t`Raise to ${higher.words} and continue` : stepLabel(step)}
        </Button>
      ))}
      {steps.includes('retry') && (
        <OtherModels turn={turn} disabled={busy !== null} ask={(provider) => void followUp('retry', provider)} />
      )}
    </>
  )
}

const NO_TURNS: readonly Turn[] = []

/** The budget with which the conversation can go on, and what is higher in it; `null` if there is room. */
function useHigherBudget(conversation: string): { readonly budget: Budget; readonly words: string } | null {
  const budget = useBudget(conversation)
  const spent = useSpent(useChat((state) => state.open.get(conversation)) ?? NO_TURNS)
  if (spent === null) return null
  const usedUp = measuresOf(budget, spent).filter(isUsedUp)
  if (usedUp.length === 0) return null
  const higher = raised(budget, spent)
  const words = measuresOf(higher, spent)
    .filter(({ limit }) => usedUp.some((measure) => measure.limit === limit))
    .map(limitText)
  return { budget: higher, words: words.join(', ') }
}

const STEP_ICONS: { readonly [Step in NextStep]: LucideIcon } = {
  continue: Play,
  retry: RotateCcw,
  edit: PencilLine,
  settings: Settings2,
  'new-conversation': MessageSquarePlus,
  fresh: MessageSquarePlus,
  stop: CircleStop,
}

function stepLabel(step: NextStep): string {
  switch (step) {
    case 'continue':
      return t`Continue`
    case 'retry':
      return t`Retry`
    case 'edit':
      return t`Edit and send again`
    case 'settings':
      return t`Open Settings`
    case 'fresh':
      return t`Start fresh with this handoff`
    case 'stop':
      return t`Stop here`
    case 'new-conversation':
      return t`New conversation`
    default:
      return assertNever(step)
  }
}

/** Sends the same message to another model that is ready, which stays selected. */
function OtherModels({
  turn,
  disabled,
  ask,
}: {
  readonly turn: Turn
  readonly disabled: boolean
  readonly ask: (provider: ProviderId) => void
}) {
  const providers = useApp((state) => state.app?.providers) ?? []
  const others = providers.filter(({ id, ready }) => ready && id !== turn.provider)
  if (others.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="q" small icon={UserRoundCog} disabled={disabled}>
          <Trans>Ask another model</Trans>
          <ChevronDown className="i xs" aria-hidden />
        </Button>
      }
      items={others.map(({ id, name }) => ({ label: name, icon: RotateCcw, run: () => ask(id) }))}
    />
  )
}
