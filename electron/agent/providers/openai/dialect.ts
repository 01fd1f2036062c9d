import { createHash } from 'node:crypto'
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPartImage,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelRequest, Tuning } from '../../provider.ts'
import type { ImageBlock, SentBlock, UserBlock, WireMessage } from '../../wire.ts'
import { maxTokens } from '../dialects.ts'
import type { Habits } from './habits.ts'

/** One request in the OpenAI format. Pure: a longer conversation begins with the same bytes, as caches need it. */
export function speakOpenAI(request: ModelRequest, habits: Habits): ChatCompletionCreateParamsStreaming {
  const { model, prompt, messages, tuning } = request
  const { system, memory } = prompt
  const [text, parameters] = [[system, memory.protocol].join('\n\n'), { ...memory.inputSchema }]
  return {
    model,
    // Every server takes "system"; OpenAI reads it as its newer "developer".
    messages: [{ role: 'system', content: text }, ...messages.flatMap((message) => toParams(message, habits))],
    tools: [{ type: 'function', function: { name: 'memory', description: memory.description, parameters } }],
    stream: true,
    stream_options: { include_usage: true },
    ...lengthOf(tuning, habits),
    ...effortOf(tuning),
  }
}

function lengthOf({ maxOutput }: Tuning, { lengthField, isLongByDefault }: Habits): object {
  return maxOutput === null && isLongByDefault ? {} : { [lengthField]: maxTokens({ maxOutput }) }
}

function effortOf({ effort, abilities }: Tuning): Pick<ChatCompletionCreateParamsStreaming, 'reasoning_effort'> {
  return effort !== 'default' && abilities?.efforts.includes(effort) === true ? { reasoning_effort: effort } : {}
}

function toParams(message: WireMessage, habits: Habits): readonly ChatCompletionMessageParam[] {
  if (message.role === 'user') return fromUser(message.content, habits)
  const calls = callsOf(message.content, habits)
  const text = textOf(message.content)
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }]
  const answer: ChatCompletionAssistantMessageParam = {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: [...calls],
  }
  return [{ ...answer, ...thoughtsOf(message.content, habits) }]
}

/** Results come first: they answer the message before. */
function fromUser(content: readonly UserBlock[], habits: Habits): readonly ChatCompletionMessageParam[] {
  const results = content.flatMap((block) =>
    block.type === 'tool_result'
      ? [{ role: 'tool', tool_call_id: callId(block.tool_use_id, habits), content: block.content } as const]
      : [],
  )
  const text = textOf(content)
  const images = content.flatMap((block) => (block.type === 'image' ? imagePart(block) : []))
  if (images.length > 0) {
    const said = text === '' ? [] : [{ type: 'text', text } as const]
    return [...results, { role: 'user', content: [...images, ...said] }]
  }
  return text === '' ? results : [...results, { role: 'user', content: text }]
}

function imagePart({ source: { media_type: type, data } }: ImageBlock): ChatCompletionContentPartImage {
  return { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } }
}

function textOf(content: readonly (SentBlock | UserBlock)[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n')
}

function callsOf(
  content: readonly SentBlock[],
  habits: Habits,
): readonly (ChatCompletionMessageFunctionToolCall & { readonly extra_content?: object })[] {
  return content.flatMap((block, at) => {
    if (block.type !== 'tool_use') return []
    const thought = content[at - 1]
    const isSigned =
      habits.thoughtsGoBack === 'as signatures' && thought?.type === 'thinking' && thought.signature !== ''
    return {
      id: callId(block.id, habits),
      type: 'function',
      function: { name: block.name, arguments: JSON.stringify(block.input) },
      ...(isSigned ? { extra_content: { google: { thought_signature: thought.signature } } } : {}),
    }
  })
}

/** What was thought before calls; some servers refuse the request without it. */
function thoughtsOf(content: readonly SentBlock[], habits: Habits): object {
  if (habits.thoughtsGoBack !== 'as reasoning_content') return {}
  const thoughts = content.flatMap((block) => (block.type === 'thinking' ? block.thinking : [])).join('')
  return thoughts === '' ? {} : { reasoning_content: thoughts }
}

function callId(id: string, { hasNineCharacterIds }: Habits): string {
  if (!hasNineCharacterIds || /^[a-zA-Z0-9]{9}$/.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, 9)
}
