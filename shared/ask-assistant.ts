import type { Message } from './messages/message.ts'
import { say } from './messages/say.ts'

/** The lines around what another assistant remembers, the same in every language. */
export const ANSWER_BEGIN = '=== MEMORY ==='
export const ANSWER_END = '=== END OF MEMORY ==='

/** The paragraphs of what the user asks another assistant, to be joined by empty lines. */
export const ASK_ASSISTANT: readonly Message[] = [
  say('ask-assistant-what'),
  say('ask-assistant-form', { begin: ANSWER_BEGIN, end: ANSWER_END }),
  say('ask-assistant-facts'),
  say('ask-assistant-long'),
]
