import { saidOf } from '../shared/errors.ts'
import { say } from '../shared/messages/say.ts'
import type { AskedAgain, UndoHow } from '../shared/undoing.ts'
import type { Agent } from './agent/agent.ts'
import type { InsteadRequest, MessageRequest, TurnRef } from './agent/requests.ts'
import type { UserCommands } from './user-commands.ts'

/** Whether the memory is first put back to before the message, and how its conflicts are decided. */
interface PuttingBack {
  readonly putBack?: UndoHow | undefined
}

type Request = Omit<InsteadRequest, 'before'> & PuttingBack

/** Asking again in place of a turn and all after it. */
export interface AskingAgain {
  regenerate(request: Request): Promise<AskedAgain>
  edit(request: Request & MessageRequest): Promise<AskedAgain>
}

/** Ends a turn that has not begun. The outcome says why. */
class NotPutBack extends Error {}

/**
 * Putting the memory back and sending are one act: the memory is put back when nothing but the disk can stop the
 * message any more, and only then it is sent.
 */
export function askingAgain(
  agent: () => Pick<Agent, 'regenerate' | 'edit'>,
  { putBack }: Pick<UserCommands, 'putBack'>,
): AskingAgain {
  async function after(
    { id, putBack: how }: Request,
    ask: (before: InsteadRequest['before']) => Promise<TurnRef>,
  ): Promise<AskedAgain> {
    let outcome: Awaited<ReturnType<UserCommands['putBack']>> = null
    const before = async (replaced: number): Promise<void> => {
      outcome = await putBack(id, replaced, how)
      if (outcome !== null && outcome.kind !== 'committed') throw new NotPutBack()
    }
    const begun = await ask(how === undefined ? undefined : before).catch((error: unknown) => failed(error, outcome))
    return 'kind' in begun ? begun : { kind: 'begun', turn: begun.turn, putBack: committed(outcome) }
  }
  return {
    regenerate: (request) => after(request, (before) => agent().regenerate({ ...request, before })),
    edit: (request) => after(request, (before) => agent().edit({ ...request, before })),
  }
}

type PutBackOutcome = Awaited<ReturnType<UserCommands['putBack']>>
type Committed = Extract<PutBackOutcome, { readonly kind: 'committed' }>

const committed = (outcome: PutBackOutcome): Committed | null => (outcome?.kind === 'committed' ? outcome : null)

function failed(error: unknown, outcome: PutBackOutcome): AskedAgain {
  if (outcome === null) throw error
  if (outcome.kind !== 'committed') return { kind: 'not-put-back', outcome }
  const reason = saidOf(error, say('something-went-wrong'))
  return { kind: 'not-sent', putBack: outcome, reason }
}
