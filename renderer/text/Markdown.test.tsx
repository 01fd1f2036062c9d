import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import hostile from '../testing/hostile-markdown.jsonl?raw'

vi.mock('../state/app-store.ts', () => ({ useApp: () => null }))
vi.mock('../wire.ts', () => ({ os: 'linux', onDesktop: false }))
const { InlineMarkdown, Markdown, safeHref } = await import('./Markdown.tsx')

const samples = hostile
  .split('\n')
  .filter(Boolean)
  .map((line): { readonly id: string; readonly md: string } => JSON.parse(line))

const ALLOWED = new Set([
  'div',
  'p',
  'a',
  'em',
  'strong',
  'del',
  'code',
  'pre',
  'br',
  'hr',
  'span',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'sup',
  'section',
])
const ALLOWED_ATTRIBUTES = new Set(['class', 'href', 'target', 'rel', 'data-tooltip', 'start', 'align'])

/** The tags a browser would see, with their attributes. React escapes text, so every "<" begins a tag. */
function tagsOf(
  html: string,
): readonly { readonly name: string; readonly attributes: readonly (readonly [string, string])[] }[] {
  return [...html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name,
      attributes: [...rest.matchAll(/([^\s"'>/=]+)(?:="([^"]*)")?/g)].map(
        ([, key = '', value = '']) => [key, value] as const,
      ),
    }),
  )
}

/** A block of code has a button of ours. */
const withoutCopyButtons = (html: string): string =>
  html
    .replaceAll(/<button type="button" class="ib sm" aria-label="Copy code"[^>]*>.*?<\/button>/g, '')
    .replaceAll('<pre tabindex="0" aria-label="Code">', '<pre>')

describe.each(samples)('hostile sample $id', ({ md }) => {
  it.each([
    ['a text', Markdown],
    ['a line', InlineMarkdown],
  ] as const)('runs, loads and opens nothing as %s', (_, View) => {
    const html = withoutCopyButtons(renderToStaticMarkup(<View text={md} />))
    for (const { name, attributes } of tagsOf(html)) {
      expect(ALLOWED).toContain(name)
      for (const [key, value] of attributes) {
        expect(ALLOWED_ATTRIBUTES).toContain(key)
        if (key === 'href') expect(value).toMatch(/^(?:https?:|mailto:)/i)
        if (key === 'target') expect(value).toBe('_blank')
      }
      if (name === 'a') expect(Object.fromEntries(attributes)['rel']).toBe('noopener noreferrer')
    }
    // Every "<" belongs to a tag that was checked.
    expect(html.replaceAll(/<\/?[a-z][^<>]*>/gi, '')).not.toContain('<')
  })
})

it('a list of tasks shows what is done', () => {
  const html = renderToStaticMarkup(<Markdown text={'- [ ] one\n- [x] two\n\n<input type="checkbox">'} />)
  expect(html).toContain('☐ one')
  expect(html).toContain('☑ two')
  expect(html).not.toContain('<input')
})

describe('Markdown', () => {
  it('hides nothing: HTML and comments show as text', () => {
    expect(renderToStaticMarkup(<InlineMarkdown text="a <!-- hidden --> <b>c</b>" />)).toBe(
      'a &lt;!-- hidden --&gt; &lt;b&gt;c&lt;/b&gt;',
    )
    expect(renderToStaticMarkup(<Markdown text="<script>x</script>" />)).toContain('&lt;script&gt;x&lt;/script&gt;')
  })

  it('shows the alt text of an image and never loads it', () => {
    const html = renderToStaticMarkup(<Markdown text="![the harbour](https://evil.test/p.png)" />)
    expect(html).toContain('the harbour')
    expect(html).not.toContain('evil.test')
  })

  it('renders what people write', () => {
    const html = renderToStaticMarkup(
      <Markdown text={'**bold** `code`\n\n1. one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[home](https://example.org)'} />,
    )
    for (const part of ['<strong>bold</strong>', '<code>code</code>', '<ol>', '<table>', 'href="https://example.org"'])
      expect(html).toContain(part)
  })

  it('gives a block of code one button that copies it', () => {
    const html = renderToStaticMarkup(<Markdown text={'```js\nlet a = 1\n```\n\nand `this`'} />)
    expect(html.match(/aria-label="Copy code"/g)).toHaveLength(1)
  })

  it('keeps a line on one line', () => {
    expect(renderToStaticMarkup(<InlineMarkdown text="a *b* [c](javascript:alert(1))" />)).toBe('a <em>b</em> c')
  })
})

it.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//evil.test',
  '/api',
  '#x',
  'ms-officecmd:{}',
  ' https://a.test',
])('does not follow %s', (href) => {
  expect(safeHref(href)).toBeUndefined()
})
