import { type Pick, random } from './random.ts'

// An export of ChatGPT that is made up, with all that is odd in real ones, and what must be found in it.

/** The first conversation of an export, and how much later each next one is: times are in seconds, with fractions. */
const FIRST_TIME = 1_700_000_000
const STEP = 3_600.371_25
const SENTENCES = 4_000
/** So many conversations have the same profile, until it is changed. */
const PROFILE_LASTS = 40

const LETTERS = 'etaoinshrdlucmfwypvbgk'

export interface ExportTruth {
  /** Those that can be read. */
  conversations: number
  remembering: number
  bad: number
  /** By their text, when each was last seen, in ISO 8601. */
  readonly profiles: Map<string, string>
  readonly instructions: Map<string, string>
  readonly saved: Map<string, string>
}

interface Message {
  readonly role: string
  readonly content: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly recipient?: string
}

export class ChatGptExport {
  readonly truth: ExportTruth = {
    conversations: 0,
    remembering: 0,
    bad: 0,
    profiles: new Map(),
    instructions: new Map(),
    saved: new Map(),
  }
  readonly #pick: Pick
  readonly #sentences: readonly string[]
  #number = 0

  constructor(seed: number) {
    this.#pick = random(seed)
    this.#sentences = Array.from({ length: SENTENCES }, () => this.#sentence())
  }

  /** One item of a shard, good or bad. @param messages how many it has, at most */
  item(messages = 60): string {
    this.#number += 1
    if (this.#pick(50) > 0) return JSON.stringify(this.#conversation(messages))
    this.truth.bad += 1
    return this.#one(['{"title":"cut", "mapping":{"a":[1,}}', 'null', '17', '"a text"', '{title: 1}', '[]'])
  }

  #conversation(messages: number): object {
    const seconds = FIRST_TIME + this.#number * STEP
    const time = new Date(seconds * 1000).toISOString()
    this.truth.conversations += 1
    const base = {
      title: this.#one(this.#sentences),
      create_time: seconds - 100.5,
      update_time: seconds,
      id: `c-${this.#number}`,
    }
    // Some have nothing in them, and some have lost it.
    if (this.#pick(30) === 0) return this.#one([base, { ...base, mapping: null }, { ...base, mapping: {} }])
    const remembered = this.#remembered(time)
    if (remembered.length > 0) this.truth.remembering += 1
    const talk = Array.from({ length: 1 + this.#pick(messages) }, () => this.#talk())
    const at = this.#pick(talk.length)
    const mapping = this.#tree([...talk.slice(0, at), ...remembered, ...talk.slice(at)], seconds)
    return {
      ...base,
      mapping,
      current_node: Object.keys(mapping).at(-1),
      default_model_slug: 'gpt-5',
      is_archived: false,
    }
  }

  /** A line of nodes below a root without a message. Often the children are missing. */
  #tree(messages: readonly Message[], seconds: number): Record<string, unknown> {
    const id = (at: number): string => `n-${this.#number}-${at}`
    const knowsChildren = this.#pick(2) === 0
    const nodes: Record<string, unknown> = {
      [id(0)]: {
        id: id(0),
        parent: null,
        children: knowsChildren ? [id(1)] : [],
        ...(this.#pick(2) === 0 ? { message: null } : {}),
      },
    }
    for (const [at, { role, content, metadata = {}, recipient = 'all' }] of messages.entries()) {
      nodes[id(at + 1)] = {
        id: id(at + 1),
        parent: id(at),
        children: knowsChildren && at + 1 < messages.length ? [id(at + 2)] : [],
        message: {
          id: id(at + 1),
          author: { role, name: null, metadata: {} },
          create_time: seconds,
          content,
          metadata,
          recipient,
        },
      }
    }
    return nodes
  }

  #remembered(time: string): readonly Message[] {
    const messages: Message[] = []
    if (this.#pick(3) === 0) messages.push(this.#context(time))
    if (this.#pick(12) === 0) {
      const text = `Fact ${this.truth.saved.size}: ${this.#one(this.#sentences)}`
      this.truth.saved.set(text, time)
      messages.push({ role: 'assistant', recipient: 'bio', content: { content_type: 'text', parts: [text] } })
      messages.push({ role: 'tool', content: { content_type: 'text', parts: ['Model set context updated.'] } })
    }
    return messages
  }

  /** What the user wrote in the settings: bare beside the message, or only within what the model is told of it. */
  #context(time: string): Message {
    const version = Math.floor(this.#number / PROFILE_LASTS)
    const [profile, instructions] = [
      `Profile ${version}.\nI live in \`\`\`Lisbon\`\`\`.`,
      `Instruction ${version}: be brief.`,
    ]
    this.truth.profiles.set(profile, time)
    this.truth.instructions.set(instructions, time)
    const content = {
      content_type: 'user_editable_context',
      user_profile: `The user provided the following information about themselves.\nUser profile:\n\`\`\`${profile}\`\`\``,
      user_instructions: `The user provided the additional info about how they would like you to respond:\n\`\`\`${instructions}\`\`\``,
    }
    const own = { about_user_message: profile, about_model_message: instructions }
    const bare = this.#pick(2) === 0 ? { user_context_message_data: own } : {}
    return { role: 'user', content, metadata: { is_visually_hidden_from_conversation: true, ...bare } }
  }

  #talk(): Message {
    const text = Array.from({ length: 1 + this.#pick(12) }, () => this.#one(this.#sentences)).join(' ')
    return this.#one<Message>([
      { role: 'user', content: { content_type: 'text', parts: [text] } },
      { role: 'assistant', content: { content_type: 'text', parts: [text] }, metadata: { model_slug: 'gpt-5' } },
      { role: 'assistant', content: { content_type: 'thoughts', thoughts: [{ summary: 'S', content: text }] } },
      { role: 'assistant', content: { content_type: 'reasoning_recap', content: 'Thought for 5s' } },
      { role: 'assistant', recipient: 'python', content: { content_type: 'code', language: 'python', text } },
      { role: 'tool', content: { content_type: 'execution_output', text } },
      { role: 'tool', content: { content_type: 'tether_quote', url: 'https://example.com', text, title: 'T' } },
      { role: 'tool', content: { content_type: 'tether_browsing_display', result: text } },
      {
        role: 'user',
        content: { content_type: 'multimodal_text', parts: [{ asset_pointer: 'file-service://x' }, text, null] },
      },
      { role: 'assistant', content: { content_type: 'model_editable_context', model_set_context: '' } },
    ])
  }

  #sentence(): string {
    const word = (): string =>
      Array.from({ length: 2 + this.#pick(8) }, () => LETTERS[this.#pick(LETTERS.length)]).join('')
    return `${Array.from({ length: 4 + this.#pick(12) }, word).join(' ')}${this.#one(['.', '?', ' "so".', ' ü\u{1f30d}.', '\n'])}`
  }

  #one<Value>(values: readonly Value[]): Value {
    const value = values[this.#pick(values.length)]
    if (value === undefined) throw new Error('There is nothing to choose from.')
    return value
  }
}
