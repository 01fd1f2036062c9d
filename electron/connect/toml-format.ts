import { parse, TomlDocument } from '@decimalturn/toml-patch'
import { z } from 'zod'
import {
  type ConfigFormat,
  ConfigProblem,
  type EntryPath,
  type Insertion,
  type Span,
  type Table,
} from './config-format.ts'
import { addFirst, cutMember, lineEndOf, type Members, wholeLines } from './members.ts'

// The library reads; the text is spliced by hand. Its own `patch` puts a new server between a table and the comment above
// that table, and takes such a comment along when it removes one.

const BOM = '\ufeff'
const COMMENT = /#[^\r\n]*/g

type Block = TomlDocument['cst'][number]
type Row = Extract<Block, { equals: number }>

export const TOML: ConfigFormat = { label: 'TOML', value, add, cut }

const Root = z.record(z.string(), z.unknown())

function value(text: string): Table {
  return Root.parse(read(() => parse(text)))
}

/** @throws ConfigProblem for what the library cannot read */
function read<T>(reading: () => T): T {
  try {
    return reading()
  } catch {
    throw new ConfigProblem('syntax')
  }
}

/** The blocks of a text, and what offset a place is at. */
function blocksOf(text: string): { readonly blocks: readonly Block[]; readonly spanOf: (node: Located) => Span } {
  const starts = [text.startsWith(BOM) ? BOM.length : 0]
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1)
  const offset = ({ line, column }: Located['loc']['start']): number => (starts[line - 1] ?? text.length) + column
  const { cst } = read(() => new TomlDocument(text))
  return { blocks: cst, spanOf: ({ loc }) => ({ start: offset(loc.start), end: offset(loc.end) }) }
}

interface Located {
  readonly loc: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: Located['loc']['start']
  }
}

/** The rows of a table, or the items of one on a line. */
function rowsOf(items: readonly object[]): readonly Row[] {
  return items.flatMap((each) =>
    isRow(each) ? [each] : 'item' in each && isObject(each.item) && isRow(each.item) ? [each.item] : [],
  )
}
const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null
const isRow = (it: object): it is Row => 'equals' in it

/** The braces of the list, where it is written as `list = { … }`. */
function bracesOf(
  text: string,
  { list }: EntryPath,
): { readonly members: Members; readonly names: readonly string[] } | null {
  const { blocks, spanOf } = blocksOf(text)
  const row = rowsOf(blocks).find(({ key }) => key.value.length === 1 && key.value[0] === list)
  if (row === undefined || !('items' in row.value)) return null
  const rows = rowsOf(row.value.items)
  const { start, end } = spanOf(row.value)
  return {
    members: { open: start + 1, close: end - 1, spans: rows.map(spanOf), comment: COMMENT },
    names: rows.map(({ key }) => key.value[0] ?? ''),
  }
}

function add(text: string, path: EntryPath, entry: Table): Insertion {
  const lineEnd = lineEndOf(text) ?? '\n'
  const braces = bracesOf(text, path)
  if (braces !== null) {
    const layout = { lineEnd, step: '', isOneLine: true, isSpaced: true }
    return addFirst(text, braces.members, layout, () => `${path.name} = ${printed(entry)}`)
  }
  const lines = [
    `[${path.list}.${path.name}]`,
    ...Object.entries(entry).map(([key, each]) => `${key} = ${printed(each)}`),
  ]
  const isBlank = !/[^\s\ufeff]/.test(text)
  const isEnded = isBlank || text.endsWith('\n')
  const gap = isBlank || /\n[ \t]*\r?\n$/.test(text) ? '' : lineEnd
  // A new table may stand behind any other. A file whose last line is not ended is left so.
  return { at: text.length, text: `${isEnded ? '' : lineEnd}${gap}${lines.join(lineEnd)}${isEnded ? lineEnd : ''}` }
}

function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key} = ${printed(each)}`)
    .join(', ')} }`
}

/** Every table and row of the entry: they may stand apart, as in `[mcp_servers.x]` and `[mcp_servers.x.env]`. */
function cut(text: string, path: EntryPath): readonly Span[] {
  const braces = bracesOf(text, path)
  if (braces !== null) return cutMember(text, braces.members, braces.names.indexOf(path.name))
  const { blocks, spanOf } = blocksOf(text)
  const isOurs = (key: readonly string[]): boolean => key[0] === path.list && key[1] === path.name
  return blocks.flatMap((block) => {
    if ('equals' in block) return isOurs(block.key.value) ? [wholeLines(text, spanOf(block))] : []
    if (!('items' in block)) return []
    const [header, rows] = [block.key.item.value, rowsOf(block.items)]
    if (!isOurs(header))
      return rows.filter(({ key }) => isOurs([...header, ...key.value])).map((row) => wholeLines(text, spanOf(row)))
    // Comments behind the last row may belong to what follows.
    const last = rows.at(-1) ?? block.key
    return [withGap(text, wholeLines(text, { start: spanOf(block.key).start, end: spanOf(last).end }))]
  })
}

/** With the empty line above, where there is another below, or the end. */
function withGap(text: string, { start, end }: Span): Span {
  const gap = /(?<![^\n])[ \t]*\r?\n$/.exec(text.slice(0, start))
  return gap !== null && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end)) ? { start: gap.index, end } : { start, end }
}
