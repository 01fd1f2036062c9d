import { z } from 'zod'
import type { Format } from '../../../shared/presets.ts'

const OpenAI = z.union([
  z.object({ choices: z.array(z.unknown()) }),
  z.object({ object: z.string().startsWith('chat.completion') }),
])
const Messages = z.object({
  type: z.enum(['message', 'message_start', 'content_block_start', 'content_block_delta', 'message_delta']),
})

/** The format of an answer, or of an event of one; `null` where it does not tell. */
export function formatOf(received: unknown): Format | null {
  if (OpenAI.safeParse(received).success) return 'openai'
  return Messages.safeParse(received).success ? 'messages' : null
}
