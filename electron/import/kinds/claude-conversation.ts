import { z } from 'zod'
import type { ImportedConversation } from '../../../shared/import.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { latest } from '../gathered.ts'
import { leftOutPart, type SaidMessage, turnsFrom } from '../turns.ts'
import { Anything, List, oneLine, Text, timeFrom } from '../words.ts'

// A conversation in the export of Claude is a list of messages. Calls of tools, their results and thoughts are blocks of
// their own, and no part of what was said.

const Conversation = z.object({
  uuid: Text,
  name: Text,
  created_at: Anything,
  updated_at: Anything,
  chat_messages: List,
})

const ChatMessage = z.object({
  sender: z.enum(['human', 'assistant']),
  text: Text,
  content: List,
  created_at: Anything,
  attachments: List,
  files: List,
})

const Block = z.object({ type: Text, text: Text })
const File = z.object({ file_name: z.string().min(1) })

/** @returns why it is none, if so */
export function claudeConversation(value: unknown): ImportedConversation | Message {
  const { data } = Conversation.safeParse(value)
  if (data === undefined) return say('import-odd-item')
  const messages = data.chat_messages.flatMap((each) => messageFrom(each) ?? [])
  const turns = turnsFrom(messages)
  if (turns.length === 0) return say('import-nothing-in-it')
  const began = timeFrom(data.created_at)
  const changed = timeFrom(data.updated_at) ?? latest(messages.map(({ time }) => time)) ?? began
  return {
    kind: 'claude',
    id: data.uuid || `${began ?? ''} ${data.name}`,
    title: oneLine(data.name),
    began,
    changed,
    turns,
  }
}

function messageFrom(value: unknown): SaidMessage | null {
  const { data } = ChatMessage.safeParse(value)
  if (data === undefined) return null
  const blocks = data.content.flatMap((each) => Block.safeParse(each).data ?? [])
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? [text] : type === 'image' ? [PICTURE] : []))
  // Beside blocks, the text also says which of them the service does not show.
  const said = blocks.length === 0 ? [data.text] : texts
  const files = [...data.attachments, ...data.files].flatMap((each) => File.safeParse(each).data?.file_name ?? [])
  const text = [...said, ...files.map(leftOutPart)].filter((each) => each.trim() !== '').join('\n\n')
  return { by: data.sender === 'human' ? 'user' : 'assistant', text, time: timeFrom(data.created_at), model: '' }
}

const PICTURE = leftOutPart('picture')
