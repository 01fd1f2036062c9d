import { z } from 'zod'
import type { ModelTest } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { toFault } from './fault.ts'
import { judgeFailure, notMessages } from './judge-failure.ts'
import { listModels } from './list-models.ts'
import { openMessagesClient } from './messages-client.ts'

const TIMEOUT_MS = 60_000
const Answer = z.object({ type: z.literal('message'), content: z.array(z.unknown()) })

/** Asks the model for one word, as a conversation would: what answers here answers there. */
export async function testModel(access: Access): Promise<ModelTest> {
  const client = await openMessagesClient({ ...access, timeoutMs: TIMEOUT_MS }, 'document')
  const body = { model: access.model, max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }
  try {
    const answer: unknown = await client.post('/v1/messages', { body })
    return Answer.safeParse(answer).success
      ? { problem: null, words: `${access.who} answers as ${access.model}.` }
      : notMessages(access.who)
  } catch (error) {
    const judgement = judgeFailure(toFault(error, access.key), access)
    if (judgement.problem !== 'not-messages' || access.isOfficial) return judgement
    return (await missingModel(access)) ?? judgement
  }
}

/** Some servers answer "not found" for a model and an address alike; their list shows which it is. */
async function missingModel(access: Access): Promise<ModelTest | null> {
  const listed = await listModels(access)
  if (listed.kind === 'failed' || listed.models.length === 0 || listed.models.some(({ id }) => id === access.model))
    return null
  return {
    problem: 'no-model',
    words: `${access.who} knows no model named ${access.model}. Choose another one from its list.`,
  }
}
