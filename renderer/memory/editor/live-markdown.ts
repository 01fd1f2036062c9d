import { markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, LanguageSupport, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Marks stay and are dimmed; what they mark looks as it will. The classes are in editor.css. */
const WORDS = HighlightStyle.define([
  { tag: tags.heading, class: 'md-heading' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.strikethrough, class: 'md-struck' },
  { tag: tags.link, class: 'md-link' },
  { tag: tags.url, class: 'md-url' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: 'md-mark' },
])

const LINE_CLASSES: Readonly<Record<string, string>> = {
  ATXHeading1: 'md-h1',
  SetextHeading1: 'md-h1',
  ATXHeading2: 'md-h2',
  SetextHeading2: 'md-h2',
  ATXHeading3: 'md-h3',
  ATXHeading4: 'md-h3',
  ATXHeading5: 'md-h3',
  ATXHeading6: 'md-h3',
  FencedCode: 'md-block',
  CodeBlock: 'md-block',
  Table: 'md-block',
  Blockquote: 'md-quote',
}
const ITEM_START = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/
/** A deeper start of an item is not followed any further: the text would have no room. */
const MAX_ITEM_START = 24

/** Headings, quotes and code as whole lines, and list items hanging from their marks. Left out where source is shown. */
export const MARKDOWN_BLOCKS = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = blocksIn(view)
    }
    update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = blocksIn(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function blocksIn({ state, visibleRanges }: EditorView): DecorationSet {
  const classes = new Map<number, Set<string>>()
  const items = new Map<number, number>()
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name === 'ListItem') {
          const line = state.doc.lineAt(node.from)
          items.set(line.from, Math.min(MAX_ITEM_START, ITEM_START.exec(line.text)?.[0].length ?? 0))
        }
        const name = LINE_CLASSES[node.name]
        if (name === undefined) return
        // Of a long block only the lines in sight.
        for (let at = Math.max(node.from, from); at <= Math.min(node.to, to);) {
          const line = state.doc.lineAt(at)
          classes.set(line.from, (classes.get(line.from) ?? new Set()).add(name))
          at = line.to + 1
        }
      },
    })
  const starts = [...new Set([...classes.keys(), ...items.keys()])].toSorted((a, b) => a - b)
  const builder = new RangeSetBuilder<Decoration>()
  for (const start of starts) {
    const item = items.get(start) ?? 0
    const names = [...(classes.get(start) ?? []), item > 0 && 'md-item'].filter(Boolean).join(' ')
    builder.add(start, start, Decoration.line({ attributes: { class: names, style: `--item: ${item}` } }))
    if (item > 0) builder.add(start, start + item, Decoration.mark({ class: 'md-item-start' }))
  }
  return builder.finish()
}

/** Markdown that looks as it will while it is written. */
export const LIVE_MARKDOWN: Extension = [new LanguageSupport(markdownLanguage), syntaxHighlighting(WORDS)]
