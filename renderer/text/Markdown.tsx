import { t } from '@lingui/core/macro'
import { memo, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { markPieces } from '../format/marks.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { LongText } from './LongText.tsx'
import { RedactedText, RedactableText } from './RedactedText.tsx'
import { isWithinBudget, sectionsOf, type Section } from './render-budget.ts'

/**
 * Markdown from a model or a memory file: nothing in it may run, load or navigate by itself. Raw HTML is never parsed
 * but shown as text (what the memory contains must be visible), images are never loaded, and links work only with http,
 * https and mailto, in a new window without an opener.
 */

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i
const SCHEMA = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  attributes: {
    a: ['href'],
    img: ['alt'],
    code: [['className', /^language-[\w-]+$/] satisfies [string, RegExp]],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  clobberPrefix: 'memory-',
}

/** The href of a link that is safe to follow; `undefined` for any other. */
export function safeHref(href: string | undefined): string | undefined {
  // oxlint-disable-next-line no-control-regex
  return href !== undefined && SAFE_LINK.test(href) && !/[\u0000-\u0020\u007f]/.test(href) ? href : undefined
}

const components: Components = {
  a({ href, children }) {
    const safe = safeHref(href)
    return safe === undefined ? (
      <>{children}</>
    ) : (
      <a href={safe} target="_blank" rel="noopener noreferrer" {...tooltip(safe)}>
        {children}
      </a>
    )
  },
  img({ alt }) {
    return (
      <span className="picture" {...tooltip(t`Images aren’t loaded`)}>
        {alt === undefined || alt === '' ? t`image` : alt}
      </span>
    )
  },
}

/** Renders redaction marks. No other `mark` element exists: the sanitiser removes them. */
const mark: Components['mark'] = ({ children }) => <RedactedText rule={markPieces(String(children))[0]?.rule ?? ''} />

/** What a block of code says, without its last line end. */
const pre: Components['pre'] = ({ node, children }) => (
  <CodeBlock code={textOf(node).replace(/\n$/, '')}>{children}</CodeBlock>
)

const WHOLE: Components = { ...components, mark, pre }
const INLINE: Components = { ...components, mark, p: ({ children }) => <>{children}</> }
const remarkPlugins = [remarkGfm]
const rehypePlugins: [typeof htmlAsText, [typeof rehypeSanitize, typeof SCHEMA]] = [
  htmlAsText,
  [rehypeSanitize, SCHEMA],
]
const markedRehypePlugins: [...typeof rehypePlugins, typeof elementsFromMarks] = [...rehypePlugins, elementsFromMarks]

interface HtmlNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HtmlNode[]
}

interface TextNode {
  readonly value?: string
  readonly children?: readonly TextNode[]
}

/** A redaction mark is text, as it was before it became an element. */
const textOf = (node: TextNode | undefined): string =>
  node?.value ?? node?.children?.map((child) => textOf(child)).join('') ?? ''

/**
 * Turns raw HTML into text, before anything can interpret it and before the sanitiser would drop it. The checkboxes of
 * task lists become text too; there are no other inputs.
 */
function htmlAsText() {
  const visit = (node: HtmlNode): void => {
    if (node.type === 'raw') node.type = 'text'
    if (node.tagName === 'input') {
      node.value = node.properties?.['checked'] === true ? '☑' : '☐'
      node.type = 'text'
    }
    node.children?.forEach(visit)
  }
  return visit
}

/** Turns the redaction marks in texts into elements. Runs after the sanitiser. */
function elementsFromMarks() {
  const cut = ({ value = '' }: HtmlNode): HtmlNode[] =>
    markPieces(value).map(({ text, rule }): HtmlNode => {
      const node: HtmlNode = { type: 'text', value: text }
      return rule === null ? node : { type: 'element', tagName: 'mark', properties: {}, children: [node] }
    })
  const visit = (node: HtmlNode): void => {
    node.children?.forEach(visit)
    if (node.children !== undefined)
      node.children = node.children.flatMap((child) => (child.type === 'text' ? cut(child) : [child]))
  }
  return visit
}

const SECTIONS_PER_STEP = 4
const MAX_SECTIONS = 40

/** Any text of any length: rendered section by section, with what would be too costly shown as source. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const sections = useMemo(() => sectionsOf(text), [text])
  const { shown, more } = useGradualList('', sections.length, SECTIONS_PER_STEP, MAX_SECTIONS)
  return (
    <div className="md">
      {sections.slice(0, shown).map((section, at) => (
        <SectionView key={at} kind={section.kind} text={section.text} />
      ))}
      {more !== null && <button type="button" className="rest" onClick={more}>{t`… show more`}</button>}
    </div>
  )
})

/** Memoized, so that finished sections are not parsed again while an answer grows. */
const SectionView = memo(function SectionView({ kind, text }: Section) {
  if (kind === 'code')
    return (
      <CodeBlock code={text}>
        <code>
          <LongText text={text} />
        </code>
      </CodeBlock>
    )
  if (kind === 'plain')
    return (
      <p className="as-written">
        <LongText text={text} />
      </p>
    )
  return (
    <ReactMarkdown
      components={WHOLE}
      remarkPlugins={remarkPlugins}
      rehypePlugins={markedRehypePlugins}
      urlTransform={(url) => safeHref(url) ?? ''}
    >
      {text}
    </ReactMarkdown>
  )
})

const MAX_LINE_CHARACTERS = 2_000
const MAX_LINE_MARKS = 300
const INLINE_ELEMENTS = ['mark', 'p', 'a', 'em', 'strong', 'del', 'code', 'img', 'br', 'sup']

/** One line of a file: only inline Markdown is rendered, block marks stay as written. */
export const InlineMarkdown = memo(function InlineMarkdown({ text }: { readonly text: string }) {
  // The limits are lower than for a whole text: it is one line of many.
  return text.length > MAX_LINE_CHARACTERS || !isWithinBudget(text, MAX_LINE_MARKS) ? (
    <RedactableText text={text} />
  ) : (
    <ReactMarkdown
      components={INLINE}
      remarkPlugins={remarkPlugins}
      rehypePlugins={markedRehypePlugins}
      urlTransform={(url) => safeHref(url) ?? ''}
      allowedElements={INLINE_ELEMENTS}
      unwrapDisallowed
    >
      {text}
    </ReactMarkdown>
  )
})
