import { z } from 'zod'
import type { ModelTest } from '../../../shared/models.ts'
import type { Access } from './access.ts'
import { openClient } from './client.ts'
import { judgeFailure, notMessages } from './judge-failure.ts'
import { listModels } from './list-models.ts'

const TIMEOUT_MS = 60_000
const Answer = z.object({ type: z.literal('message'), content: z.array(z.unknown()) })

/** Asks the model for one word, the way a conversation would: what answers this answers there. */
export async function testModel(access: Access): Promise<ModelTest> {
  const opened = await openClient({ ...access, maxRetries: 1, timeoutMs: TIMEOUT_MS })
  const body = { model: access.model, max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }
  try {
    const told: unknown = await opened.client.post('/v1/messages', { body, signal: opened.noRoute })
    return Answer.safeParse(told).success
      ? { problem: null, words: `${access.who} answers as ${access.model}.` }
      : notMessages(access.who)
  } catch (error) {
    const judged = judgeFailure(error, opened, access)
    return judged.problem === 'not-messages' && !access.isOfficial ? ((await lackedModel(access)) ?? judged) : judged
  }
}

/** Some servers say "not found" of a model and of an address alike: their list tells which it is. */
async function lackedModel(access: Access): Promise<ModelTest | null> {
  const told = await listModels(access)
  if (told.kind === 'failed' || told.models.length === 0 || told.models.some(({ id }) => id === access.model))
    return null
  return {
    problem: 'no-model',
    words: `${access.who} knows no model named ${access.model}. Choose another one of its list.`,
  }
}
