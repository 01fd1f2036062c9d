import { t } from '@lingui/core/macro'
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
  UserRoundCog,
} from 'lucide-react'
import { useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import { isUsedUp, measuresOf, raised } from '../../shared/budget.ts'
import { isUsersText, type NextStep, type Turn } from '../../shared/conversation.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { limitText } from '../format/budget-words.ts'
import { listText } from '../format/language.ts'
import { providerName } from '../format/provider-names.ts'
import { useApp } from '../state/app-store.ts'
import { useChat } from '../state/chat-store.ts'
import { editMessage } from '../state/drafts-store.ts'
import { openChat, openJob, openSettings } from '../state/routes.ts'
import { follow, startFresh } from '../state/turn-actions.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { useLimits } from './use-limits.ts'

interface StepsProps {
  readonly turn: Turn
  readonly steps: readonly NextStep[]
  readonly conversation: string
  readonly onStop: () => void
}

/** Done with this conversation: a session of a job leads back to the job, any other stays as it is. */
export function stopHere(conversation: string, dismiss: () => void): void {
  const job = useChat.getState().list?.find(({ id }) => id === conversation)?.job
  dismiss()
  if (job != null) openJob(job.name)
}

/** What can be done after a turn, most useful first. */
export function Steps({ turn, steps, conversation, onStop }: StepsProps) {
  const [busy, setBusy] = useState<NextStep | null>(null)
  const { higher, raise } = useHigherBudget(conversation)
  const followUp = async (step: 'retry' | 'continue', provider?: ProviderId): Promise<void> => {
    setBusy(step)
    if (step === 'continue' && higher !== null && !(await raise())) return setBusy(null)
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
        return openChat()
      case 'stop':
        return onStop()
      case 'fresh':
        return void freshly()
      default:
        return assertNever(step)
    }
  }
  const offered = steps.filter((step) => step !== 'edit' || isUsersText(turn))
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
          {step === 'continue' && higher !== null ? t`Raise the budget to ${higher} and continue` : stepLabel(step)}
        </Button>
      ))}
      {steps.includes('retry') && (
        <OtherModels turn={turn} disabled={busy !== null} ask={(provider) => void followUp('retry', provider)} />
      )}
    </>
  )
}

const NO_TURNS: readonly Turn[] = []

interface HigherBudget {
  /** What the limits that are used up would be raised to, in words; null if there is room. */
  readonly higher: string | null
  /** @returns whether they are raised */
  readonly raise: () => Promise<boolean>
}

/** The budget with which the conversation, or its job, can go on. */
function useHigherBudget(conversation: string): HigherBudget {
  const { budget, spent, set } = useLimits(conversation, useChat((state) => state.open.get(conversation)) ?? NO_TURNS)
  const usedUp = spent === null ? [] : measuresOf(budget, spent).filter(isUsedUp)
  if (spent === null || usedUp.length === 0) return { higher: null, raise: () => Promise.resolve(true) }
  const higher = raised(budget, spent)
  const words = measuresOf(higher, spent)
    .filter(({ limit }) => usedUp.some((measure) => measure.limit === limit))
    .map(limitText)
  return { higher: listText(words), raise: () => set(higher) }
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
      return t`Start fresh in a new conversation`
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
  const app = useApp((state) => state.app)
  const others = (app?.providers ?? []).filter(({ id, ready }) => ready && id !== turn.provider)
  if (app === null || others.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="q" small icon={UserRoundCog} disabled={disabled}>
          <Trans>Ask another model</Trans>
          <ChevronDown className="i xs" aria-hidden />
        </Button>
      }
      items={others.map(({ id }) => ({
        label: providerName(id, app.settings.compatible),
        icon: RotateCcw,
        run: () => ask(id),
      }))}
    />
  )
}
