import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { COSTLY } from '../../e2e/hostile/recipes.ts'
import { processorMs } from '../../testing/processor-time.ts'
import { isWithinBudget, sectionsOf } from './render-budget.ts'

vi.mock('../state/app-store.ts', () => ({ useApp: () => null }))
vi.mock('../wire.ts', () => ({ os: 'linux', onDesktop: false }))
const { InlineMarkdown, Markdown } = await import('./Markdown.tsx')

/** Measured: at most 90 ms on two cores. Without the limits most of these take seconds, or end in a stack overflow. */
const BUDGET_MS = 1_000

describe.each(Object.entries(COSTLY))('%s', (_, make) => {
  it.each([700, 7_900, 60_000])('%i characters render within the budget, by section and as a line', (length) => {
    const text = make(length)
    const sections = sectionsOf(text)
    let worst = 0
    for (const each of sections.length > 60
      ? sections.filter((_section, at) => at % Math.ceil(sections.length / 60) === 0)
      : sections) {
      worst = Math.max(
        worst,
        processorMs(() => renderToStaticMarkup(<Markdown text={each.text} />)),
      )
    }
    const asLine = processorMs(() => renderToStaticMarkup(<InlineMarkdown text={text} />))
    expect(Math.max(worst, asLine)).toBeLessThan(BUDGET_MS)
  })
})

it('two million characters are split quickly', () => {
  for (const make of Object.values(COSTLY)) {
    expect(processorMs(() => sectionsOf(make(2_000_000)))).toBeLessThan(6_000)
  }
})

describe('sections', () => {
  it('contain the whole text', () => {
    const text = Array.from(
      { length: 300 },
      (_, at) => `Paragraph ${at} with *some* words.\n\n- an item\n- another\n`,
    ).join('\n')
    const sections = sectionsOf(text)
    expect(sections.length).toBeGreaterThan(3)
    expect(sections.every(({ kind }) => kind === 'markdown')).toBe(true)
    expect(sections.map((section) => section.text).join('\n')).toBe(text.trimEnd() + '\n')
  })
  it('keep code as code, even if its fence is never closed', () => {
    expect(
      sectionsOf(`${'word '.repeat(400)}\n\n\`\`\`ts\n[[[[\n\`\`\`\nafter\n\n~~~\nopen`).map(({ kind, text }) => [
        kind,
        text.slice(0, 6),
      ]),
    ).toEqual([
      ['markdown', 'word w'],
      ['code', '[[[['],
      ['markdown', 'after\n'],
      ['code', 'open'],
    ])
  })
  it('know link definitions from elsewhere in the text', () => {
    const [first] = sectionsOf(`[home] ${'word '.repeat(400)}\n\n${'word '.repeat(400)}\n\n[home]: https://example.org`)
    expect(renderToStaticMarkup(<Markdown text={first?.text ?? ''} />)).toContain('href="https://example.org"')
  })
  it('render what people usually write', () => {
    for (const text of [
      '> - 1. a quote with a list',
      '| a | b |\n|---|---|\n'.padEnd(6_000, '| cell | `code` |\n'),
      Array.from({ length: 80 }, (_, at) => `- [Title ${at}](https://example.org/${at})`).join('\n'),
    ])
      expect(isWithinBudget(text)).toBe(true)
  })
})
