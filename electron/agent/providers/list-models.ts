import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { ModelEntry } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import type { Who } from './failures.ts'
import { toFault } from './fault.ts'
import { judgeFailure } from './judge-failure.ts'
import { readModel } from './listed-model.ts'
import { serviceAt } from './service.ts'

export type ListOutcome =
  | { readonly kind: 'listed'; readonly models: readonly ModelEntry[] }
  | { readonly kind: 'failed'; readonly words: Message }

const TIMEOUT_MS = 15_000
const MAX_MODELS = 2000

/** Asks a service for its models. A failure comes back as a message. */
export async function listModels(access: Access, timeoutMs = TIMEOUT_MS): Promise<ListOutcome> {
  // The list is available before a model is chosen.
  if (access.obstacle !== null && access.obstacle.problem !== 'no-model')
    return { kind: 'failed', words: access.obstacle.words }
  try {
    const models: ModelEntry[] = []
    for await (const listed of serviceAt(access, timeoutMs).models()) {
      const model = readModel(listed, access)
      if (model !== null) models.push(model)
      if (models.length === MAX_MODELS) break
    }
    return { kind: 'listed', models }
  } catch (error) {
    const { problem, words } = judgeFailure(toFault(error), access)
    return { kind: 'failed', words: problem === 'wrong-format' ? unlisted(access.who) : words }
  }
}

/** Several services answer but have no list. */
function unlisted(who: Who): Message {
  return say('no-model-list', { who })
}
