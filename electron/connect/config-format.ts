import { isDeepStrictEqual } from 'node:util'

// Changing one entry of another program's configuration, purely, on texts. Every byte that is not the entry's stays: the
// text is never printed anew, but spliced. Offsets count UTF-16 units.

/** A piece of text that was put into another. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a program keeps its servers, and the name of ours among them. */
export interface EntryPath {
  readonly list: string
  readonly name: string
}

/** What every such language has: names with values. */
export type Table = Readonly<Record<string, unknown>>

/** A language of configuration. Its functions throw ConfigProblem. */
export interface ConfigFormat {
  readonly label: 'JSON' | 'TOML'
  /** What the text says; where a key stands twice and that is no error, the last one counts, as it does to programs. */
  value(text: string): Table
  /** Where an entry goes that is not there yet, and its text. */
  add(text: string, path: EntryPath, entry: Table): Insertion
  /** What to cut so that the entry is gone. @param withList the list as well, if nothing else is in it */
  cut(text: string, path: EntryPath, withList: boolean): readonly Span[]
}

/** Why a text cannot be changed: it does not parse, the servers are no list of named ones, or a change would reach further. */
export class ConfigProblem extends Error {
  readonly kind: 'syntax' | 'no-list' | 'not-alone'

  constructor(kind: ConfigProblem['kind']) {
    super(kind)
    this.kind = kind
  }
}

export const isTable = (it: unknown): it is Table =>
  typeof it === 'object' && it !== null && !Array.isArray(it) && !(it instanceof Date)

/** The servers that a text names; null if there is no list of them. @throws ConfigProblem if it is something else */
function listIn(value: Table, { list }: EntryPath): Table | null {
  if (!Object.hasOwn(value, list)) return null
  const found = value[list]
  if (!isTable(found)) throw new ConfigProblem('no-list')
  return found
}

/** The entry of this name; undefined if there is none. */
export function entryIn(text: string, format: ConfigFormat, path: EntryPath): unknown {
  const list = listIn(format.value(text), path)
  return list !== null && Object.hasOwn(list, path.name) ? plain(list[path.name]) : undefined
}

/** What is remembered of an entry that was added, to take it out again. */
export interface Added {
  readonly insertion: Insertion
  /** The list was not there before. */
  readonly listIsOurs: boolean
}

/** Adds an entry that is not there yet. */
export function addEntry(
  text: string,
  format: ConfigFormat,
  path: EntryPath,
  entry: Table,
): Added & { readonly text: string } {
  const before = format.value(text)
  const list = listIn(before, path)
  const insertion = format.add(text, path, entry)
  const after = text.slice(0, insertion.at) + insertion.text + text.slice(insertion.at)
  const expected = { ...before, [path.list]: { ...list, [path.name]: entry } }
  if (!isDeepStrictEqual(plain(format.value(after)), plain(expected))) throw new ConfigProblem('not-alone')
  return { text: after, insertion, listIsOurs: list === null }
}

/** What is remembered of an entry that is there, as if it had been put into a list that was there: before is not known. */
export function addedEntry(text: string, format: ConfigFormat, path: EntryPath): Added {
  const [span] = format.cut(text, path, false)
  if (span === undefined) throw new ConfigProblem('not-alone')
  return { insertion: { at: span.start, text: text.slice(span.start, span.end) }, listIsOurs: false }
}

/** Takes an entry out: what was put in, where that still stands as it was, else the entry as it is now. */
export function removeEntry(
  text: string,
  format: ConfigFormat,
  path: EntryPath,
  { insertion, listIsOurs }: Added,
): { readonly text: string; readonly cuts: readonly Span[] } {
  const expected = plain(withoutEntry(format.value(text), path, listIsOurs))
  const isExpected = (after: string): boolean => {
    try {
      return isDeepStrictEqual(plain(format.value(after)), expected)
    } catch (error) {
      if (error instanceof ConfigProblem) return false
      throw error
    }
  }
  const at = placeOf(insertion, text)
  // What was put in is not all, if another program has put something beside it that now needs a comma less.
  const exact = at === null ? [] : [[{ start: at, end: at + insertion.text.length }]]
  for (const cuts of [...exact, format.cut(text, path, listIsOurs)]) {
    const after = without(text, cuts)
    if (isExpected(after)) return { text: after, cuts }
  }
  throw new ConfigProblem('not-alone')
}

/** Where a text that was put in stands now; null if it was changed. */
export function placeOf(insertion: Insertion, text: string): number | null {
  if (text.startsWith(insertion.text, insertion.at)) return insertion.at
  const at = text.indexOf(insertion.text)
  return at < 0 || text.includes(insertion.text, at + 1) ? null : at
}

/** Lists that came with our entry go with it when they are empty: what is not there and an empty list say the same. */
function withoutEntry(value: Table, path: EntryPath, listIsOurs: boolean): Table {
  const { [path.name]: _, ...others } = listIn(value, path) ?? {}
  const { [path.list]: __, ...rest } = value
  return listIsOurs && Object.keys(others).length === 0 ? rest : { ...rest, [path.list]: others }
}

/** For comparing: parsers differ in the prototypes of what they return. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isTable(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
}

/** @param spans in any order, none within another */
export function without(text: string, spans: readonly Span[]): string {
  return spans
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}
