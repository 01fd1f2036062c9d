import { ulid } from 'ulid'
import type { ProviderId } from '../../shared/settings.ts'
import type { UndoHow } from '../../shared/undoing.ts'
import { api } from './api.ts'
import { changeSettings } from './app-store.ts'
import { reportAskedAgain } from './asked-again.ts'
import { warnOf } from './attempt.ts'
import { isSettled } from './chat-store.ts'
import { chooseModel, type ModelChoice } from './model-choices.ts'
import { openChat } from './routes.ts'

// What the user does with the turns of a conversation, besides sending messages.

/** Answers the last message again or continues an answer that was cut off, with another model if one is given. */
export async function follow(id: string, kind: 'retry' | 'continue', provider?: ProviderId): Promise<void> {
  try {
    if (provider !== undefined) await changeSettings({ provider })
    if (!(await isSettled(id))) return
    await api.chat[kind].mutate({ id })
  } catch (error) {
    warnOf(error)
  }
}

/** A turn in which the agent writes down where it is, shown in its conversation. */
export async function wrapUp(id: string): Promise<void> {
  try {
    if (!(await isSettled(id))) return
    await api.chat.wrapUp.mutate({ id })
    openChat(id)
  } catch (error) {
    warnOf(error)
  }
}

/** The round in which the agent is asked to write down where it is ends. */
export async function skipWrapUp(id: string): Promise<void> {
  try {
    await api.chat.skipWrapUp.mutate({ id })
  } catch (error) {
    warnOf(error)
  }
}

/** A new conversation that gets only the memory, where the agent has written down where this one is. */
export async function startFresh(id: string): Promise<void> {
  try {
    const { conversation } = await api.chat.startFresh.mutate({ id })
    openChat(conversation)
  } catch (error) {
    warnOf(error)
  }
}

export async function stop(id: string): Promise<void> {
  try {
    await api.chat.stop.mutate({ id })
  } catch (error) {
    warnOf(error)
  }
}

/** How an answer is regenerated: by another model, and with what it wrote put back. */
interface Regenerating {
  readonly by?: Pick<ModelChoice, 'provider' | 'model'> | undefined
  readonly putBack?: UndoHow | undefined
}

/** Regenerates an answer. A model that is named answers from then on, too. @returns whether it began */
export async function regenerate(id: string, turn: number, { by, putBack }: Regenerating): Promise<boolean> {
  try {
    const model = by === undefined ? {} : { provider: by.provider, ...(by.model !== '' && { model: by.model }) }
    if (!(await isSettled(id))) return false
    const outcome = await api.chat.regenerate.mutate({ id, turn, message: ulid(), ...model, putBack })
    const anyway = (): void => void regenerate(id, turn, { by, putBack: { ...putBack, override: true } })
    const hasBegun = reportAskedAgain(outcome, anyway)
    if (hasBegun && by !== undefined) await chooseModel(by)
    return hasBegun
  } catch (error) {
    warnOf(error)
    return false
  }
}
