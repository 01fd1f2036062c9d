import { parseTree, type Node, type ParseError } from 'jsonc-parser'
import {
  type ConfigFormat,
  ConfigProblem,
  type EntryPath,
  isTable,
  type Insertion,
  type Span,
  type Table,
} from './config-format.ts'
import { addFirst, cutMember, indentAt, isAlone, type Layout, lineEndOf, type Members } from './members.ts'

/** What a program accepts beyond JSON. */
export interface JsonDialect {
  readonly comments: boolean
  readonly trailingCommas: boolean
}

const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g

/** JSON and what programs make of it. The parser only finds offsets: its own edits alter the text around them. */
export function jsonFormat(dialect: JsonDialect): ConfigFormat {
  return {
    label: 'JSON',
    value: (text) => {
      // Some files of this kind have many megabytes, and their own parser is ten times as fast.
      if (!dialect.comments && !dialect.trailingCommas) return strictValue(text)
      const root = rootOf(text, dialect)
      return root === null ? {} : Object.fromEntries(membersOf(root).map(([key, node]) => [key, valueOf(node)]))
    },
    add: (text, path, entry) => add(text, rootOf(text, dialect), path, entry),
    cut: (text, path, withList) => cut(text, rootOf(text, dialect), path, withList),
  }
}

/** The object that the text is; null for one with nothing but space and comments. */
export function rootOf(text: string, { comments, trailingCommas }: JsonDialect): Node | null {
  const errors: ParseError[] = []
  const options = { allowTrailingComma: trailingCommas, disallowComments: !comments, allowEmptyContent: true }
  const root = parseTree(withoutMark(text), errors, options) ?? null
  if (errors.length > 0 || (root !== null && root.type !== 'object')) throw new ConfigProblem('syntax')
  return root
}

function strictValue(text: string): Table {
  const body = withoutMark(text)
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    if (isTable(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ConfigProblem('syntax')
}

/** With a space in the place of a byte order mark, which no parser knows: offsets stay. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, ' ')

function valueOf(node: Node): unknown {
  if (node.type === 'object') return Object.fromEntries(membersOf(node).map(([key, each]) => [key, valueOf(each)]))
  return node.type === 'array' ? (node.children ?? []).map(valueOf) : node.value
}

/** The members of an object: their names, and the nodes of their values. */
export function membersOf({ children = [] }: Node): readonly (readonly [key: string, value: Node])[] {
  return children.flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [[String(key.value), value] as const],
  )
}

export function bracesOf({ offset, length, children = [] }: Node): Members {
  const spans = children.map((each) => ({ start: each.offset, end: each.offset + each.length }))
  return { open: offset + 1, close: offset + length - 1, spans, comment: COMMENT }
}

/** The member that counts: the last one of this name. */
export function indexOf(object: Node, name: string): number {
  return membersOf(object).findLastIndex(([key]) => key === name)
}

function add(text: string, root: Node | null, { list, name }: EntryPath, entry: Table): Insertion {
  const layout = layoutOf(text, root)
  const member = (key: string, value: Table) => (indent: string | null) =>
    `${JSON.stringify(key)}:${indent === null && !layout.isSpaced ? '' : ' '}${printed(value, indent, layout)}`
  if (root === null) return newObject(text, layout, { [list]: { [name]: entry } })
  const [, servers] = membersOf(root)[indexOf(root, list)] ?? []
  if (servers === undefined) return addFirst(text, bracesOf(root), layout, member(list, { [name]: entry }))
  return addFirst(text, bracesOf(servers), layout, member(name, entry))
}

/** An object for a text that has none, behind its comments. */
export function newObject(text: string, layout: Layout, value: Table): Insertion {
  const lead = /[^\s\ufeff]/.test(text) && !/[\r\n]$/.test(text) ? layout.lineEnd : ''
  return { at: text.length, text: `${lead}${printed(value, '', layout)}${layout.lineEnd}` }
}

function cut(text: string, root: Node | null, { list, name }: EntryPath, withList: boolean): readonly Span[] {
  const at = root === null ? -1 : indexOf(root, list)
  const [, servers] = root === null ? [] : (membersOf(root)[at] ?? [])
  if (root === null || servers === undefined) return []
  return withList && isAlone(text, bracesOf(servers))
    ? cutMember(text, bracesOf(root), at)
    : cutMember(text, bracesOf(servers), indexOf(servers, name))
}

/** How the file is laid out already. */
export function layoutOf(text: string, root: Node | null): Layout {
  const lineEnd = lineEndOf(text)
  const [first] = root?.children ?? []
  if (root === null || first === undefined)
    return { lineEnd: lineEnd ?? '\n', step: '  ', isOneLine: false, isSpaced: true }
  const body = text.slice(root.offset, root.offset + root.length)
  const isOnOwnLine = lineEndOf(text.slice(root.offset, first.offset)) !== null
  const step = isOnOwnLine ? indentAt(text, first.offset).slice(indentAt(text, root.offset).length) : '  '
  return {
    lineEnd: lineEnd ?? '\n',
    step,
    isOneLine: lineEndOf(body) === null,
    isSpaced: /\s/.test(text.charAt((first.colonOffset ?? 0) + 1)),
  }
}

/** A value as people write it: a list on one line, an object on several; all on one line without an indentation. */
function printed(value: unknown, indent: string | null, layout: Layout): string {
  const [comma, colon] = indent === null && !layout.isSpaced ? [',', ':'] : [', ', ': ']
  if (Array.isArray(value)) return `[${value.map((each) => printed(each, null, layout)).join(comma)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent === null ? null : indent + layout.step
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}${colon}${printed(each, inner, layout)}`,
  )
  if (inner === null) return `{${members.join(comma)}}`
  const { lineEnd } = layout
  return `{${lineEnd}${members.map((each) => inner + each).join(`,${lineEnd}`)}${lineEnd}${indent ?? ''}}`
}
