import { createHash } from 'node:crypto'
import { z } from 'zod'

// What real services refuse (platform.claude.com/docs: messages, preserved-thinking, compaction; platform.openai.com/docs:
// chat completions).

export const Block = z.looseObject({ type: z.string() })
export type Block = z.infer<typeof Block>
export const Body = z.looseObject({
  model: z.string(),
  max_tokens: z.number().positive(),
  stream: z.literal(true),
  system: z.string().min(1),
  tools: z.array(z.looseObject({ name: z.string() })),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.array(Block) })).min(1),
  thinking: z.looseObject({ type: z.string() }).optional(),
  output_config: z.looseObject({ effort: z.string() }).optional(),
  context_management: z.looseObject({ edits: z.array(z.looseObject({ type: z.string() })) }).optional(),
})
export type Body = z.infer<typeof Body>

const COMPACTION = { edit: 'compact_20260112', beta: 'compact-2026-01-12' }
const BETA_OF_EDIT: Readonly<Record<string, string>> = {
  clear_tool_uses_20250919: 'context-management-2025-06-27',
  clear_thinking_20251015: 'context-management-2025-06-27',
  [COMPACTION.edit]: COMPACTION.beta,
}

/** What the real service would refuse; null for a valid request. */
export function faultIn(
  { messages, thinking, output_config, context_management, max_tokens }: Body,
  betas: readonly string[],
) {
  const used = new Set<string>()
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return `messages.${at}: roles must alternate`
    if (content.length === 0) return `messages.${at}: content is empty`
    if (content.some((block) => block.type === 'text' && String(block['text']).trim() === ''))
      return `messages.${at}: text is blank`
    if (role === 'assistant' && content.at(-1)?.type.endsWith('thinking')) return `messages.${at}: ends with a thought`
    const uses = role === 'assistant' ? idsOf(content, 'tool_use', 'id') : []
    if (uses.some((id) => used.has(id))) return `messages.${at}: a tool_use id is repeated`
    for (const id of uses) used.add(id)
    const fault = content.map(faultInBlock).find((found) => found !== null)
    if (fault !== undefined) return `messages.${at}: ${fault}`
    const expected = at === 0 ? [] : idsOf(messages[at - 1]?.content ?? [], 'tool_use', 'id')
    const results = idsOf(content, 'tool_result', 'tool_use_id')
    if (results.toSorted().join() !== expected.toSorted().join()) return `messages.${at}: results do not fit the calls`
    const first = content.findIndex((block) => block.type !== 'tool_result')
    if (first !== -1 && first < results.length) return `messages.${at}: results must come first`
  }
  if (messages.at(-1)?.role !== 'user') return 'an answer cannot be begun for the model'
  if (thinking?.type === 'disabled' && ['xhigh', 'max'].includes(output_config?.effort ?? ''))
    return 'this effort needs thinking'
  if (thinking?.type === 'enabled' && !(Number(thinking['budget_tokens']) < max_tokens))
    return 'the budget is too large'
  if (thinking?.['block_binding'] !== undefined && !betas.includes('thinking-binding-controls-2026-08-01'))
    return 'block_binding needs its header'
  if (messages.some(({ content }) => content.some(({ type }) => type === 'compaction'))) {
    if (!betas.includes(COMPACTION.beta)) return 'unknown type compaction'
    if (context_management?.edits.some(({ type }) => type === COMPACTION.edit) !== true)
      return 'compaction blocks need their edit'
  }
  const missing = context_management?.edits.find(({ type }) => !betas.includes(BETA_OF_EDIT[type] ?? 'none'))
  return missing === undefined ? null : `${missing.type} needs its header`
}

const KNOWN = ['text', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'compaction']

function faultInBlock(block: Block): string | null {
  if (!KNOWN.includes(block.type)) return `unknown type ${block.type}`
  if (block.type === 'thinking' && !block['signature']) return 'signature of a thinking block is missing'
  if (block.type !== 'tool_use') return null
  if (!/^[\w-]+$/.test(String(block['id']))) return 'a tool_use id has other characters'
  if (!/^[\w-]{1,128}$/.test(String(block['name']))) return 'a tool name has other characters'
  return typeof block['input'] === 'object' ? null : 'an input is no object'
}

/** A string with half of a pair of code units is no JSON for most services. */
export function isWellFormedJson(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedJson(item))
}

export const OpenAIBody = z.looseObject({
  model: z.string(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().min(1).nullable(),
        tool_call_id: z.string().optional(),
        tool_calls: z
          .array(
            z.looseObject({
              id: z.string().regex(/^[\w-]+$/),
              function: z.object({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
            }),
          )
          .min(1)
          .optional(),
      }),
    )
    .min(2),
})

/** Calls without a result at once after them, results without a call, and what nobody said. */
export function faultInOpenAI({ messages }: z.infer<typeof OpenAIBody>): string | null {
  let open: readonly string[] = []
  for (const [at, { role, content, tool_call_id: answered, tool_calls: calls }] of messages.entries()) {
    if ((role === 'system') !== (at === 0)) return `messages.${at}: the system message comes first, and once`
    if (role === 'tool') {
      if (!open.includes(answered ?? '')) return `messages.${at}: a result without its call`
      open = open.filter((id) => id !== answered)
      continue
    }
    if (open.length > 0) return `messages.${at}: tool_call_ids did not have response messages: ${open.join()}`
    if (content === null && calls === undefined) return `messages.${at}: no content`
    open = calls?.map(({ id }) => id) ?? []
    if (new Set(open).size < open.length) return `messages.${at}: a call id is repeated`
  }
  if (open.length > 0) return 'calls without results'
  return messages.at(-1)?.role === 'assistant' ? 'an answer cannot be begun for the model' : null
}

function idsOf(content: readonly Block[], type: string, field: string): readonly string[] {
  return content.filter((block) => block.type === type).map((block) => String(block[field]))
}

/** A request as text; the marks of the cache are no part of what a model sees. */
export function textOf({ system, tools, messages }: Pick<Body, 'system' | 'tools' | 'messages'>): string {
  return JSON.stringify({ system, tools, messages }, (name, value) => (name === 'cache_control' ? undefined : value))
}

/** The signature of a thought: who thought it, and after what. */
export function signatureOf(body: Body, key: string, before: Body['messages']): string {
  const hash = createHash('sha256').update(textOf({ ...body, messages: before }))
  return `${body.model} ${key.slice(-8)} ${hash.digest('hex')}`
}

/**
 * Thoughts of another model or organisation are dropped by the service; those after another text are refused.
 * @returns how many `foreign` ones, of which `strange` are of another model, and where the `broken` ones are
 */
export function checkThoughts(
  body: Body,
  key: string,
): { readonly foreign: number; readonly broken: readonly string[]; readonly strange: number } {
  let [foreign, strange] = [0, 0]
  const broken: string[] = []
  for (const [at, { role, content }] of body.messages.entries()) {
    if (role !== 'assistant') continue
    for (const [index, block] of content.entries()) {
      if (block.type !== 'thinking') continue
      const before = [
        ...body.messages.slice(0, at),
        ...(index === 0 ? [] : [{ role, content: content.slice(0, index) }]),
      ]
      const [model, organisation, hash] = String(block['signature']).split(' ')
      const [ownModel, ownOrganisation, expected] = signatureOf(body, key, before).split(' ')
      if (model !== ownModel) strange += 1
      if (model !== ownModel || organisation !== ownOrganisation) foreign += 1
      else if (hash !== expected) broken.push(`${at}.${index}`)
    }
  }
  return { foreign, broken, strange }
}
