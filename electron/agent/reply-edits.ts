import type { ContextEdit } from '../../shared/conversation.ts'
import { CLEAR_TOOL_USES } from './wire.ts'

// What a service reports to have left out of the conversation. Pure.

/** Thoughts that the service removed before the model saw them. Other entries changed nothing. */
export function droppedThoughts(transformations: readonly { readonly type: string }[]): readonly ContextEdit[] {
  const thoughts = transformations.filter(({ type }) => type === 'thinking_dropped').length
  return thoughts === 0 ? [] : [{ kind: 'thoughts-dropped', thoughts }]
}

interface AppliedEdit {
  readonly type: string
  readonly cleared_tool_uses?: number | null | undefined
  readonly cleared_input_tokens?: number | null | undefined
}

/** Old results that the service left out. */
export function clearedResults(applied: readonly AppliedEdit[]): readonly ContextEdit[] {
  return applied.flatMap(({ type, cleared_tool_uses: toolUses, cleared_input_tokens: tokens }) =>
    type === CLEAR_TOOL_USES && toolUses ? [{ kind: 'cleared', toolUses, tokens: tokens ?? 0 }] : [],
  )
}
