import type { Pick } from '../../../testing/random.ts'
import { end, textBlock, type WireEvent } from './model-server.ts'
import type { Answer } from './random-service.ts'
import { type Block, type Body, signatureOf } from './strict-rules.ts'

// One answer at random: thoughts, text and calls in any order, whole or broken, and any reason to end.

interface Asked {
  readonly pick: Pick
  readonly isCalm: boolean
  readonly number: number
  /** What a thought is signed for; null where thoughts have no signature. */
  readonly forThoughts: { readonly body: Body; readonly key: string } | null
  readonly text: string
}

const SECRET = 'hunter2'

export function randomAnswer(asked: Asked): Answer {
  const { pick, isCalm, number } = asked
  if (isCalm) {
    const draft = new Draft(asked)
    draft.think()
    draft.say(`Answer ${number}.`)
    return { status: 200, stopReason: 'end_turn', events: [...draft.events, ...end('end_turn')], cut: null }
  }
  const chance = pick(100)
  if (chance < 3) return { status: 400, stopReason: null, events: [], cut: null }
  if (chance < 6) return { status: 529, stopReason: null, events: [], cut: null }
  const draft = new Draft(asked)
  if (chance < 14 && asked.forThoughts?.body.context_management?.edits.some(({ type }) => type.startsWith('compact'))) {
    draft.sumUp()
    return { status: 200, stopReason: 'compaction', events: [...draft.events, ...end('compaction')], cut: null }
  }
  const blocks = chance < 18 ? 14 : pick(6)
  for (let n = 0; n < blocks; n += 1) randomBlock(draft, pick)
  const stopReason =
    chance < 22
      ? 'refusal'
      : chance < 27
        ? 'max_tokens'
        : chance < 33
          ? 'pause_turn'
          : draft.hasCalls
            ? 'tool_use'
            : 'end_turn'
  if (stopReason === 'end_turn') draft.say(`Answer ${number}.`)
  if (pick(4) === 0) draft.clear(pick(10))
  const events = [...draft.events, ...end(stopReason)]
  const cut =
    pick(9) === 0 ? ({ after: pick(events.length + 1), how: pick(2) === 0 ? 'ends' : 'resets' } as const) : null
  return { status: 200, stopReason, events, cut }
}

function randomBlock(draft: Draft, pick: Pick): void {
  const kind = pick(20)
  if (kind < 4) return draft.think(pick(6) === 0 ? `It is ${SECRET}.` : undefined)
  if (kind === 4) return draft.say(pick(3) === 0 ? ` \n` : `Answer ${draft.number}.`)
  if (kind === 5) return draft.say(`The password is ${SECRET}. Answer ${draft.number}.`)
  if (kind === 6) return draft.say('Split 👋'.slice(0, -1))
  if (kind === 7) return draft.hide()
  const path = `/memories/${['a', 'b', 'c'][pick(3)]}.md`
  if (kind === 8) return draft.call('{"command": "view", "path": ')
  if (kind === 9) return draft.call(JSON.stringify({ command: 'create', path, file_text: `It is ${SECRET}.\n` }))
  if (kind === 10)
    return draft.call(JSON.stringify({ command: 'view', path: '/memories/\ud83d', [ODD[pick(3)] ?? '']: -0 }))
  if (kind === 11)
    return draft.call(JSON.stringify({ command: 'create', path, file_text: 'A line of the file.\n'.repeat(100) }))
  if (kind === 12) return draft.call('{}', ['', 'other tool', 'x'.repeat(200)][pick(3)])
  draft.call(JSON.stringify({ command: 'view', path: pick(3) > 0 ? path : '/memories' }))
}

const ODD = ['__proto__', '1', '\udc4b']

/** An answer as it is written: events for the wire, blocks for the signatures. */
class Draft {
  readonly events: WireEvent[] = []
  readonly number: number
  readonly #asked: Asked
  readonly #content: Block[] = []
  #blocks = 0
  /** No service that signs thoughts repeats ids. */
  #repeatsIds = false

  constructor(asked: Asked) {
    this.#asked = asked
    this.number = asked.number
  }

  get hasCalls(): boolean {
    return this.#content.some(({ type }) => type === 'tool_use')
  }

  #add(...events: readonly WireEvent[]): void {
    this.events.push(...events)
    this.#blocks += 1
  }

  think(thinking = `Thought ${this.number}.`): void {
    const { forThoughts } = this.#asked
    const kind = forThoughts?.body.thinking?.type
    if (this.#repeatsIds || kind === 'disabled' || kind === 'between_tools') return
    const signature = forThoughts === null ? null : this.#sign(forThoughts)
    const index = this.#blocks
    this.#add(
      { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: thinking.slice(0, 5) } },
      { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: thinking.slice(5) } },
      ...(signature === null
        ? []
        : [{ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } }]),
      { type: 'content_block_stop', index },
    )
    this.#content.push({ type: 'thinking', thinking, signature })
  }

  #sign({ body, key }: NonNullable<Asked['forThoughts']>): string {
    const begun = this.#content.length === 0 ? [] : [{ role: 'assistant' as const, content: [...this.#content] }]
    return signatureOf(body, key, [...body.messages, ...begun])
  }

  hide(): void {
    if (this.#asked.forThoughts === null || this.#repeatsIds) return
    const index = this.#blocks
    const block = { type: 'redacted_thinking', data: `sealed ${this.number}` }
    this.#add({ type: 'content_block_start', index, content_block: block }, { type: 'content_block_stop', index })
    this.#content.push(block)
  }

  say(text: string): void {
    const middle = Math.floor(text.length / 2)
    this.#add(...textBlock(this.#blocks, text.slice(0, middle), text.slice(middle)))
    // The service refuses blank text when it is sent back, so it cannot count.
    if (text.trim() !== '') this.#content.push({ type: 'text', text })
  }

  call(json: string, name = 'memory'): void {
    const index = this.#blocks
    this.#repeatsIds ||= this.#asked.pick(4) === 0
    const id = this.#repeatsIds ? 'call_0' : `toolu_${this.number}_${index}`
    const middle = Math.floor(json.length / 2)
    this.#add(
      { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json.slice(0, middle) } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json.slice(middle) } },
      { type: 'content_block_stop', index },
    )
    this.#content.push({ type: 'tool_use', id, name, input: inputOf(json) })
  }

  /** The service says that it left out results, where it may. */
  clear(cleared_tool_uses: number): void {
    const edits = this.#asked.forThoughts?.body.context_management?.edits.map(({ type }) => type) ?? []
    const applied_edits = edits
      .filter((type) => type.startsWith('clear_tool_uses'))
      .map((type) => ({ type, cleared_tool_uses, cleared_input_tokens: 900 }))
    if (applied_edits.length === 0) return
    this.events.push({ type: 'message_delta', delta: {}, context_management: { applied_edits } })
  }

  sumUp(): void {
    const index = this.#blocks
    const content_block = { type: 'compaction', content: null, tool_changes: [], signature: `signed ${this.number}` }
    const delta = { type: 'compaction_delta', content: `Summary ${this.number}`, encrypted_content: 'sealed' }
    this.#add(
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    )
  }
}

function inputOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
