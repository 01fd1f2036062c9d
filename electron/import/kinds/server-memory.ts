import { z } from 'zod'
import { say } from '../../../shared/messages/say.ts'
import { firstItems, Gathered, type ReadItem } from '../gathered.ts'
import type { Kind, SourceFile } from '../source.ts'
import { bullet, List, nameFrom, oneLine, Text } from '../words.ts'

// What the reference memory server of MCP keeps: a graph of entities with observations, and of relations between them; a
// file with one of these a line, or, as its tool read_graph answers, an object with two lists.

const CANDIDATE = /\.jsonl?$/i
const MAX_LOOKED_AT = 20
const LISTS = ['entities', 'relations']

const Entity = z.object({ name: z.string().min(1), entityType: Text, observations: List })
const Relation = z.object({ from: z.string().min(1), to: z.string().min(1), relationType: Text })

const Sign = z.union([
  z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.unknown()) }),
  z.object({ from: z.string(), to: z.string(), relationType: z.string() }),
])

export const SERVER_MEMORY: Kind = {
  id: 'server-memory',

  async recognises({ files }) {
    for (const file of files.filter(({ name }) => CANDIDATE.test(name)).slice(0, MAX_LOOKED_AT)) {
      if ((await formOf(file)) !== null) return true
    }
    return false
  },

  async read(source, how) {
    const gathered = new Gathered(source, how)
    const graph = new Graph(gathered)
    const others: SourceFile[] = []
    for (const file of source.files) {
      const form = CANDIDATE.test(file.name) ? await formOf(file) : null
      if (form === null) others.push(file)
      else
        for await (const item of form === 'lines' ? gathered.lines(file) : gathered.items(file, { lists: LISTS }))
          graph.take(item)
    }
    gathered.leaveOutFiles(others, (count) => say('import-no-memory', count))
    graph.finish(source.name)
    return gathered.found('server-memory')
  },
}

async function formOf(file: SourceFile): Promise<'lines' | 'lists' | null> {
  const isOne = (item: unknown): boolean => Sign.safeParse(item).success
  if ((await firstItems(file, { lines: true })).some(isOne)) return 'lines'
  return (await firstItems(file, { lists: LISTS })).some(isOne) ? 'lists' : null
}

class Graph {
  readonly #gathered: Gathered
  readonly #entities: z.infer<typeof Entity>[] = []
  readonly #relations: z.infer<typeof Relation>[] = []

  constructor(gathered: Gathered) {
    this.#gathered = gathered
  }

  take({ value, what }: ReadItem): void {
    const [entity, relation] = [Entity.safeParse(value), Relation.safeParse(value)]
    if (entity.success) this.#entities.push(entity.data)
    else if (relation.success) this.#relations.push(relation.data)
    else this.#gathered.leaveOut(what, say('import-odd-item'))
  }

  /** One file for each type of entity, each relation with the entity that it is of. */
  finish(from: string): void {
    const known = new Set(this.#entities.map(({ name }) => name))
    const relationsOf = Map.groupBy(this.#relations, (relation) => relation.from)
    const sections = this.#entities.map(({ name, entityType, observations }) => {
      const relations = relationsOf.get(name) ?? []
      // Another entity of the same name does not have them again.
      relationsOf.delete(name)
      const lines = [
        ...observations.map((each) => bullet(typeof each === 'string' ? each : JSON.stringify(each), null)),
        ...relations.map(({ relationType, to }) => `- ${oneLine(`${relationType || 'related to'} → ${to}`)}`),
      ]
      const text = [`## ${oneLine(name)}\n`, ...lines, ''].join('\n')
      return { type: entityType, entry: { text, time: null, items: 1 + relations.length } }
    })
    for (const [type, those] of Map.groupBy(sections, (section) => section.type)) {
      this.#gathered.addList(
        `${nameFrom(type, 'entities')}.md`,
        oneLine(type) || 'Entities',
        from,
        those.map(({ entry }) => entry),
      )
    }
    const loose = this.#relations.filter((relation) => !known.has(relation.from))
    const lines = loose.map(
      (each) => `- ${oneLine(`${each.from} → ${each.relationType || 'related to'} → ${each.to}`)}`,
    )
    this.#gathered.addList(
      'relations.md',
      'Relations',
      from,
      lines.map((text) => ({ text, time: null })),
    )
  }
}
