import { describe, expect, test } from 'vitest'
import { limitListing, limitView } from './view-limit.ts'

const HEADER = "Here's the content of /memories/a.md with line numbers:"

function view(lines: readonly string[], first: number): string {
  return [HEADER, ...lines.map((line, at) => `${String(first + at).padStart(6)}\t${line}`)].join('\n')
}

describe('a view that is too long', () => {
  test('is cut at a line end and says how to continue', () => {
    const lines = view(
      Array.from({ length: 100 }, () => 'line'),
      1,
    )
    const { text: shown, cut } = limitView(lines, HEADER.length + 40, 1, 100)
    expect(cut).toBe(true)
    expect(shown).toMatch(
      /\n {5}3\tline\n\n\[Cut at 95 characters: lines 1 to 3 of 100\. Go on with view_range \[4, 100\]\.\]$/,
    )
    expect(limitView('short', 50, 1, 1)).toEqual({ text: 'short', cut: false })
  })

  test('a line that is too long is cut between whole characters', () => {
    const long = view(['😀'.repeat(40), 'b'], 3)
    expect(limitView(long, HEADER.length + 8 + 51, 3, 4).text).toBe(
      `${view(['😀'.repeat(25)], 3)}\n\n[Line 3 is too long: only its first 50 characters are shown. View the lines after it with view_range [4, 4].]`,
    )
  })

  test('lines before one that is too long are shown first, and nothing comes after the last', () => {
    const long = 'x'.repeat(500)
    expect(limitView(view(['a', long], 1), 200, 1, 2).text).toBe(
      `${view(['a'], 1)}\n\n[Cut at 200 characters: lines 1 to 1 of 2. Go on with view_range [2, 2].]`,
    )
    expect(limitView(view([long], 2), 200, 2, 2).text).toMatch(
      /\[Line 2 is too long: only its first \d+ characters are shown\.\]$/,
    )
  })

  test.each([1, HEADER.length + 1, 80, 200, 1_000])(
    'following the notes comes to the end of the file, with a limit of %i',
    (limit) => {
      const file = ['x'.repeat(500), 'second', 'y'.repeat(500), '4th']
      const seen: number[] = []
      for (let first: number | null = 1; first !== null;) {
        const { text } = limitView(view(file.slice(first - 1), first), limit, first, file.length)
        seen.push(...[...text.matchAll(/^ +(\d+)\t/gm)].map(([, line]) => Number(line)))
        const next: string | undefined = /view_range \[(\d+), 4\]/.exec(text)?.[1]
        first = next === undefined ? null : Number(next)
        expect(seen.length).toBeLessThan(5)
      }
      expect(seen).toEqual([1, 2, 3, 4])
    },
  )
})

describe('a listing that is too long', () => {
  const listing = (names: readonly string[]): string =>
    ['Here are:', '2.0K\t/memories', ...names.map((name) => `10B\t/memories/${name}`)].join('\n')

  test('names what is directly in the folder first', () => {
    const below = Array.from({ length: 100 }, (_, at) => `a/${at}.md`)
    expect(limitListing(listing(['a', ...below, 'b', 'c.md']), 150)).toBe(
      `${listing(['a', 'b', 'c.md', 'a/0.md', 'a/1.md', 'a/2.md'])}\n\n[Cut at 150 characters: items 1 to 6 of 103. Go on with view_range [7, 103], or view a folder in it.]`,
    )
    expect(limitListing(listing(['a', 'a/1.md']), 500, 2)).toBe(listing(['a', 'a/1.md']))
  })

  test.each([1, 60, 5_000])('following the notes comes to its end, with a limit of %i', (limit) => {
    const names = Array.from({ length: 300 }, (_, at) => `${1_000 + at}.md`)
    const seen: string[] = []
    for (let first: number | undefined = 1; first !== undefined;) {
      const text = limitListing(listing(names), limit, first)
      expect(text.length).toBeLessThan(limit + 200)
      seen.push(...[...text.matchAll(/memories\/(\d+\.md)/g)].flatMap(([, name]) => name ?? []))
      const next: string | undefined = /view_range \[(\d+), 300\]/.exec(text)?.[1]
      first = next === undefined ? undefined : Number(next)
    }
    expect(seen).toEqual(names)
    expect(limitListing(listing(names), limit, 400)).toContain('items 300 to 300 of 300.]')
  })
})
