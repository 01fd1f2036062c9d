import { z } from 'zod'
import { say } from '../../../shared/messages/say.ts'
import { firstItems, Gathered } from '../gathered.ts'
import type { Kind, Source, SourceFile } from '../source.ts'
import { Anything, bullet, List, named, Text, timeFrom } from '../words.ts'
import { chatGptConversation } from './chatgpt-conversation.ts'

// The export of ChatGPT has no list of memories. It has every conversation, and in those what was remembered: the profile
// and the instructions that the user wrote (again in each conversation), what the model saved with its tool `bio`, and, in
// older ones, the list of all that was saved by then. Conversations are trees; a memory counts on each of their branches.

const CONVERSATIONS = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/i
const MEMORIES = /(?:^|\/)(?:saved_)?memor(?:y|ies)\.json$/i
/** What else only this export has; its conversations may all be odd. */
const BESIDE = /(?:^|\/)(?:chat\.html|export_manifest\.json|user_settings\.json|message_feedback\.json)$/i

const isConversations = (file: SourceFile, { files }: Source): boolean =>
  CONVERSATIONS.test(file.name) || (files.length === 1 && /\.json$/i.test(file.name))

const Conversation = z.object({
  title: Text,
  create_time: Anything,
  update_time: Anything,
  mapping: z.custom<object>((value) => typeof value === 'object' && value !== null).catch({}),
})

const UserContext = z.object({ about_user_message: Text, about_model_message: Text })

