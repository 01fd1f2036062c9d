import { z } from 'zod'
import type { ImportedConversation } from '../../../shared/import.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { leftOutPart, type SaidMessage, turnsFrom } from '../turns.ts'
import { Anything, List, oneLine, Text, timeFrom } from '../words.ts'

// A conversation in the export of ChatGPT is a tree of messages; what was said is the branch that was looked at last. What
// the model sent to its tools and got from them, and what it thought, is no part of what was said.

const Conversation = z.object({
  id: Text,
  conversation_id: Text,
  title: Text,
  create_time: Anything,
  update_time: Anything,
  current_node: Text,
  default_model_slug: Text,
  mapping: z.custom<object>((value) => typeof value === 'object' && value !== null).catch({}),
})

const Node = z.object({ parent: Text, message: Anything })

const NO_METADATA = { is_visually_hidden_from_conversation: false, model_slug: '', attachments: [] }

const NodeMessage = z.object({
  author: z.object({ role: z.enum(['user', 'assistant']) }),
  /** A tool, or everybody. */
  recipient: z.literal('all').nullish(),
  create_time: Anything,
  content: z.object({ content_type: Text, parts: List, text: Text }),
  metadata: z
    .object({ is_visually_hidden_from_conversation: Anything, model_slug: Text, attachments: List })
    .catch(NO_METADATA),
})

const Part = z.object({ content_type: Text, text: Text })
const Attachment = z.object({ name: z.string().min(1), mime_type: Text })

/** What the model thought, and what it was told of the user. */
const NOT_SAID: ReadonlySet<string> = new Set([
  'thoughts',
  'reasoning_recap',
  'user_editable_context',
  'model_editable_context',
])

/** Marks of where an answer quotes a page, in characters that only the service draws. */
const QUOTE_MARKS = /\ue200[^\ue201]*\ue201/g

/** @returns why it is none, if so */
export function chatGptConversation(value: unknown): ImportedConversation | Message {
  const { data } = Conversation.safeParse(value)
  if (data === undefined) return say('import-odd-item')
  const [began, changed] = [timeFrom(data.create_time), timeFrom(data.update_time)]
  const turns = turnsFrom(messagesUntil(data.mapping, data.current_node, data.default_model_slug))
  if (turns.length === 0) return say('import-nothing-in-it')
  const id = data.id || data.conversation_id || `${began ?? ''} ${data.title}`
  return { kind: 'chatgpt', id, title: oneLine(data.title), began, changed: changed ?? began, turns }
}

/** What was said on the branch that ends there, or with the last message of all. */
function messagesUntil(mapping: object, end: string, usualModel: string): readonly SaidMessage[] {
  const nodes = new Map<string, unknown>(Object.entries(mapping))
  const said: SaidMessage[] = []
  let at = nodes.has(end) ? end : ([...nodes.keys()].at(-1) ?? '')
  for (let node = nodes.get(at); node !== undefined; node = nodes.get(at)) {
    // Each is visited once, also where a branch leads back to itself.
    nodes.delete(at)
    const { parent = '', message } = Node.safeParse(node).data ?? {}
    const read = messageFrom(message, usualModel)
    if (read !== null) said.push(read)
    at = parent
  }
  return said.toReversed()
}

function messageFrom(value: unknown, usualModel: string): SaidMessage | null {
  const { data } = NodeMessage.safeParse(value)
  if (data === undefined) return null
  const { author, content, metadata, create_time: time } = data
  if (metadata.is_visually_hidden_from_conversation === true || NOT_SAID.has(content.content_type)) return null
  const by = author.role
  const files = metadata.attachments.flatMap((each) => Attachment.safeParse(each).data?.name ?? [])
  const texts = content.parts.flatMap((part) => textOf(part, files.length > 0))
  const text = [...texts, ...(texts.length === 0 ? [content.text] : []), ...files.map(leftOutPart)]
    .filter((each) => each.trim() !== '')
    .join('\n\n')
    .replaceAll(QUOTE_MARKS, '')
  return { by, text, time: timeFrom(time), model: by === 'user' ? '' : metadata.model_slug || usualModel }
}

/** @param areNamed whether the files that go with the message are named by themselves */
function textOf(value: unknown, areNamed: boolean): readonly string[] {
  if (typeof value === 'string') return [value]
  const { data: part } = Part.safeParse(value)
  if (part === undefined) return []
  // What was spoken, as the service heard it.
  if (part.text !== '') return [part.text]
  if (part.content_type.startsWith('image')) return areNamed ? [] : [leftOutPart('picture')]
  return part.content_type.startsWith('audio') || part.content_type.includes('video') ? [] : [leftOutPart('part')]
}
