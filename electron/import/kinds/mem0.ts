import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { isMarkdown } from '../../../shared/note-files.ts'
import { nameOf } from '../../disk/relative-path.ts'
import { firstItems, type Entry, Gathered, type ReadItem } from '../gathered.ts'
import { unpackedBy } from '../source-file.ts'
import type { Kind, SourceFile } from '../source.ts'
import { Anything, bullet, nameFrom, oneLine, Text, timeFrom } from '../words.ts'

// Memories of mem0 and OpenMemory: the answer of their API saved as JSON (a list, or an object that has one), or the zip
// that OpenMemory makes, which has everything twice: as memories.json and, for other stores, as memories.jsonl.gz.

const LISTS = ['results', 'memories', 'relations', 'categories']
const JSON_FILE = /\.json$/i
const LINES = /\.jsonl(?:\.gz)?$/i
const MAX_LOOKED_AT = 20
const NO_CATEGORY = ''

const Fact = z.object({
  memory: Text,
  content: Text,
  text: Text,
  data: Text,
  state: Text,
  categories: z.array(z.string()).catch([]),
  category_ids: z.array(z.string()).catch([]),
  metadata: z.object({ category: Text }).catch({ category: '' }),
  created_at: Anything,
  updated_at: Anything,
})

const Category = z.object({ id: z.string(), name: z.string() })

const Relation = z
  .object({ source: z.string(), relationship: Text, relation: Text, destination: Text, target: Text })
  .transform(({ source, ...each }) => [source, each.relationship || each.relation, each.destination || each.target])

const Sign = z.union([
  z.object({ memory: z.string(), id: z.union([z.string(), z.number()]) }),
  z.object({ content: z.string(), state: z.string() }),
  z.object({ content: z.string(), created_at: Anything, id: z.string(), metadata: Anything }),
  z.object({ content: z.string(), created_at: z.string() }),
])

export const MEM0: Kind = {
  id: 'mem0',

  async recognises({ files }) {
    // Beside notes, it is somebody's data.
    if (files.some(({ name }) => isMarkdown(name))) return false
    for (const file of files.filter(({ name }) => JSON_FILE.test(name)).slice(0, MAX_LOOKED_AT)) {
      const items = [
        ...(await firstItems(file, { lists: LISTS.slice(0, 2) })),
        ...(await firstItems(file, { most: 1 })),
      ]
      if (items.some((item) => Sign.safeParse(item).success)) return true
    }
    for (const file of files.filter(({ name }) => /\.jsonl$/i.test(name)).slice(0, MAX_LOOKED_AT)) {
      const items = await firstItems(file, { lines: true })
      if (items.some((item) => Sign.safeParse(item).success)) return true
    }
    return false
  },

  async read(source, how) {
    const gathered = new Gathered(source, how)
    const facts = new Facts(gathered)
    const whole = source.files.filter(({ name }) => JSON_FILE.test(name))
    const lines = source.files.filter(({ name }) => LINES.test(name))
    for (const file of whole) {
      for await (const item of gathered.items(file, { lists: LISTS })) facts.take(item)
    }
    for (const file of lines) {
      const same = whole.find(({ name }) => stemOf(name) === stemOf(file.name))
      if (same !== undefined) gathered.leaveOut(file.name, say('import-twice', { file: same.name }))
      else for await (const item of gathered.lines(file, unpackedLines(file))) facts.take(item)
    }
    const others = source.files.filter((file) => !whole.includes(file) && !lines.includes(file))
    gathered.leaveOutFiles(others, (count) => say('import-no-memory', count))
    facts.finish(source.name)
    return gathered.found('mem0')
  },
}

const stemOf = (name: string): string => nameOf(name).replace(/\..*$/, '')

function unpackedLines(file: SourceFile): AsyncIterable<Uint8Array> {
  return /\.gz$/i.test(file.name) ? gunzipped(file) : file.stream()
}

async function* gunzipped(file: SourceFile): AsyncGenerator<Uint8Array> {
  try {
    yield* unpackedBy(createGunzip(), file.stream())
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('damaged', say('import-file-damaged', { name: file.name }), { cause })
  }
}

/** The memories by their first category, which may be named before them or by its id. */
class Facts {
  readonly #gathered: Gathered
  readonly #names = new Map<string, string>()
  readonly #byCategory = new Map<string, Entry[]>()
  readonly #relations: Entry[] = []
  readonly #gone = { deleted: 0, archived: 0 }

  constructor(gathered: Gathered) {
    this.#gathered = gathered
  }

  take({ of, value, what }: ReadItem): void {
    if (of === 'categories') {
      const { data } = Category.safeParse(value)
      if (data !== undefined) this.#names.set(data.id, data.name)
    } else if (of === 'relations') this.#takeRelation(value, what)
    else this.#takeFact(value, what)
  }

  #takeRelation(value: unknown, what: string): void {
    const { data } = Relation.safeParse(value)
    if (data === undefined) return this.#gathered.leaveOut(what, say('import-odd-item'))
    this.#relations.push({ text: `- ${oneLine(data.filter((word) => word !== '').join(' → '))}`, time: null })
  }

  #takeFact(value: unknown, what: string): void {
    const { data: fact } = Fact.safeParse(value)
    const text = fact?.memory || fact?.content || fact?.text || fact?.data || ''
    if (fact === undefined || text.trim() === '') return this.#gathered.leaveOut(what, say('import-odd-item'))
    if (fact.state === 'deleted' || fact.state === 'archived') {
      this.#gone[fact.state] += 1
      return
    }
    const time = timeFrom(fact.updated_at) ?? timeFrom(fact.created_at)
    const category = fact.categories[0] ?? (fact.metadata.category || this.#names.get(fact.category_ids[0] ?? ''))
    const entries = this.#byCategory.get(category ?? NO_CATEGORY) ?? []
    this.#byCategory.set(category ?? NO_CATEGORY, entries)
    entries.push({ text: bullet(text, time), time })
  }

  finish(from: string): void {
    for (const [category, entries] of this.#byCategory) {
      const title = oneLine(category) || 'Memories'
      this.#gathered.addList(`${nameFrom(title, 'memories')}.md`, title, from, entries)
    }
    this.#gathered.addList('relations.md', 'Relations', from, this.#relations)
    const { deleted, archived } = this.#gone
    this.#gathered.leaveOut(from, say('import-deleted-there', { count: deleted }), deleted)
    this.#gathered.leaveOut(from, say('import-archived-there', { count: archived }), archived)
  }
}
