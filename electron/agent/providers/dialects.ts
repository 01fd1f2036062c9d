import type {
  BetaMessageParam,
  MessageCreateParamsStreaming as BetaMessageCreateParamsStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages'
import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { MEMORY_DESCRIPTION, MEMORY_INPUT_SCHEMA, MEMORY_PROTOCOL } from '../memory-tool/input-schema.ts'
import type { ModelRequest, Tuning } from '../provider.ts'
import { estimateTokens, trimToolResults } from '../trim.ts'
import { CLEAR_TOOL_USES, type WireMessage } from '../wire.ts'

/** One request in the form that a kind of server expects. Pure. What is not listed here is the same for all. */
export interface Spoken {
  readonly body: BetaMessageCreateParamsStreaming | MessageCreateParamsStreaming
  readonly betas: readonly string[]
  /** Events to emit before the server's own, in its format. */
  readonly before: readonly unknown[]
}
export type Dialect = (request: ModelRequest) => Spoken

const MAX_ANSWER_TOKENS = 8192
const MAX_KNOWN_ANSWER_TOKENS = 32_000
const MIN_THINKING_BUDGET_TOKENS = 1024

/** No `thread`: the whole conversation is sent each time, and no server keeps any of it. */
export const speakAnthropic: Dialect = ({ model, system, messages, tuning }) => {
  const { edits, betas } = contextEdits(tuning)
  const body: BetaMessageCreateParamsStreaming = {
    model,
    system,
    max_tokens: maxTokens(tuning),
    messages: messages.map(toBetaParam),
    tools: [{ type: 'memory_20250818', name: 'memory' }],
    stream: true,
    // One mark on the last block; the service finds the longest prefix that it has cached.
    cache_control: { type: 'ephemeral' },
    ...thinkingOf(tuning),
    ...effortOf(tuning),
    ...(edits.length === 0 ? {} : { context_management: { edits } }),
  }
  return { body, betas, before: [] }
}

/** For the demo model, which needs only the conversation. */
export const speakPlainly: Dialect = ({ model, system, messages }) => ({
  body: {
    model,
    system,
    max_tokens: MAX_ANSWER_TOKENS,
    messages: messages.map(toBetaParam),
    tools: [{ type: 'memory_20250818', name: 'memory' }],
    stream: true,
  },
  betas: [],
  before: [],
})

/** For servers without the memory tool, betas, threads, cache marks or context editing. */
export const speakCompatibly: Dialect = ({ model, system, messages, tuning }) => {
  const prompt = [system, MEMORY_PROTOCOL].join('\n\n')
  const trimmed = trimToolResults(messages, tuning.contextEditing, estimateTokens(prompt))
  const body: MessageCreateParamsStreaming = {
    model,
    system: prompt,
    max_tokens: maxTokens(tuning),
    messages: trimmed.messages.map(toParam),
    tools: [
      {
        name: 'memory',
        description: MEMORY_DESCRIPTION,
        input_schema: { ...MEMORY_INPUT_SCHEMA, required: [...MEMORY_INPUT_SCHEMA.required] },
      },
    ],
    stream: true,
  }
  const edit = { type: CLEAR_TOOL_USES, cleared_tool_uses: trimmed.toolUses, cleared_input_tokens: trimmed.tokens }
  return {
    body,
    betas: [],
    before:
      trimmed.toolUses === 0
        ? []
        : [{ type: 'message_delta', delta: {}, context_management: { applied_edits: [edit] } }],
  }
}

type Edits = NonNullable<NonNullable<BetaMessageCreateParamsStreaming['context_management']>['edits']>

/** Every model can clear tool results unless it is known not to; compaction is used only where it is known to work. */
function contextEdits({ contextEditing, compaction, abilities }: Tuning): {
  readonly edits: Edits
  readonly betas: readonly string[]
} {
  const edits: Edits = []
  const betas: string[] = []
  if (contextEditing.on && abilities?.clearToolUses !== false) {
    const { trigger, keep, excludeTools } = contextEditing
    edits.push({
      type: CLEAR_TOOL_USES,
      trigger: { type: 'input_tokens', value: trigger },
      keep: { type: 'tool_uses', value: keep },
      exclude_tools: [...excludeTools],
    })
    betas.push('context-management-2025-06-27')
  }
  if (compaction.on && abilities?.compact === true) {
    edits.push({ type: 'compact_20260112', trigger: { type: 'input_tokens', value: compaction.trigger } })
    betas.push('compact-2026-01-12')
  }
  return { edits, betas }
}

/** Thoughts count too, and some models think unasked: with a known limit, leave room for both. */
function maxTokens({ maxOutput }: Tuning): number {
  return maxOutput === null ? MAX_ANSWER_TOKENS : Math.min(MAX_KNOWN_ANSWER_TOKENS, maxOutput)
}

function thinkingOf(tuning: Tuning): Partial<Pick<BetaMessageCreateParamsStreaming, 'thinking'>> {
  const { thinking, abilities } = tuning
  if (thinking === 'off' && abilities?.thinkNever === true) return { thinking: { type: 'disabled' } }
  if (thinking !== 'on' || abilities === null) return {}
  if (abilities.thinkAdaptive) return { thinking: { type: 'adaptive' } }
  const budget = Math.floor(maxTokens(tuning) / 2)
  return abilities.thinkBudget && budget >= MIN_THINKING_BUDGET_TOKENS
    ? { thinking: { type: 'enabled', budget_tokens: budget } }
    : {}
}

function effortOf({ effort, abilities }: Tuning): Partial<Pick<BetaMessageCreateParamsStreaming, 'output_config'>> {
  return effort !== 'default' && abilities?.efforts.includes(effort) === true ? { output_config: { effort } } : {}
}

function toBetaParam(message: WireMessage): BetaMessageParam {
  return message.role === 'user'
    ? { role: 'user', content: [...message.content] }
    : { role: 'assistant', content: [...message.content] }
}

function toParam(message: WireMessage): MessageParam {
  if (message.role === 'user') return { role: 'user', content: [...message.content] }
  return { role: 'assistant', content: message.content.filter((block) => block.type !== 'compaction') }
}
