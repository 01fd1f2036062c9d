import type { ObjectId } from '../../../shared/change.ts'
import { isMarkdown } from '../../../shared/note-files.ts'

// A text file of the memory as the checks see it. Pure.

/** A file as it is read. */
export interface NoteFile {
  readonly path: string
  readonly blob: ObjectId
  readonly text: string
}

export interface NoteLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  /**
   * What it stands under, outermost first, without the title of the file: headings, lines that announce others
   * ("Ana:"), and the list items above it.
   */
  readonly headings: readonly string[]
  /** No heading, frontmatter, code or comment. */
  readonly isPlain: boolean
  readonly isHeading: boolean
}

export interface Note {
  readonly lines: readonly NoteLine[]
  /** The first heading of the first level, if it is the first of all. */
  readonly title: string | null
  readonly headings: readonly string[]
  /** The values of the frontmatter that are one line long. */
  readonly frontmatter: ReadonlyMap<string, string>
  /** The number of its last line; 0 for none. */
  readonly frontmatterEnd: number
}

const FENCE = /^\s{0,3}(?:>\s*)?(`{3,}|~{3,})/
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)(?:\s+#*)?\s*$/
/** A line with text that starts nothing but a paragraph. */
const PARAGRAPH = /^ {0,3}(?![-*+>|#]|\d+[.)]\s|```|~~~|<!--)\S/

export function readNote(path: string, text: string): Note {
  const rows = text.split('\n').map((row) => row.replace(/\r$/, ''))
  if (rows.at(-1) === '') rows.pop()
  const { frontmatter, end } = readFrontmatter(rows)
  const lines: NoteLine[] = []
  const code = new CodeBlocks()
  const place = new PlaceInNote()
  for (const [index, row] of rows.entries()) {
    const isCode = index < end || code.holds(row)
    const heading = isCode || !isMarkdown(path) ? null : headingAt(rows, index)
    if (heading !== null) place.goUnder(heading.level, heading.text)
    const isPlain = !isCode && heading === null && !isIndentedCode(rows, index)
    const headings = isPlain ? place.at(row) : place.headings
    lines.push({ number: index + 1, text: row, headings, isPlain, isHeading: heading !== null })
  }
  return { lines, title: place.title, headings: place.all, frontmatter, frontmatterEnd: end }
}

/** A heading that begins with #, or text that is underlined: of more lines, the last one. */
function headingAt(rows: readonly string[], at: number): { readonly level: number; readonly text: string } | null {
  const row = rows[at] ?? ''
  const [, marks, text = ''] = HEADING.exec(row) ?? []
  if (marks !== undefined) return { level: marks.length, text }
  const [, line] = /^ {0,3}(=+|-+)\s*$/.exec(rows[at + 1] ?? '') ?? []
  return line === undefined || !PARAGRAPH.test(row) ? null : { level: line.startsWith('=') ? 1 : 2, text: row.trim() }
}

/** Follows fences and comments from line to line. */
class CodeBlocks {
  #fence: string | null = null
  /** One that begins inside of a line ends with the paragraph at the latest. */
  #comment: 'block' | 'inline' | null = null

  /** Whether the next line belongs to one. */
  holds(row: string): boolean {
    const [, mark] = FENCE.exec(row) ?? []
    if (this.#fence !== null) {
      if (mark?.startsWith(this.#fence) === true && row.trim() === mark) this.#fence = null
      return true
    }
    if (this.#comment === 'inline' && row.trim() === '') this.#comment = null
    if (this.#comment !== null || /^\s*<!--/.test(row)) {
      this.#comment = row.includes('-->') ? null : (this.#comment ?? 'block')
      return true
    }
    this.#fence = mark ?? null
    if (mark === undefined && /<!--(?!.*-->)/.test(row.replace(CODE, ''))) this.#comment = 'inline'
    return mark !== undefined
  }
}

/** Follows what the lines stand under. */
class PlaceInNote {
  title: string | null = null
  readonly all: string[] = []
  /** By level, from the second one; '' where a level was left out. */
  readonly #open: string[] = []
  #announced: string | null = null
  #items: { readonly indent: number; readonly text: string }[] = []

  get headings(): readonly string[] {
    return this.#open.filter((each) => each !== '')
  }

  goUnder(level: number, heading: string): void {
    if (level === 1 && this.all.length === 0) this.title = heading
    else this.#open.splice(level - 1, this.#open.length, ...emptyUpTo(this.#open.length, level - 1), heading)
    this.all.push(heading)
    this.#announced = null
    this.#items = []
  }

  /** What a line stands under, which may announce the ones that follow. */
  at(row: string): readonly string[] {
    const [, indent, item] = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(row) ?? []
    if (indent === undefined || item === undefined) {
      if (row.trim() !== '') this.#items = []
      const [, announced] =
        /^\s*(?:\*\*([^*]+?):?\*\*:?|__([^_]+?):?__:?)\s*$/.exec(row) ?? /^\s*(.{1,80}?):\s*$/.exec(row) ?? []
      const above = this.headings
      if (announced !== undefined) this.#announced = announced
      return announced === undefined ? this.#under() : above
    }
    this.#items = this.#items.filter((each) => each.indent < indent.length)
    const under = this.#under()
    this.#items.push({ indent: indent.length, text: item.replace(/:\s*$/, '') })
    return under
  }

  #under(): readonly string[] {
    const announced = this.#announced === null ? [] : [this.#announced]
    return [...this.headings, ...announced, ...this.#items.map(({ text }) => text)]
  }
}

function emptyUpTo(length: number, wanted: number): readonly string[] {
  return Array.from({ length: Math.max(0, wanted - length) }, () => '')
}

/** Four spaces after an empty line, unless a list goes on there. */
function isIndentedCode(rows: readonly string[], index: number): boolean {
  return /^(?: {4}|\t)\s*[^\s\-*+\d]/.test(rows[index] ?? '') && (rows[index - 1] ?? '').trim() === ''
}

function readFrontmatter(rows: readonly string[]): Pick<Note, 'frontmatter'> & { readonly end: number } {
  const frontmatter = new Map<string, string>()
  const end = rows[0] === '---' ? rows.indexOf('---', 1) : -1
  if (end < 0) return { frontmatter, end: 0 }
  for (const row of rows.slice(1, end)) {
    const [, key, value] = /^([A-Za-z][\w-]*):\s+(.*?)\s*$/.exec(row) ?? []
    if (key !== undefined && value !== undefined) frontmatter.set(key, value.replace(/^(["'])(.*)\1$/, '$2'))
  }
  return { frontmatter, end: end + 1 }
}

const CODE = /(`+)(?!`)(.*?[^`])\1(?!`)/g
const HIDDEN = new RegExp(`${CODE.source}|<!--.*?(?:-->|$)|%%.*?%%`, 'g')

/** A line whose code and comments are blanked out, so that everything keeps its place. */
export function withoutCode(text: string): string {
  return text.replace(HIDDEN, (hidden) => ' '.repeat(hidden.length))
}

/** A line without the marks of lists, quotes and emphasis: what it says. */
export function wordsOf(line: string): string {
  return line
    .replace(/^\s*(?:[-*+>]\s+|\d+[.)]\s+|\[[ xX]\]\s+)*/, '')
    .replace(/\*\*|__|~~|`/g, '')
    .trim()
}
