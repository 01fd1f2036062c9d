import type { Pick } from '../random.ts'
import { type Line, lineOf, logEntry, type MemoryFile, newFile, type Place } from './memory.ts'
import { chance, fill, oneOf } from './words.ts'

/** The memory between two writes. */
export interface Memory {
  readonly files: MemoryFile[]
  readonly free: Place[]
  /** The titles that the memory has used. */
  readonly books: Set<string>
  /** The lines that the user undid, by what they say. */
  readonly rejected: ReadonlySet<string>
}

/** Makes one change, and returns the file it changed; undefined if the memory has no place for it. */
export type Change = (pick: Pick, memory: Memory) => MemoryFile | undefined

/** The words of a line, in order of the alphabet: the same for two lines that differ in word order only. */
export function said(line: string): string {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.toSorted().join(' ')
}

/** Puts a line among those of its role; at their end, unless it may stand anywhere. */
export function insert(pick: Pick, file: MemoryFile, line: Line): MemoryFile {
  const role = line.role === 'fact' && !file.lines.some((one) => one.role === 'fact') ? 'item' : line.role
  const places = file.lines.flatMap((one, at) => (one.role === role ? [at] : []))
  const end = places.at(-1) ?? file.lines.length - 1
  const at = role !== 'log' && chance(pick, 35) ? oneOf(pick, [...places, end]) : end
  file.lines.splice(at + 1, 0, { ...line, touched: true })
  return file
}

/** A line of the memory, and its file. */
export interface Found {
  readonly file: MemoryFile
  readonly line: Line
}

/** A random line of which `wanted` holds, and that no write has touched. */
export function untouched(pick: Pick, memory: Memory, wanted: (line: Line) => boolean): Found | undefined {
  const found = memory.files.flatMap((file) =>
    file.lines.filter((line) => !line.touched && wanted(line)).map((line) => ({ file, line })),
  )
  return found.length === 0 ? undefined : oneOf(pick, found)
}

/** Replaces a line, or removes it. */
export function replace({ file, line }: Found, text: string | undefined): MemoryFile {
  const by: Line[] = text === undefined ? [] : [{ text, role: line.role, touched: true }]
  file.lines.splice(file.lines.indexOf(line), 1, ...by)
  return file
}

const rewrite =
  (wanted: (text: string) => boolean): Change =>
  (pick, memory) => {
    const found = untouched(pick, memory, (line) => line.next !== undefined && wanted(line.text))
    return found && replace(found, found.line.next)
  }

const add =
  (role: 'fact' | 'item'): Change =>
  (pick, memory) => {
    const of = (file: MemoryFile): string[] => (role === 'fact' ? file.facts : file.items)
    const open = memory.files.filter((file) => of(file).length > 0)
    if (open.length === 0) return undefined
    const file = oneOf(pick, open)
    const line = lineOf(fill(pick, of(file).pop() ?? '', file.books), role)
    if (memory.rejected.has(said(line.text))) return undefined
    return insert(pick, file, line)
  }

const appendToLog: Change = (pick, memory) => {
  const file = oneOf(
    pick,
    memory.files.filter((file) => file.topic.log !== undefined && file.lines.some((line) => line.role === 'log')),
  )
  return insert(pick, file, logEntry(pick, file))
}

const addFile: Change = (pick, memory) => {
  const place = memory.free.pop()
  if (place === undefined) return undefined
  const file = newFile(pick, place.topic, place.name, {
    books: memory.books,
    facts: 2 + pick(3),
    items: 2 + pick(4),
    log: 1,
  })
  for (const line of file.lines) line.touched = true
  memory.files.push(file)
  return file
}

const removeOutdated: Change = (pick, memory) => {
  const found = untouched(pick, memory, (line) => line.outdated === true)
  return found && replace(found, undefined)
}

/** A fact that stands in one file, written down with the same value in another. */
const repeatFact: Change = (pick, memory) => {
  const found = untouched(pick, memory, (line) => line.settled !== undefined)
  if (found === undefined || !found.file.single) return undefined
  const others = memory.files.filter((file) => file.single && file !== found.file)
  const file = oneOf(pick, others)
  if (others.length === 0 || file.lines.some((line) => line.text === found.line.text)) return undefined
  found.line.touched = true
  return insert(pick, file, { text: found.line.text, role: 'fact', touched: true })
}

/** What a good assistant does, as often as here of a hundred. */
const GOOD: readonly (readonly [percent: number, change: Change])[] = [
  [26, add('item')],
  [7, add('fact')],
  [16, appendToLog],
  [14, rewrite((text) => text.startsWith('- [ ]'))],
  [14, rewrite((text) => !text.startsWith('- '))],
  [10, rewrite((text) => text.startsWith('- ') && !text.startsWith('- ['))],
  [6, removeOutdated],
  [5, addFile],
  [2, repeatFact],
]

/** One good write, of a random sort for which there is a place. */
export const goodWrite: Change = (pick, memory) => {
  for (;;) {
    let left = pick(100)
    const chosen = GOOD.find(([percent]) => (left -= percent) < 0)
    const file = chosen?.[1](pick, memory)
    if (file !== undefined) return file
  }
}
