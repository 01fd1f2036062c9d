import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobNameFrom } from './job-name.ts'
import { JobName } from './names.ts'

test.each([
  ['Write a short guide to composting for beginners, please', 'write-short-guide-composting-beginners'],
  ['Café: “l’été” 2026!', 'café-l-été-2026'],
  ['サーバーを作る', 'サーバーを作る'],
  ['To be', 'be'],
  ['The', 'the'],
  ['  ✨ ', 'job'],
  ['NUL', 'job'],
  [`a ${'x'.repeat(100)}`, 'x'.repeat(40)],
])('%s: %s', (goal, name) => {
  expect(jobNameFrom(goal, [])).toBe(name)
})

test('a name that is taken gets a number', () => {
  expect(jobNameFrom('Composting', ['composting', 'COMPOSTING-2'])).toBe('composting-3')
  expect(jobNameFrom('Café', ['cafe\u0301'])).toBe('café-2')
})

test('any goal gives a name, and never one that is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (goals) => {
      const taken: string[] = []
      for (const goal of [...goals, ...goals]) taken.push(jobNameFrom(goal, taken))
      expect(new Set(taken).size).toBe(taken.length)
      for (const name of taken) expect(JobName.safeParse(name).success).toBe(true)
    }),
  )
})
