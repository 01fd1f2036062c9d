import { frontMatterOf } from './front-matter.ts'

/** How one line of a Markdown file is shown, judged by that line alone. Raw HTML is not interpreted. */
type LineKind = 'h1' | 'h2' | 'h3' | 'li' | 'quote' | 'code' | 'fence' | 'rule' | 'text' | 'gap' | 'property' | 'edge'

export interface AnnotatedLine {
  readonly number: number
  readonly kind: LineKind
  /** The text without its block mark. */
  readonly text: string
  /** The line as it is in the file. */
  readonly source: string
  /** Nesting depth of a list item. */
  readonly depth: number
  /** The marker of a list item: a dash or its number. Of a property, its name. */
  readonly mark: string
}

const FENCE = /^ {0,3}(```+|~~~+)/
const HEADING = /^(#{1,6})\s+(.*)$/
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/
const QUOTE = /^\s{0,3}>\s?(.*)$/
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const TABLE = /^\s*\|.*\|\s*$/

function kindOf(source: string): Pick<AnnotatedLine, 'kind' | 'text' | 'depth' | 'mark'> {
  const plain = { depth: 0, mark: '' }
  if (source.trim() === '') return { ...plain, kind: 'gap', text: '' }
  const heading = HEADING.exec(source)
  if (heading !== null)
    return {
      ...plain,
      kind: heading[1]?.length === 1 ? 'h1' : heading[1]?.length === 2 ? 'h2' : 'h3',
      text: heading[2] ?? '',
    }
  if (RULE.test(source)) return { ...plain, kind: 'rule', text: '' }
  const item = ITEM.exec(source)
  if (item !== null) {
    const [, indent = '', mark = '', text = ''] = item
    return {
      kind: 'li',
      text,
      depth: Math.min(3, Math.floor(indent.replaceAll('\t', '  ').length / 2)),
      mark: /\d/.test(mark) ? mark : '–',
    }
  }
  const quote = QUOTE.exec(source)
  if (quote !== null) return { ...plain, kind: 'quote', text: quote[1] ?? '' }
  return { ...plain, kind: TABLE.test(source) ? 'code' : 'text', text: source }
}

/** All lines of the file, one to one, so that each can show who wrote it. */
export function annotatedLines(text: string): readonly AnnotatedLine[] {
  const sources = text.split(/\r?\n/)
  if (sources.at(-1) === '') sources.pop()
  let fence: string | null = null
  const head = frontMatterLines(sources)
  const rest = sources.slice(head.length).map((source, at): AnnotatedLine => {
    const number = head.length + at + 1
    const mark = FENCE.exec(source)?.[1]
    const line = { number, source, depth: 0, mark: '', text: source }
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence)) {
        fence = null
        return { ...line, kind: 'fence' }
      }
      return { ...line, kind: 'code' }
    }
    if (mark !== undefined) {
      fence = mark
      return { ...line, kind: 'fence' }
    }
    return { number, source, ...kindOf(source) }
  })
  return [...head, ...rest]
}

/** The properties at the top of a file: drawn as such, or as source where they are not flat. */
function frontMatterLines(sources: readonly string[]): readonly AnnotatedLine[] {
  const found = frontMatterOf(sources)
  if (found === null) return []
  const { length, properties } = found
  return sources.slice(0, length).map((source, at) => {
    const line = { number: at + 1, source, depth: 0, mark: '' }
    if (at === 0 || at === length - 1) return { ...line, kind: properties === null ? 'fence' : 'edge', text: source }
    const { name = '', value = source } = properties?.[at - 1] ?? {}
    if (properties === null) return { ...line, kind: 'code', text: source }
    return { ...line, kind: name === '' && value === '' ? 'gap' : 'property', text: value, mark: name }
  })
}

/** What a line says, without the mark of its heading, list item or quote. */
export function withoutBlockMark(source: string): string {
  const { kind, text } = kindOf(source)
  return kind === 'rule' || text === '' ? source : text
}

/** Replaces one line of a text; line breaks stay as they are. */
export function withLine(text: string, number: number, line: string): string {
  const parts = text.split(/(\r?\n)/)
  parts[(number - 1) * 2] = line
  return parts.join('')
}
