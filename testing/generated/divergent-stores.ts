import type { Pick } from '../random.ts'
import { PROSE } from './single-files.ts'
import { type Topic, TOPICS } from './topics.ts'
import { chance, fill, list, oneOf, shuffled } from './words.ts'

// Stores as several devices have them. Each line has a word of its own (k1000), and so has each edit (e1000), so that it can
// be told afterwards what became of it.

export const JOURNAL = 'journal.md'
export const INDEX = 'MEMORY.md'
export const POLICIES = '.variorum/policies.json'

export type Files = ReadonlyMap<string, string>

/** What is written down is never written down again with the same mark. */
export class Marks {
  #last = 999
  readonly line = (): string => `k${++this.#last}`
  readonly edit = (): string => `e${++this.#last}`
}

const MARK = /\b[ke]\d{4,}\b/g
const LINE_MARK = /\bk\d{4,}\b/

export const marksIn = (text: string): readonly string[] => text.match(MARK) ?? []
export const markOf = (line: string): string | null => LINE_MARK.exec(line)?.[0] ?? null

/** The first of two texts in the notation of a topic. */
const plain = (template: string): string => template.replace(/^\? /, '').replace(/ (=>|><) .*/, '')

export interface Writing {
  readonly pick: Pick
  readonly marks: Marks
}

export function newItem({ pick, marks }: Writing): string {
  const { items } = oneOf(pick, TOPICS)
  return `${fill(pick, plain(oneOf(pick, items)))} ${marks.line()}`
}

export const newParagraph = ({ pick, marks }: Writing): string => `${fill(pick, oneOf(pick, PROSE))} ${marks.line()}`

const HAPPENED = list(
  'Called {person} about {topic}, Met {person} at {place}, Bought {thing} for {amount} euros, Talked with {person} and {person2} on {topic}, ' +
    'Cooked {food} for {person}, Booked {hotel} in {city}, Read {book} to the end, Sent {thing} back to {person}, Fixed {thing}, Went to {place} with {person}',
)

export const newDay = (pick: Pick): string =>
  `2025-${String(1 + pick(12)).padStart(2, '0')}-${String(1 + pick(28)).padStart(2, '0')}`

export const newLogEntry = ({ pick, marks }: Writing, day: string): string =>
  `- ${day}: ${fill(pick, oneOf(pick, HAPPENED))} ${marks.line()}`

export const titleOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .replaceAll('-', ' ')

export const newIndexEntry = ({ pick, marks }: Writing, path: string): string =>
  `- [${titleOf(path)}](${path}): ${fill(pick, oneOf(pick, ['about {topic}', 'notes on {place}', 'what {person} said', 'for {city}']))} ${marks.line()}`

export function newNote(writing: Writing, path: string, topic: Topic): string {
  const { pick, marks } = writing
  const day = newDay(pick)
  const properties = [
    '---',
    `title: ${titleOf(path)}`,
    `created: ${day}`,
    `updated: ${day}`,
    `tags: [${oneOf(pick, ['home', 'work', 'family'])}, ${marks.line()}]`,
    ...(chance(pick, 50) ? [`visits: ${1 + pick(9)}`] : []),
    ...(chance(pick, 30) ? ['related:', `  - ${marks.line()}`, `  - ${marks.line()}`] : []),
    '---',
  ]
  const marked = (template: string): string => `${fill(pick, plain(template))} ${marks.line()}`
  const facts = shuffled(pick, topic.facts)
    .slice(0, 1 + pick(4))
    .map((fact) => `- ${marked(fact)}`)
  const items = shuffled(pick, topic.items)
    .slice(0, 2 + pick(6))
    .map(marked)
  const log = Array.from({ length: pick(4) }, () => newLogEntry(writing, newDay(pick))).toSorted()
  const lines = [
    ...(chance(pick, 70) ? properties : []),
    `# ${titleOf(path)}`,
    '',
    ...facts,
    '',
    `## ${topic.section}`,
    '',
    ...items,
    ...(chance(pick, 50) ? ['', newParagraph(writing)] : []),
    ...(chance(pick, 30) ? ['', newParagraph(writing)] : []),
    ...(log.length > 0 ? ['', '## Log', '', ...log] : []),
  ]
  return lines.join('\n') + (chance(pick, 85) ? '\n' : '')
}

export function newStore(writing: Writing): Files {
  const { pick } = writing
  const files = new Map<string, string>()
  const notes = shuffled(
    pick,
    TOPICS.flatMap((topic) => topic.names.map((name) => ({ path: `${topic.folder}/${name}.md`, topic }))),
  ).slice(0, 24 + pick(32))
  for (const { path, topic } of notes) files.set(path, newNote(writing, path, topic))
  const journal = Array.from({ length: 6 + pick(20) }, () => newLogEntry(writing, newDay(pick))).toSorted()
  files.set(JOURNAL, `# Journal\n\n${journal.join('\n')}\n`)
  files.set(INDEX, `# Memory\n\n${notes.map(({ path }) => newIndexEntry(writing, path)).join('\n')}\n`)
  files.set(POLICIES, policiesText({ limits: { file: { bytes: 1_000_000 }, view: 50_000 }, rules: [] }))
  return files
}

export const policiesText = (policies: unknown): string => `${JSON.stringify(policies, null, 2)}\n`
