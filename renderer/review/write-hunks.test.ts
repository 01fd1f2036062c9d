import { expect, test } from 'vitest'
import type { FittedFile } from '../../shared/waiting.ts'
import { hunksOf, textWithout } from './write-hunks.ts'

const file: FittedFile = {
  path: 'a.md',
  version: null,
  now: 'one\ntwo\nthree\n',
  saved: 'ONE\ntwo\nTHREE\n',
  isConflict: false,
}

test('a change of one file at two places is taken or left place by place; any other as a whole', () => {
  expect(hunksOf([file])).toHaveLength(2)
  expect(textWithout(file, new Set())).toBe(file.saved)
  expect(textWithout(file, new Set([0]))).toBe('one\ntwo\nTHREE\n')
  expect(textWithout(file, new Set([0, 1]))).toBe(file.now)
  const whole: readonly (readonly FittedFile[])[] = [
    [],
    [file, file],
    [{ ...file, isConflict: true }],
    [{ ...file, now: null }],
    [{ ...file, saved: null }],
    [{ ...file, saved: 'ONE\ntwo\nthree\n' }],
    [{ ...file, now: 'a\n'.repeat(101), saved: 'a\nb\n'.repeat(101) }],
  ]
  for (const files of whole) expect(hunksOf(files)).toEqual([])
})
