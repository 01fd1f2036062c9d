import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { findMoves, findShared } from './moves.ts'

const lines = (text: string): readonly string[] => text.split('|')
const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${prefix} ${at}`)

describe('findMoves', () => {
  test('a block that went to the end', () =>
    expect(
      findMoves(lines('Likes tea|Has two cats|one more|and another|third'), [
        'one more',
        'and another',
        'third',
        'Likes tea',
        'Has two cats',
      ]),
    ).toEqual([{ from: 0, to: 3, length: 2 }]))
  test('of two blocks that swap, the lighter one moved', () =>
    expect(findMoves([...named('long', 9), ...named('few', 3)], [...named('few', 3), ...named('long', 9)])).toEqual([
      { from: 9, to: 0, length: 3 },
    ]))
  test('a block keeps its blank and repeated lines', () =>
    expect(
      findMoves(
        ['# Trip', '', '- Lisbon', '- ok', '', '- Porto', ...named('stays', 6), '- ok'],
        [...named('stays', 6), '- ok', '# Trip', '', '- Lisbon', '- ok', '', '- Porto'],
      ),
    ).toEqual([{ from: 0, to: 7, length: 6 }]))
  test('a repeated line stays with what stays', () => {
    const moved = 'This line alone goes to the end'
    const [stay, rest] = ['This line stays at the beginning, and is longer', named('stays', 9)]
    expect(findMoves([stay, 'same', moved, ...rest], [stay, 'same', ...rest, 'same', moved])).toEqual([
      { from: 2, to: 12, length: 1 },
    ])
  })
  test('what is the same only by chance has not moved', () => {
    expect(findMoves(['yes', ...named('a', 5)], [...named('a', 5), 'yes'])).toEqual([])
    expect(findMoves(['}', '', ...named('a', 5)], [...named('a', 5), '}', ''])).toEqual([])
  })
  test('one long line moves, also without spaces', () => {
    expect(
      findMoves(['会议改到星期三下午三点', ...named('stays', 9)], [...named('stays', 9), '会议改到星期三下午三点']),
    ).toEqual([{ from: 0, to: 9, length: 1 }])
  })
  test('an edited line is in the block only if asked for', () => {
    const before = ['Tea with milk', 'Coffee without sugar', 'Water with ice', ...named('stays', 9)]
    const after = [...named('stays', 9), 'Tea with milk', 'Coffee with sugar', 'Water with ice']
    expect(findMoves(before, after)).toEqual([])
    expect(findMoves(before, after, (a, b) => a.slice(0, 6) === b.slice(0, 6))).toEqual([{ from: 0, to: 9, length: 3 }])
  })
  test('100,000 shuffled lines take no quadratic time', () => {
    const before = named('line', 100_000)
    expect(processorMs(() => findMoves(before, before.toReversed()))).toBeLessThan(10_000)
  })
})

describe('properties', () => {
  const line = fc.oneof(fc.constantFrom('', '}', 'same', 'again and again and again'), fc.string({ maxLength: 30 }))
  const text = fc.array(line, { maxLength: 40 })
  const cut = fc.tuple(text, fc.nat(40), fc.nat(40), fc.nat(40))

  test('moves are pairs of equal blocks, and no line is in two', () =>
    fc.assert(
      fc.property(text, text, fc.func(fc.boolean()), (before, after, similar) => {
        for (const moves of [findMoves(before, after), findShared(before, after)]) {
          for (const { from, to, length } of moves)
            expect(before.slice(from, from + length)).toEqual(after.slice(to, to + length))
        }
        for (const moves of [findMoves(before, after, similar), findShared(before, after, similar)]) {
          const [olds, news] = (['from', 'to'] as const).map((side) =>
            moves.flatMap((move) => Array.from({ length: move.length }, (_, at) => move[side] + at)),
          )
          expect(new Set(olds).size).toBe(olds?.length)
          expect(new Set(news).size).toBe(news?.length)
          expect(Math.max(-1, ...(olds ?? []))).toBeLessThan(before.length)
          expect(Math.max(-1, ...(news ?? []))).toBeLessThan(after.length)
        }
      }),
    ))
  test('nothing moves where nothing changed', () =>
    fc.assert(
      fc.property(text, (before) => {
        expect(findMoves(before, before)).toEqual([])
      }),
    ))
  test('a block cut out and put elsewhere is a move, or the lines it passed are', () =>
    fc.assert(
      fc.property(cut, ([, start, size, place]) => {
        const before = named('a line of a sufficient length', 41)
        const block = before.slice(start, start + size)
        const rest = [...before.slice(0, start), ...before.slice(start + size)]
        const at = Math.min(place, rest.length)
        const after = [...rest.slice(0, at), ...block, ...rest.slice(at)]
        const moved = findMoves(before, after).reduce((sum, { length }) => sum + length, 0)
        const passed = Math.abs(at - start)
        expect(moved).toBe(start >= before.length ? 0 : Math.min(block.length, passed))
      }),
    ))
})
