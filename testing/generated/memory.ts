import type { Pick } from '../random.ts'
import { PROSE, SINGLE_FILES } from './single-files.ts'
import { type Topic, TOPICS } from './topics.ts'
import { chance, fill, oneOf, shuffled } from './words.ts'

/** A settled fact, and a value that would contradict it. */
export interface Settled {
  readonly key: string
  readonly value: string
  readonly other: string
}

/** One line of a file. */
export interface Line {
  readonly text: string
  /** What a good assistant may one day make of it. */
  readonly next?: string
  readonly settled?: Settled
  /** It may be removed. */
  readonly outdated?: boolean
  readonly role: 'fact' | 'item' | 'log' | 'other'
  /** A write has made it, or relies on it: no later one may change it. */
  touched: boolean
}

/** A file of the memory, as it grows. */
export interface MemoryFile {
  readonly path: string
  readonly topic: Topic
  /** Its settled facts have keys that no other file has. */
  readonly single: boolean
  readonly lineBreak: '\n' | '\r\n'
  readonly lines: Line[]
  /** What its topic still offers. */
  readonly facts: string[]
  readonly items: string[]
  /** The titles that the memory has used. */
  readonly books: Set<string>
  readonly logStyle: 'iso' | 'list'
  /** The day of the last log entry, from the beginning of the year. */
  day: number
}

/** A line from a filled template, in the notation of `Topic`. */
export function lineOf(filled: string, role: Line['role']): Line {
  const outdated = filled.startsWith('? ')
  const [text = '', next] = filled.slice(outdated ? 2 : 0).split(' => ')
  const [first = '', other] = text.split(' >< ')
  if (other !== undefined) {
    const colon = first.indexOf(': ')
    const settled = { key: first.slice(0, colon), value: first.slice(colon + 2), other }
    return { text: first, settled, role, touched: false }
  }
  if (text.startsWith('- [ ]')) return { text, next: text.replace('[ ]', '[x]'), outdated, role, touched: false }
  return { text, ...(next === undefined ? {} : { next }), outdated, role, touched: false }
}

function plain(text: string): Line {
  return { text, role: 'other', touched: false }
}

/** The next entry of a file's log; its day is never before the last one's. */
export function logEntry(pick: Pick, file: MemoryFile): Line {
  file.day += 1 + pick(3)
  const date = new Date(Date.UTC(2025, 0, file.day))
  const what = fill(pick, oneOf(pick, file.topic.log ?? []), file.books)
  const day = date.toISOString().slice(0, 10)
  const text =
    file.logStyle === 'iso'
      ? `${day}: ${what}`
      : `- ${date.getUTCDate()} ${date.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' })}, ${what}`
  return { text, role: 'log', touched: false }
}

/** The text of a file. */
export function textOf(file: MemoryFile): string {
  return file.lines.map((line) => line.text + file.lineBreak).join('')
}

function titleOf(name: string): string {
  const spaced = name.replaceAll('-', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** What a new file begins with, beside its title, and the titles of books that it must not use. */
interface Beginning {
  readonly books: Set<string>
  readonly facts: number
  readonly items: number
  readonly log: number
}

/** A new file about a topic. */
export function newFile(pick: Pick, topic: Topic, name: string, size: Beginning): MemoryFile {
  const facts = shuffled(pick, topic.facts)
  const items = shuffled(pick, topic.items)
  const file: MemoryFile = {
    path: `${topic.folder}/${name}.md`,
    topic,
    single: SINGLE_FILES.includes(topic),
    lineBreak: chance(pick, 5) ? '\r\n' : '\n',
    lines: [plain(`# ${titleOf(name)}`), plain('')],
    facts,
    items,
    books: size.books,
    logStyle: chance(pick, 50) ? 'iso' : 'list',
    day: 5 + pick(60),
  }
  const use = (templates: string[], count: number, role: Line['role']): Line[] =>
    templates.splice(0, count).map((template) => lineOf(fill(pick, template, size.books), role))
  file.lines.push(...use(facts, size.facts, 'fact'))
  if (chance(pick, 35)) file.lines.push(plain(''), plain(fill(pick, oneOf(pick, PROSE))))
  file.lines.push(plain(''), plain(`## ${topic.section}`), plain(''), ...use(items, size.items, 'item'))
  if (topic.log === undefined) return file
  file.lines.push(plain(''), plain('## Log'), plain(''))
  for (let at = 0; at < size.log; at++) file.lines.push(logEntry(pick, file))
  return file
}

/** Where a topic stands in a memory, with a name that is still free. */
export interface Place {
  readonly topic: Topic
  readonly name: string
}

/** A memory of 30 to 80 files, and the places of files that it does not have yet. */
export function newMemory(pick: Pick): {
  readonly files: MemoryFile[]
  readonly free: Place[]
  readonly books: Set<string>
} {
  const count = 30 + pick(51)
  const books = new Set<string>()
  const size = (topic: Topic): Beginning => ({
    books,
    facts: Math.max(1, topic.facts.length - pick(3)),
    items: 3 + pick(6),
    log: 2 + pick(6),
  })
  const files = SINGLE_FILES.map((topic) => newFile(pick, topic, topic.names[0] ?? 'notes', size(topic)))
  const places = shuffled(
    pick,
    TOPICS.flatMap((topic) => topic.names.map((name) => ({ topic, name }))),
  )
  for (const { topic, name } of places.splice(0, count - files.length)) {
    files.push(newFile(pick, topic, name, size(topic)))
  }
  return { files, free: places, books }
}
