import { z } from 'zod'
import { say } from '../../../shared/messages/say.ts'
import { firstItems, Gathered, latest } from '../gathered.ts'
import type { Kind, SourceFile } from '../source.ts'
import { Anything, List, named, nameFrom, oneLine, pathFrom, Text, timeFrom } from '../words.ts'
import { claudeConversation } from './claude-conversation.ts'

// The export of Claude: what it remembers of all conversations and of each project, the projects with their instructions
// and documents, and every conversation. It is one zip, or one for each of these.

const MEMORIES = /(?:^|\/)memories(?:\.json|\/[^/]+\.json)$/i
const PROJECTS = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/i
const CONVERSATIONS = /(?:^|\/)conversations(?:[-_]\d+)?\.json$/i
const USERS = /(?:^|\/)users\.json$/i

/** What an item of one of these has, and that of no other program. */
const SIGNS = ['conversations_memory', 'project_memories', 'memory_files', 'prompt_template', 'chat_messages']

const Memory = z.object({
  conversations_memory: Text,
  project_memories: z.record(z.string(), z.unknown()).catch({}),
  memory_files: List,
  account_uuid: Text,
})

const MemoryFile = z.object({ path: Text, content: z.string(), updated_at: Anything })

const Doc = z.object({ filename: Text, content: z.string(), created_at: Anything })

const Project = z.object({
  uuid: Text,
  name: Text,
  description: Text,
  prompt_template: Text,
  docs: List,
  is_starter_project: Anything,
  created_at: Anything,
  updated_at: Anything,
})

const User = z.object({ uuid: z.string(), full_name: z.string().min(1) })

const Conversation = z.looseObject({ name: Text })

export const CLAUDE: Kind = {
  id: 'claude',

  async recognises({ files }) {
    const isOne = files.length === 1
    for (const file of files) {
      const isCandidate = [MEMORIES, PROJECTS, CONVERSATIONS].some((names) => names.test(file.name))
      if (!isCandidate && !(isOne && /\.json$/i.test(file.name))) continue
      const items = await firstItems(file)
      if (items.some((item) => SIGNS.some((sign) => sign in (Conversation.safeParse(item).data ?? {})))) return true
    }
    return files.some(({ name }) => USERS.test(name)) && files.some(({ name }) => CONVERSATIONS.test(name))
  },

  async read(source, how) {
    const gathered = new Gathered(source, how)
    const reading = new Reading(gathered)
    const [only] = source.files.length === 1 ? source.files : []
    const others: SourceFile[] = []
    // Names before what they name; conversations, which are most of it, last.
    const byRole = Map.groupBy(source.files, (file) => roleOf(file.name))
    for (const file of byRole.get('users') ?? []) await reading.users(file)
    for (const file of byRole.get('projects') ?? []) await reading.projects(file)
    for (const file of byRole.get('memories') ?? []) await reading.memories(file)
    for (const file of byRole.get('conversations') ?? []) await reading.conversations(file)
    for (const file of byRole.get('other') ?? []) {
      if (file === only) await reading.anything(file)
      else others.push(file)
    }
    reading.finish()
    // The users only say whose memory it is.
    gathered.leaveOutFiles([...(byRole.get('users') ?? []), ...others], (count) => say('import-no-memory', count))
    return gathered.found('claude')
  },
}

function roleOf(name: string): 'users' | 'projects' | 'memories' | 'conversations' | 'other' {
  if (USERS.test(name)) return 'users'
  if (PROJECTS.test(name)) return 'projects'
  if (MEMORIES.test(name)) return 'memories'
  return CONVERSATIONS.test(name) ? 'conversations' : 'other'
}

interface KnownProject {
  readonly name: string
  readonly from: string
  readonly record: z.infer<typeof Project> | null
  readonly memories: string[]
  /** The paths of its documents, with their names. */
  readonly docs: { readonly name: string; readonly path: string }[]
}

class Reading {
  readonly #gathered: Gathered
  readonly #users = new Map<string, string>()
  readonly #projects = new Map<string, KnownProject>()
  readonly #accounts = new Set<string>()

  constructor(gathered: Gathered) {
    this.#gathered = gathered
  }

  async users(file: SourceFile): Promise<void> {
    for await (const { value } of this.#gathered.items(file)) {
      const { data } = User.safeParse(value)
      if (data !== undefined) this.#users.set(data.uuid, data.full_name)
    }
  }

