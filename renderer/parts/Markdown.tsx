import { t } from '@lingui/core/macro'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

/**
 * Markdown from a model or a memory file: nothing in it may run, load or lead away unasked. Raw HTML is never
 * parsed but shown as the text it is (what the memory holds must be seen), pictures are never loaded, links leave only by http, https and mailto, in a new window without an opener.
 */

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i
const SCHEMA = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  attributes: { a: ['href'], img: ['alt'], code: [['className', /^language-[\w-]+$/] satisfies [string, RegExp]], ol: ['start'], th: ['align'], td: ['align'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  clobberPrefix: 'memory-',
}

/** The address of a link that may be followed; `undefined` for every other one. */
export function safeHref(href: string | undefined): string | undefined {
  // oxlint-disable-next-line no-control-regex
  return href !== undefined && SAFE_LINK.test(href) && !/[\u0000-\u0020\u007f]/.test(href) ? href : undefined
}

const components: Components = {
  a({ href, children }) {
    const safe = safeHref(href)
    return safe === undefined ? <>{children}</> : <a href={safe} target="_blank" rel="noopener noreferrer" title={safe}>{children}</a>
  },
  img({ alt }) {
    return <span className="picture" title={t`Pictures are not loaded`}>{alt === undefined || alt === '' ? t`picture` : alt}</span>
  },
}

const INLINE: Components = { ...components, p: ({ children }) => <>{children}</> }
const remarkPlugins = [remarkGfm]
const rehypePlugins: [typeof htmlAsText, [typeof rehypeSanitize, typeof SCHEMA]] = [htmlAsText, [rehypeSanitize, SCHEMA]]

interface HtmlNode {
  type: string
  readonly children?: HtmlNode[]
}

/** Raw HTML becomes text before anything could take it for more, or the sanitiser could drop it unseen. */
function htmlAsText() {
  const visit = (node: HtmlNode): void => {
    if (node.type === 'raw') node.type = 'text'
    node.children?.forEach(visit)
  }
  return visit
}

export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="md">
      <ReactMarkdown components={components} remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} urlTransform={(url) => safeHref(url) ?? ''}>{text}</ReactMarkdown>
    </div>
  )
})

const ONE_LINE = ['p', 'a', 'em', 'strong', 'del', 'code', 'img', 'br', 'sup']

/** One line of a file: only what stands inside a line is rendered, marks of blocks stay as they are written. */
export const InlineMarkdown = memo(function InlineMarkdown({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown components={INLINE} remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} urlTransform={(url) => safeHref(url) ?? ''} allowedElements={ONE_LINE} unwrapDisallowed>{text}</ReactMarkdown>
  )
})
