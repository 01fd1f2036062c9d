import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ChevronDown,
  CircleStop,
  MessageSquarePlus,
  Play,
  RotateCcw,
  Settings2,
  TriangleAlert,
  Undo2,
  UserRoundCog,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { NextStep, Turn } from '../../shared/conversation.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { useApp } from '../state/app-store.ts'
import { commitsOf, follow } from '../state/chat-store.ts'
import { openChat, openSettings } from '../state/routes.ts'
import { undoTurn } from '../state/undo-flow.ts'
import { useUndoes } from '../state/undone-store.ts'
import { undoneBy } from '../state/undone.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Notice } from '../ui/Notice.tsx'

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
  actions,
}: {
  readonly end: NonNullable<Turn['end']>
  readonly isLast: boolean
  readonly actions: ReactNode
}) {
  const variant = isLast ? 'wait' : 'info'
  switch (end.kind) {
    case 'done':
      return null
    case 'stopped':
      return (
        <>
          <p className="turnend">
            <CircleStop className="i s" aria-hidden />
            <Trans>Stopped by you. What was written stays until you undo it.</Trans>
          </p>
          {actions !== undefined && <div className="row steps">{actions}</div>}
        </>
      )
    case 'interrupted':
      return (
        <Notice icon={TriangleAlert} variant={variant} head={t`This turn was interrupted.`} actions={actions}>
          {end.reason ?? t`Variorum was closed while it ran. No memory was half-written.`}
        </Notice>
      )
    case 'max_tokens':
      return (
        <Notice icon={TriangleAlert} variant={variant} head={t`The answer was cut off.`} actions={actions}>
          {end.reason ?? t`It reached the length the model allows.`}
        </Notice>
      )
    case 'limit':
      return (
        <Notice icon={TriangleAlert} variant={variant} head={t`The turn reached its limit.`} actions={actions}>
          {end.reason}
        </Notice>
      )
    case 'refused':
      return (
        <Notice icon={TriangleAlert} variant={variant} head={t`The model declined to answer.`} actions={actions}>
          {end.reason}
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          icon={TriangleAlert}
          variant={isLast ? 'danger' : 'info'}
          head={t`The model stopped.`}
          actions={actions}
        >
          {end.reason ?? t`Your message is kept and no memory was half-written.`}
        </Notice>
      )
  }
}

interface StepsProps {
  readonly turn: Turn
  readonly steps: readonly NextStep[]
  readonly conversation: string
}

function Steps({ turn, steps, conversation }: StepsProps) {
  const [busy, setBusy] = useState<NextStep | null>(null)
  const followUp = async (step: 'retry' | 'continue', provider?: ProviderId): Promise<void> => {
    setBusy(step)
    await follow(conversation, step, provider)
    setBusy(null)
  }
  const buttonOf = (step: NextStep): ReactNode => {
    switch (step) {
      case 'continue':
        return (
          <Button
            key={step}
            small
            icon={Play}
            busy={busy === step}
            disabled={busy !== null}
            onClick={() => void followUp(step)}
          >
            <Trans>Continue</Trans>
          </Button>
        )
      case 'retry':
        return (
          <Button
            key={step}
            small
            icon={RotateCcw}
            busy={busy === step}
            disabled={busy !== null}
            onClick={() => void followUp(step)}
          >
            <Trans>Retry</Trans>
          </Button>
        )
      case 'settings':
        return (
          <Button key={step} small icon={Settings2} onClick={openSettings}>
            <Trans>Open Settings</Trans>
          </Button>
        )
      case 'new-conversation':
        return (
          <Button key={step} small icon={MessageSquarePlus} onClick={() => openChat()}>
            <Trans>New conversation</Trans>
          </Button>
        )
      default:
        return assertNever(step)
    }
  }
  return (
    <>
      {steps.map(buttonOf)}
      {steps.includes('retry') && (
        <OtherModels turn={turn} disabled={busy !== null} ask={(provider) => void followUp('retry', provider)} />
      )}
    </>
  )
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