  async projects(file: SourceFile): Promise<void> {
    for await (const { value, what } of this.#gathered.items(file)) this.#takeProject(file, value, what)
  }

  async memories(file: SourceFile): Promise<void> {
    for await (const { value, what } of this.#gathered.items(file)) this.#takeMemory(file, value, what)
  }

  async conversations(file: SourceFile): Promise<void> {
    for await (const { value, what } of this.#gathered.conversations(file)) await this.#takeConversation(value, what)
  }

  /** The only file of a source may have been given any name. */
  async anything(file: SourceFile): Promise<void> {
    for await (const { value, what } of this.#gathered.items(file)) {
      const item = Conversation.safeParse(value).data ?? {}
      if ('prompt_template' in item) this.#takeProject(file, value, what)
      else if (SIGNS.slice(0, 3).some((sign) => sign in item)) this.#takeMemory(file, value, what)
      else await this.#takeConversation(value, what)
    }
  }

  async #takeConversation(value: unknown, what: string): Promise<void> {
    const { data } = Conversation.safeParse(value)
    if (data === undefined) return this.#gathered.leaveOutConversation(what, say('import-odd-item'))
    const why = say('import-conversations', { count: 1 })
    await this.#gathered.conversation(named(data.name, what), why, () => claudeConversation(value))
  }

  #takeProject(file: SourceFile, value: unknown, what: string): void {
    const { data: record } = Project.safeParse(value)
    if (record === undefined) return this.#gathered.leaveOut(what, say('import-odd-item'))
    const name = oneLine(record.name) || `Project ${record.uuid.slice(0, 8)}`.trim()
    if (record.is_starter_project === true) return this.#gathered.leaveOut(name, say('import-of-the-service'))
    const project: KnownProject = { name, from: `${file.name}, ${name}`, record, memories: [], docs: [] }
    // Two without an id are two all the same.
    this.#projects.set(this.#projects.has(record.uuid) ? `${record.uuid} ${what}` : record.uuid || what, project)
    const folder = nameFrom(name, 'project')
    for (const doc of record.docs) this.#takeDoc(doc, project, folder)
  }

  #takeDoc(value: unknown, { name, from, docs }: KnownProject, folder: string): void {
    const { data: doc } = Doc.safeParse(value)
    if (doc === undefined) return this.#gathered.leaveOut(`${name}, document`, say('import-odd-item'))
    const title = oneLine(doc.filename) || 'document'
    if (doc.content.trim() === '') return this.#gathered.leaveOut(`${name}, ${title}`, say('import-nothing-in-it'))
    const wanted = `projects/${folder}/${pathFrom(title.replaceAll('/', ' '), 'document')}`
    const time = timeFrom(doc.created_at)
    const path = this.#gathered.add({ path: wanted, text: doc.content, time, from: `${from}, ${title}`, items: 1 })
    docs.push({ name: title, path })
  }

  #takeMemory(file: SourceFile, value: unknown, what: string): void {
    const { data: memory } = Memory.safeParse(value)
    if (memory === undefined) return this.#gathered.leaveOut(what, say('import-odd-item'))
    let isAny = false
    if (memory.conversations_memory.trim() !== '') {
      this.#addMemory(file, memory)
      isAny = true
    }
    for (const [uuid, text] of Object.entries(memory.project_memories)) {
      if (typeof text !== 'string') this.#gathered.leaveOut(`${what}, ${uuid}`, say('import-odd-item'))
      else if (text.trim() !== '') this.#projectOf(uuid, file).memories.push(text.trim())
      else continue
      isAny = true
    }
    for (const each of memory.memory_files) {
      this.#takeMemoryFile(file, each, what)
      isAny = true
    }
    if (!isAny) this.#gathered.leaveOut(what, say('import-nothing-in-it'))
  }

  #addMemory(file: SourceFile, { conversations_memory: text, account_uuid: account }: z.infer<typeof Memory>): void {
    const user = this.#users.get(account)
    // A name is needed only to tell one account's from another's.
    const path =
      this.#accounts.size === 0 ? 'memory.md' : `memory-${nameFrom(user ?? account.slice(0, 8), 'account')}.md`
    this.#accounts.add(account)
    const title = user === undefined || path === 'memory.md' ? 'Memory' : `Memory of ${oneLine(user)}`
    this.#gathered.add({ path, text: `# ${title}\n\n${text.trim()}`, time: file.time, from: file.name, items: 1 })
  }

  #projectOf(uuid: string, file: SourceFile): KnownProject {
    const known = this.#projects.get(uuid)
    if (known !== undefined) return known
    const name = `Project ${uuid.slice(0, 8)}`
    const project: KnownProject = { name, from: `${file.name}, ${uuid}`, record: null, memories: [], docs: [] }
    this.#projects.set(uuid, project)
    return project
  }

  #takeMemoryFile(file: SourceFile, value: unknown, what: string): void {
    const { data } = MemoryFile.safeParse(value)
    if (data === undefined) return this.#gathered.leaveOut(`${what}, memory_files`, say('import-odd-item'))
    if (data.content.trim() === '') return this.#gathered.leaveOut(data.path || what, say('import-nothing-in-it'))
    const path = pathFrom(data.path, 'note')
    const from = `${file.name}, ${data.path}`
    this.#gathered.add({ path, text: data.content, time: timeFrom(data.updated_at), from, items: 1 })
  }

  finish(): void {
    for (const project of this.#projects.values()) this.#addProject(project)
  }

  #addProject({ name, from, record, memories, docs }: KnownProject): void {
    const parts = [
      record?.description.trim() ?? '',
      section('Instructions', record?.prompt_template ?? ''),
      section('Memory', memories.join('\n\n')),
      section('Documents', docs.map((doc) => `- [${doc.name}](${doc.path.slice('projects/'.length)})`).join('\n')),
    ].filter((part) => part !== '')
    if (parts.length === 0) return this.#gathered.leaveOut(from, say('import-nothing-in-it'))
    const time = latest([timeFrom(record?.updated_at), timeFrom(record?.created_at)])
    this.#gathered.add({
      path: `projects/${nameFrom(name, 'project')}.md`,
      text: [`# ${name}`, ...parts].join('\n\n'),
      time,
      from,
      items: (record === null ? 0 : 1) + memories.length,
    })
  }
}

const section = (title: string, text: string): string => (text.trim() === '' ? '' : `## ${title}\n\n${text.trim()}`)
