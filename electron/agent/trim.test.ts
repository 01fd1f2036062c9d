import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLEARED, estimateTokens, trimToolResults } from './trim.ts'
import type { WireMessage } from './wire.ts'

/** Rounds of a conversation: a tool's name, and the length of its result. */
const rounds = fc.array(fc.record({ tool: fc.constantFrom('memory', 'search', 'shell'), length: fc.nat(4000) }), {
  maxLength: 20,
})
const rules = fc.record({
  on: fc.boolean(),
  trigger: fc.integer({ min: 0, max: 10_000 }),
  keep: fc.nat(6),
  excludeTools: fc.subarray(['memory', 'search']),
})

function messagesOf(calls: readonly { readonly tool: string; readonly length: number }[]): readonly WireMessage[] {
  return calls.flatMap(({ tool, length }, index): readonly WireMessage[] => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'so' },
        { type: 'tool_use', id: `t${index}`, name: tool, input: {} },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: 'x'.repeat(length), is_error: false }],
    },
  ])
}

const resultsOf = (messages: readonly WireMessage[]) =>
  messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'))
const sizeOf = (messages: readonly WireMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(JSON.stringify(content)), 0)

test('old results are left out by the rules, and nothing else changes', () => {
  fc.assert(
    fc.property(rounds, rules, (calls, wanted) => {
      const messages = messagesOf(calls)
      const trimmed = trimToolResults(messages, wanted)
      const [before, after] = [resultsOf(messages), resultsOf(trimmed.messages)]
      const changed = after.flatMap((result, index) => (result === before[index] ? [] : [index]))
      if (!wanted.on || sizeOf(messages) <= wanted.trigger) expect(trimmed.messages).toBe(messages)
      // Every result is still there, in its place, under its call.
      expect(after.map((result) => result.tool_use_id)).toEqual(before.map((result) => result.tool_use_id))
      expect(trimmed.messages.map((message) => message.role)).toEqual(messages.map((message) => message.role))
      const clearable = calls.flatMap(({ tool }, index) => (wanted.excludeTools.includes(tool) ? [] : [index]))
      const old = clearable.slice(0, Math.max(0, clearable.length - wanted.keep))
      for (const index of changed) {
        expect(old).toContain(index)
        expect(after[index]?.content).toBe(CLEARED)
      }
      // Every old result is cleared, except those no longer than the replacement text.
      if (wanted.on && sizeOf(messages) > wanted.trigger)
        expect(changed).toEqual(old.filter((index) => (calls[index]?.length ?? 0) > Math.ceil(CLEARED.length / 4) * 4))
      expect(trimmed.toolUses).toBe(changed.length)
      expect(sizeOf(trimmed.messages)).toBeLessThanOrEqual(sizeOf(messages))
      // Trimming again changes nothing.
      expect(resultsOf(trimToolResults(trimmed.messages, wanted).messages)).toEqual(after)
    }),
  )
})