/** Only of a node that has a message: the root has none, and others may have lost theirs. */
const Node = z.object({
  message: z.object({
    recipient: Text,
    create_time: Anything,
    content: z.object({
      content_type: Text,
      user_profile: Text,
      user_instructions: Text,
      model_set_context: Text,
      parts: List,
      text: Text,
    }),
    metadata: z
      .object({ user_context_message_data: UserContext.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
})

const Saved = z.union([
  z.string().transform((content) => ({ content, time: null, isOff: false })),
  z
    .object({
      content: Text,
      memory: Text,
      text: Text,
      value: Text,
      updated_at: Anything,
      created_at: Anything,
      create_time: Anything,
      enabled: Anything,
    })
    .transform(({ content, memory, text, value, ...item }) => ({
      content: content || memory || text || value,
      time: timeFrom(item.updated_at) ?? timeFrom(item.created_at) ?? timeFrom(item.create_time),
      isOff: item.enabled === false,
    })),
])

export const CHATGPT: Kind = {
  id: 'chatgpt',

  async recognises(source) {
    const files = source.files.filter((file) => isConversations(file, source))
    for (const file of files) {
      const items = await firstItems(file)
      if (items.some((item) => z.looseObject({ mapping: z.looseObject({}) }).safeParse(item).success)) return true
    }
    return files.length > 0 && source.files.some(({ name }) => BESIDE.test(name))
  },

  async read(source, how) {
    const gathered = new Gathered(source, how)
    const remembered = new Remembered()
    const files = source.files.filter((file) => isConversations(file, source))
    const lists = source.files.filter((file) => MEMORIES.test(file.name) && !files.includes(file))
    for (const file of files) {
      for await (const { value, what } of gathered.conversations(file)) {
        const conversation = Conversation.safeParse(value)
        if (!conversation.success) gathered.leaveOutConversation(what, say('import-odd-item'))
        else {
          const why = remembered.take(conversation.data) ? 'import-only-remembered' : 'import-nothing-remembered'
          const name = named(conversation.data.title, what)
          await gathered.conversation(name, say(why, { count: 1 }), () => chatGptConversation(value))
        }
      }
    }
    for (const file of lists) await readList(file, gathered, remembered)
    const others = source.files.filter((file) => !files.includes(file) && !lists.includes(file))
    gathered.leaveOutFiles(others, (count) => say('import-no-memory', count))
    remembered.giveTo(gathered, nameOf(files))
    return gathered.found('chatgpt')
  },
}

const nameOf = (files: readonly SourceFile[]): string =>
  [...new Set([files[0]?.name ?? '', files.at(-1)?.name ?? ''])].join(' … ')

async function readList(file: SourceFile, gathered: Gathered, remembered: Remembered): Promise<void> {
  for await (const { value, what } of gathered.items(file, { lists: ['memories', 'items', 'data'] })) {
    const { data } = Saved.safeParse(value)
    if (data === undefined || data.content.trim() === '') gathered.leaveOut(what, say('import-odd-item'))
    else if (data.isOff) gathered.leaveOut(what, say('import-switched-off', { count: 1 }))
    else remembered.save(data.content, data.time)
  }
}

type Texts = Map<string, string | null>

/** Everything that was remembered, each text once, with the latest time at which it is found. */
class Remembered {
  readonly #profiles: Texts = new Map()
  readonly #instructions: Texts = new Map()
  readonly #saved: Texts = new Map()
  /** What was on the latest list of all that is saved; null if there is none. */
  #list: { readonly time: string; readonly facts: ReadonlySet<string> } | null = null

  /** @returns whether anything was remembered in a conversation */
  take({ mapping, ...times }: z.infer<typeof Conversation>): boolean {
    const time = timeFrom(times.update_time) ?? timeFrom(times.create_time)
    let isAny = false
    for (const value of Object.values(mapping)) {
      const { data: node } = Node.safeParse(value)
      if (node !== undefined && this.#takeMessage(node.message, time)) isAny = true
    }
    return isAny
  }

  #takeMessage({ content, metadata, ...message }: z.infer<typeof Node>['message'], time: string | null): boolean {
    if (content.content_type === 'user_editable_context') {
      const own = metadata?.user_context_message_data
      const isProfile = note(this.#profiles, own?.about_user_message || unwrapped(content.user_profile), time)
      return (
        note(this.#instructions, own?.about_model_message || unwrapped(content.user_instructions), time) || isProfile
      )
    }
    const isList = content.content_type === 'model_editable_context'
    if (!isList && message.recipient !== 'bio') return false
    const at = timeFrom(message.create_time) ?? time
    if (isList) return this.#takeList(content.model_set_context, at ?? '')
    const parts = content.parts.filter((part) => typeof part === 'string')
    return this.save(parts.join('\n').trim() || content.text, at)
  }

  #takeList(list: string, time: string): boolean {
    const facts = factsOf(list)
    if (facts.length === 0) return false
    for (const { text, time: day } of facts) note(this.#saved, text, day ?? (time || null))
    if (this.#list === null || time > this.#list.time) {
      this.#list = { time, facts: new Set(facts.map(({ text }) => text)) }
    }
    return true
  }

  save(text: string, time: string | null): boolean {
    return note(this.#saved, text, time)
  }

  giveTo(gathered: Gathered, from: string): void {
    addVersions(gathered, { path: 'profile.md', title: 'Profile', from, texts: this.#profiles })
    addVersions(gathered, { path: 'instructions.md', title: 'Instructions', from, texts: this.#instructions })
    const list = this.#list
    const isForgotten = ([text, time]: readonly [string, string | null]): boolean =>
      list !== null && !list.facts.has(text) && time !== null && time < list.time
    const saved = [...this.#saved].toSorted(([, a], [, b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    const kept = saved.filter((each) => !isForgotten(each))
    const entries = kept.map(([text, time]) => ({ text: bullet(text, time), time }))
    gathered.addList('memories.md', 'Saved memories', from, entries)
    for (const [text] of saved.filter(isForgotten)) gathered.leaveOut(text, say('import-forgotten', { count: 1 }))
  }
}

/** @returns whether there was a text to note */
function note(texts: Texts, text: string, time: string | null): boolean {
  const plain = text.trim()
  if (plain === '') return false
  const before = texts.get(plain)
  if (before === undefined || before === null || (time !== null && time > before))
    texts.set(plain, time ?? before ?? null)
  return true
}

/** What the user wrote, without what the service says around it to the model. */
function unwrapped(text: string): string {
  return /^The user provided .*?```(.*)```\s*$/s.exec(text)?.[1] ?? text
}

/** "1. [2024-05-01]. Lives in Lisbon." and so on; a text of another form is one fact. */
function factsOf(list: string): readonly { readonly text: string; readonly time: string | null }[] {
  const plain = list.replace(/^\s*#+ *Model Set Context *\n/i, '').trim()
  if (plain === '') return []
  const starts = [...plain.matchAll(/^\d+\. +(?:\[(\d{4}-\d{2}-\d{2})\][.:]? *)?/gm)]
  if (starts.length === 0) return [{ text: plain, time: null }]
  return starts.map((start, at) => ({
    text: plain.slice(start.index + start[0].length, starts[at + 1]?.index).trim(),
    time: timeFrom(start[1]),
  }))
}

interface Versions {
  readonly path: string
  readonly title: string
  readonly from: string
  readonly texts: Texts
}

/** The versions of a text that was changed now and then: what holds comes first. */
function addVersions(gathered: Gathered, { path, title, from, texts }: Versions): void {
  const [newest, ...older] = [...texts].toSorted(([, a], [, b]) => ((a ?? '') > (b ?? '') ? -1 : 1))
  if (newest === undefined) return
  const [text, time] = newest
  const before = older.map(
    ([text, time]) => `## ${time === null ? 'Earlier' : `Until ${time.slice(0, 10)}`}\n\n${text}\n`,
  )
  gathered.add({
    path,
    text: [`# ${title}\n`, `${text}\n`, ...before].join('\n'),
    time,
    from,
    items: texts.size,
  })
}
