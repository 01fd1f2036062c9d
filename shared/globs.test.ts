import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../testing/processor-time.ts'
import { pathMatcher } from './globs.ts'

describe('path patterns', () => {
  test.each([
    ['work/**', 'work/a/b.md', true],
    ['work/**', 'home/work/a.md', false],
    ['work/*', 'work/a/b.md', true],
    ['work/*.md', 'work/a/b.md', false],
    ['*.md', 'a/b/c.md', true],
    ['*.md', 'a/c.mdx', false],
    ['work', 'work/a.md', true],
    ['work/', 'work/a.md', true],
    ['**/notes.md', 'notes.md', true],
    ['a/**/z.md', 'a/z.md', true],
    ['a/**/z.md', 'a/b/c/z.md', true],
    ['a/**/z.md', 'ab/z.md', false],
    ['{a,b}/*.md', 'b/x.md', true],
    ['fil?.txt', 'file.txt', true],
    ['/top.md', 'top.md', true],
    ['/top.md', 'a/top.md', false],
    ['**', 'x', true],
    ['recipe {best}.md', 'recipe {best}.md', true],
    ['a/{x,y}', 'a/{x,y}/z.md', true],
    ['{x}', 'a/{x}/z.md', true],
    ['*{draft}*', 'my {draft} one.md', true],
    ['{a,b}', 'c', false],
  ])('%s fits %s: %s', (pattern, path, expected) => expect(pathMatcher([pattern])(path)).toBe(expected))
  test('every path fits itself, and so does what is below it', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '{', '}', ',', '*', '?', '[', ']', '!', '.', '-', '\\'),
      minLength: 1,
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        fc.pre(!parts.includes('.'))
        const matches = pathMatcher([parts.join('/')])
        expect([matches(parts.join('/')), matches([...parts, 'below'].join('/'))]).toEqual([true, true])
      }),
      { numRuns: 300 },
    )
  })
  test('no pattern is slow', () => {
    const patterns = [`${'*a'.repeat(400)}b`, `${'**/'.repeat(300)}x`, '{a,b}'.repeat(60)]
    expect(processorMs(() => pathMatcher(patterns)('a'.repeat(2_000)))).toBeLessThan(5_000)
  })
})
