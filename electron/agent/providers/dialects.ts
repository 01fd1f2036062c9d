import type {
  BetaCacheControlEphemeral,
  BetaMessageParam,
  BetaThinkingConfigParam,
  MessageCreateParamsStreaming as BetaMessageCreateParamsStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages'
import type { MessageCreateParamsStreaming, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import { leastCleared, makesRoom } from '../context.ts'
import { thoughtsIn } from '../conversation/messages.ts'
import type { Prompt } from '../prompt.ts'
import type { ModelRequest, Tuning } from '../provider.ts'
import { CLEAR_TOOL_USES, type WireMessage } from '../wire.ts'

/** One request in the form that a kind of server expects. Pure. What is not listed here is the same for all. */
export interface Spoken {
  readonly body: BetaMessageCreateParamsStreaming | MessageCreateParamsStreaming
  readonly betas: readonly string[]
}
export type Dialect = (request: ModelRequest) => Spoken

const MAX_ANSWER_TOKENS = 8192
const MAX_KNOWN_ANSWER_TOKENS = 32_000
const MIN_THINKING_BUDGET_TOKENS = 1024

/** No `thread`: the whole conversation is sent each time, and no server keeps any of it. */
export const speakAnthropic: Dialect = (request) => {
  const { model, prompt, messages, tuning } = request
  const { edits, betas: editBetas } = contextEdits(request)
  const { thinking, betas: thinkingBetas } = thinkingOf(tuning, messages)
  const mark: BetaCacheControlEphemeral = { type: 'ephemeral', ...(tuning.cacheFor === '1h' ? { ttl: '1h' } : {}) }
  const isStrict = prompt.isStrict && tuning.abilities?.strictTools === true
  const body: BetaMessageCreateParamsStreaming = {
    model,
    system: prompt.readsOnly ? systemWithProtocol(prompt) : prompt.system,
    max_tokens: maxTokens(tuning),
    messages: withSecondMark(messages, mark),
    tools: [
      prompt.readsOnly
        ? toolOf(prompt)
        : { type: 'memory_20250818', name: 'memory', ...(isStrict ? { strict: true } : {}) },
    ],
    stream: true,
    // One mark on the last block; the service finds the longest prefix that it has cached.
    cache_control: mark,
    ...(thinking === null ? {} : { thinking }),
    ...effortOf(tuning, thinking),
    ...(edits.length === 0 ? {} : { context_management: { edits } }),
  }
  return { body, betas: [...editBetas, ...thinkingBetas] }
}

/** For the demo model, which needs only the conversation. */
export const speakPlainly: Dialect = ({ model, prompt, messages }) => ({
  body: {
    model,
    system: prompt.system,
    max_tokens: MAX_ANSWER_TOKENS,
    messages: messages.map(toBetaParam),
    tools: [{ type: 'memory_20250818', name: 'memory' }],
    stream: true,
  },
  betas: [],
})

/** For servers without the memory tool, betas, threads, cache marks or context editing. */
export const speakCompatibly: Dialect = ({ model, prompt, messages, tuning }) => ({
  body: {
    model,
    system: systemWithProtocol(prompt),
    max_tokens: maxTokens(tuning),
    messages: messages.map(toParam),
    tools: [toolOf(prompt)],
    stream: true,
  },
  betas: [],
})

/** The memory tool as any other tool, for servers that do not know it and for conversations that only read. */
function toolOf({ memory }: Prompt): Tool {
  return {
    name: 'memory',
    description: memory.description,
    input_schema: { ...memory.inputSchema, type: 'object' },
  }
}

/** A service says this itself with its own memory tool. */
const systemWithProtocol = ({ system, memory }: Prompt): string => [system, memory.protocol].join('\n\n')

type Edits = NonNullable<NonNullable<BetaMessageCreateParamsStreaming['context_management']>['edits']>

function contextEdits({ messages, tuning, holdsEdits }: ModelRequest): {
  readonly edits: Edits
  readonly betas: readonly string[]
} {
  const clearing = holdsEdits ? [] : clearingEdits(tuning)
  const summing = summingEdits(tuning, { isHeld: holdsEdits, hasSummary: hasSummary(messages) })
  const betas = [
    ...(clearing.length > 0 ? ['context-management-2025-06-27'] : []),
    ...(summing.length > 0 ? ['compact-2026-01-12'] : []),
  ]
  return { edits: [...clearing, ...summing], betas }
}

/** Every model can clear tool results unless it is known not to. */
function clearingEdits(tuning: Tuning): Edits {
  const { contextEditing, abilities, serviceClears } = tuning
  const edits: Edits = []
  // It must come first. Without it, such a model keeps the latest thoughts only, and each turn begins a new cache.
  if (thinksByBudget(tuning) && abilities?.clearThinking === true)
    edits.push({ type: 'clear_thinking_20251015', keep: 'all' })
  if (contextEditing.on && serviceClears)
    edits.push({
      type: CLEAR_TOOL_USES,
      trigger: { type: 'input_tokens', value: contextEditing.trigger },
      keep: { type: 'tool_uses', value: contextEditing.keep },
      clear_at_least: { type: 'input_tokens', value: leastCleared(contextEditing) },
    })
  return edits
}

/** No context is as large. */
const NEVER_TOKENS = 100_000_000

/**
 * Compaction is used only where it is known to work. But a summary that is sent back is refused without the edit, so
 * that stays where nothing is to be summed up.
 */
function summingEdits(
  { compaction, abilities }: Tuning,
  { isHeld, hasSummary }: { readonly isHeld: boolean; readonly hasSummary: boolean },
): Edits {
  const isWanted = makesRoom({ compaction, abilities }) && !isHeld
  if (!isWanted && !hasSummary) return []
  const trigger = { type: 'input_tokens', value: isWanted ? compaction.trigger : NEVER_TOKENS } as const
  return [{ type: 'compact_20260112', trigger, pause_after_compaction: true }]
}

const hasSummary = (messages: readonly WireMessage[]): boolean =>
  messages.some(({ content }) => content.some(({ type }) => type === 'compaction'))

/** Thoughts count too, and some models think unasked: with a known limit, leave room for both. */
export function maxTokens({ maxOutput }: Pick<Tuning, 'maxOutput'>): number {
  return maxOutput === null ? MAX_ANSWER_TOKENS : Math.min(MAX_KNOWN_ANSWER_TOKENS, maxOutput)
}

interface ThinkingRequest {
  readonly thinking: BetaThinkingConfigParam | null
  readonly betas: readonly string[]
}

const UNSAID: ThinkingRequest = { thinking: null, betas: [] }

/**
 * The user's choice, as far as the model has it. Thoughts come with their text, to be shown. Those that fail the
 * service's check are dropped rather than ending the conversation.
 */
function thinkingOf(tuning: Tuning, messages: readonly WireMessage[]): ThinkingRequest {
  const { thinking, abilities } = tuning
  if (abilities === null) return UNSAID
  if (thinking === 'off' && abilities.thinkBetweenTools) return { thinking: { type: 'between_tools' }, betas: [] }
  if (thinking === 'off' && abilities.thinkNever) return { thinking: { type: 'disabled' }, betas: [] }
  const shown = { display: 'summarized', block_binding: { prefix_mismatch_behavior: 'drop_block' } } as const
  const betas = ['thinking-binding-controls-2026-08-01']
  // A model that cannot be told not to think thinks by default, so saying it changes nothing. One that has thought here
  // goes on thinking: no service says what the default is, and thoughts that are sent back need the safety net.
  const thinksUnasked = !abilities.thinkNever || thoughtsIn(messages) > 0
  if (abilities.thinkAdaptive && (thinking === 'on' || thinksUnasked))
    return { thinking: { type: 'adaptive', ...shown }, betas }
  if (!thinksByBudget(tuning)) return UNSAID
  const budget = Math.floor(maxTokens(tuning) / 2)
  return {
    thinking: { type: 'enabled', budget_tokens: budget, ...shown },
    betas: [...betas, 'interleaved-thinking-2025-05-14'],
  }
}

function thinksByBudget(tuning: Tuning): boolean {
  const { thinking, abilities } = tuning
  const hasRoom = Math.floor(maxTokens(tuning) / 2) >= MIN_THINKING_BUDGET_TOKENS
  return thinking === 'on' && abilities?.thinkBudget === true && !abilities.thinkAdaptive && hasRoom
}

/** Without thoughts, the two highest levels are refused. */
function effortOf(
  { effort, abilities }: Tuning,
  thinking: BetaThinkingConfigParam | null,
): Partial<Pick<BetaMessageCreateParamsStreaming, 'output_config'>> {
  if (effort === 'default' || abilities?.efforts.includes(effort) !== true) return {}
  const isTooHigh = thinking?.type === 'disabled' && (effort === 'xhigh' || effort === 'max')
  return { output_config: { effort: isTooHigh ? 'high' : effort } }
}

/** The service looks back this many blocks from a mark for what it has cached. */
const MARK_REACH_BLOCKS = 20

/**
 * After an answer with many calls, the end of the request before lies beyond the reach of the mark at the end, so it gets
 * one too.
 */
function withSecondMark(messages: readonly WireMessage[], mark: BetaCacheControlEphemeral): BetaMessageParam[] {
  const params = messages.map(toBetaParam)
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  const added = messages.slice(answer).reduce((sum, { content }) => sum + content.length, 0)
  const before = messages[answer - 1]
  if (added < MARK_REACH_BLOCKS || before?.role !== 'user') return params
  const content = before.content.map((block, at) =>
    at === before.content.length - 1 ? { ...block, cache_control: mark } : block,
  )
  return params.with(answer - 1, { role: 'user', content })
}

function toBetaParam(message: WireMessage): BetaMessageParam {
  return message.role === 'user'
    ? { role: 'user', content: [...message.content] }
    : { role: 'assistant', content: [...message.content] }
}

/**
 * The body as it is sent: a thought that came without a signature goes back without one. Servers that sign nothing may
 * need their thoughts all the same (DeepSeek refuses a request without), and what stands before the official service
 * refuses an empty signature. One that refuses a missing one, too, is asked without thoughts (service-problem.ts).
 */
export function withoutEmptySignatures({ messages, ...body }: Spoken['body']): object {
  const sent = messages.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(withoutEmptySignature) } : message,
  )
  return { ...body, messages: sent }
}

function withoutEmptySignature(block: { readonly type: string }): object {
  if (block.type !== 'thinking' || !('signature' in block) || block.signature !== '') return block
  const { signature: _, ...unsigned } = block
  return unsigned
}

function toParam(message: WireMessage): MessageParam {
  if (message.role === 'user') return { role: 'user', content: [...message.content] }
  return { role: 'assistant', content: message.content.filter((block) => block.type !== 'compaction') }
}
