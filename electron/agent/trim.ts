import type { ContextEditing } from '../../shared/settings.ts'
import type { ToolResultBlock, WireMessage } from './wire.ts'

/**
 * The outcome of leaving out old tool results for servers that cannot do it themselves, by the rules of the official
 * service: once the context is larger than `trigger`, only the latest `keep` results stay; those of excluded tools
 * always do. Pure: the transcript keeps everything.
 */
export interface Trimmed {
  readonly messages: readonly WireMessage[]
  readonly toolUses: number
  /** How much smaller the request became, as estimated. */
  readonly tokens: number
}

export const CLEARED = '[This old result was left out to make room. Call the tool again if it is needed.]'

/** The servers' tokenizers are unknown here; four characters per token is close enough for text. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** @param overhead tokens of the request that are not in its messages */
export function trimToolResults(messages: readonly WireMessage[], rules: ContextEditing, overhead = 0): Trimmed {
  const unchanged = { messages, toolUses: 0, tokens: 0 }
  const size = messages.reduce((sum, message) => sum + estimateTokens(JSON.stringify(message.content)), overhead)
  if (!rules.on || size <= rules.trigger) return unchanged
  const uses = messages.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((block) => block.type === 'tool_use') : [],
  )
  const clearable = uses.filter((use) => !rules.excludeTools.includes(use.name)).map((use) => use.id)
  const old = new Set(clearable.slice(0, Math.max(0, clearable.length - rules.keep)))
  let [toolUses, tokens] = [0, 0]
  const clear = (block: ToolResultBlock): ToolResultBlock => {
    const saved = estimateTokens(block.content) - estimateTokens(CLEARED)
    if (!old.has(block.tool_use_id) || saved <= 0) return block
    toolUses += 1
    tokens += saved
    return { ...block, content: CLEARED }
  }
  const trimmed = messages.map((message): WireMessage =>
    message.role === 'user'
      ? { role: 'user', content: message.content.map((block) => (block.type === 'tool_result' ? clear(block) : block)) }
      : message,
  )
  return toolUses === 0 ? unchanged : { messages: trimmed, toolUses, tokens }
}
