import { z } from 'zod'
import type { Access } from './access.ts'
import { faultOfDocument, rejectErrors } from './event-stream.ts'
import { FaultError } from './fault.ts'
import { formatOf } from './formats.ts'
import { openMessagesClient } from './messages-client.ts'
import { openOpenAIClient } from './openai/client.ts'
import { habitsOf } from './openai/habits.ts'
import { openRefusals } from './openai/refusals.ts'
import { expectAnswer, requestPieces } from './openai/request.ts'

/** What is asked of a service outside a conversation, whatever its format. */
export interface Service {
  /** Its models, unchecked. */
  models(): AsyncIterable<unknown>
  /** Asks for one word, as a conversation would: what answers here answers there. Throws if it does not. */
  askOneWord(model: string): Promise<void>
}

/** @param timeoutMs how long it may take to begin an answer */
export function serviceAt(access: Access, timeoutMs: number): Service {
  const patient = { ...access, timeoutMs }
  return access.format === 'messages' ? messagesService(patient) : openAIService(patient)
}

const HELLO = [{ role: 'user' as const, content: 'Hello' }]

function messagesService(access: Access): Service {
  return {
    async *models() {
      const client = await openMessagesClient(access)
      yield* client.models.list({ limit: 1000 })
    },
    async askOneWord(model) {
      const client = await openMessagesClient(access)
      const answer: unknown = await client.post('/v1/messages', { body: { model, max_tokens: 1, messages: HELLO } })
      rejectErrors(answer, access.key)
      if (formatOf(answer) !== 'messages') throw faultOfDocument(answer, access.key)
    },
  }
}

/** Together sends the list without an object around it. */
const ModelList = z.union([
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.array(z.unknown()),
])

function openAIService(access: Access): Service {
  const { lengthField, isLongByDefault } = habitsOf(access.preset)
  return {
    async *models() {
      const client = await openOpenAIClient(access)
      const listed = ModelList.safeParse(await client.get('/models'))
      if (!listed.success) throw new FaultError({ kind: 'no-stream', found: 'document', words: null })
      yield* listed.data
    },
    async askOneWord(model) {
      // Models that think refuse a limit that their thoughts would exceed.
      const limit = isLongByDefault ? {} : { [lengthField]: 1 }
      const body = { model, messages: HELLO, stream: true, ...limit } as const
      await expectAnswer(requestPieces(access, body, openRefusals()))
    },
  }
}
