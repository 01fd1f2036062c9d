/**
 * What people type into a message is rarely meant as a document: it keeps its lines and indents, and what Markdown
 * would hide, enlarge or take out of its place stays in the text as it was typed.
 */

/** Names of the parser's constructs. A fence is cut out before, and is text if nothing closes it. */
const LEFT_AS_TEXT = [
  'characterEscape',
  'characterReference',
  'codeFenced',
  'codeIndented',
  'definition',
  'gfmFootnoteCall',
  'gfmFootnoteDefinition',
  'gfmPotentialFootnoteCall',
  'hardBreakEscape',
  'headingAtx',
  'htmlFlow',
  'htmlText',
  'setextUnderline',
  'tasklistCheck',
]

interface Parser {
  data(): object
}

function readAsTyped(this: Parser): void {
  const data = this.data()
  const others: readonly unknown[] =
    'micromarkExtensions' in data && Array.isArray(data.micromarkExtensions) ? data.micromarkExtensions : []
  Object.assign(data, { micromarkExtensions: [...others, { disable: { null: LEFT_AS_TEXT } }] })
}

interface Point {
  readonly line: number
  readonly column: number
  readonly offset?: number | undefined
}

interface Node {
  type: string
  value?: string
  spread?: boolean | null
  readonly position?: { readonly start: Point; readonly end: Point } | undefined
  readonly children?: readonly Node[]
}

/**
 * A line end stays one, with the indent of the line after it, and an image is what was typed for it. Needs paragraphs
 * that keep white space.
 */
function keepLines() {
  return (tree: Node, file: { toString(): string }): void => {
    const source = file.toString()
    const lines = source.split(/\r?\n/)
    for (const block of tree.children ?? []) {
      if (block.type === 'paragraph') indent(block, lines)
      visit(block, source)
    }
  }
}

/** The parser takes the indents of a paragraph away. */
function indent(paragraph: Node, lines: readonly string[]): void {
  const [first] = paragraph.children ?? []
  const start = paragraph.position?.start
  if (first?.type === 'text' && start !== undefined)
    first.value = `${(lines[start.line - 1] ?? '').slice(0, start.column - 1)}${first.value ?? ''}`
  for (const node of paragraph.children ?? []) {
    const at = node.position?.start.line
    if (node.type !== 'text' || at === undefined) continue
    const indentOf = (after: number): string => /^[ \t]*/.exec(lines[at - 1 + after] ?? '')?.[0] ?? ''
    node.value = node.value
      ?.split('\n')
      .map((line, after) => (after === 0 ? line : `${indentOf(after)}${line}`))
      .join('\n')
  }
}

function visit(node: Node, source: string): void {
  if (node.type === 'image') {
    node.type = 'text'
    node.value = source.slice(node.position?.start.offset, node.position?.end.offset)
  }
  if (node.type === 'break') {
    node.type = 'text'
    node.value = '\n'
  }
  // The text of each item is a paragraph then.
  if (node.type === 'listItem') node.spread = true
  for (const child of node.children ?? []) visit(child, source)
}

/** Options of the step to HTML, which would trim every line. */
export const UNTRIMMED = {
  handlers: { text: (_: unknown, { value }: { readonly value: string }) => ({ type: 'text' as const, value }) },
}

/** Plugins of remark. */
export const AS_TYPED: [typeof readAsTyped, typeof keepLines] = [readAsTyped, keepLines]
