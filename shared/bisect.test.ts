import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, nextStep } from './bisect.ts'

/** Answers every question about a list whose answer changes at `turn`. @returns where it ended, and what was asked */
function ask(last: number, turn: number, atEnd: Answer): { readonly at: number; readonly asked: readonly number[] } {
  const asked: number[] = []
  const answers: Answer[] = []
  for (;;) {
    const step = nextStep({ last, atEnd, answers })
    if (step.kind === 'found') return { at: step.at, asked }
    expect(asked.length + step.left).toBeLessThanOrEqual(Math.ceil(Math.log2(last)))
    asked.push(step.at)
    answers.push(step.at >= turn === (atEnd === 'yes') ? 'yes' : 'no')
  }
}

test('it ends at the point where the answer changes, after at most ⌈log₂ n⌉ questions, each about another point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (last, part) => {
      const turn = 1 + Math.min(last - 1, Math.floor(part * last))
      for (const atEnd of ['yes', 'no'] as const) {
        const { at, asked } = ask(last, turn, atEnd)
        expect(at).toBe(turn)
        expect(new Set(asked).size).toBe(asked.length)
        expect(asked.every((each) => each > 0 && each < last)).toBe(true)
      }
    }),
  )
})

test('with an answer taken back, the step is the one before it', () => {
  const asked = { last: 9, atEnd: 'yes', answers: ['yes', 'no'] } as const
  expect(nextStep({ ...asked, answers: asked.answers.slice(0, -1) })).toEqual({ kind: 'ask', at: 2, left: 2 })
  expect(nextStep(asked)).toEqual({ kind: 'ask', at: 3, left: 1 })
  expect(nextStep({ last: 1, atEnd: 'no', answers: [] })).toEqual({ kind: 'found', at: 1 })
})
