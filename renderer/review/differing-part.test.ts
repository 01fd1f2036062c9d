import { expect, test } from 'vitest'
import { differingPart } from './differing-part.ts'

test('what differs is told without what both versions have, and where it begins', () => {
  expect(differingPart('# Tea\n- green\n- rice\n', '# Tea\n- black\n- rice\n')).toEqual({
    line: 2,
    mine: '- green\n',
    theirs: '- black\n',
  })
  expect(differingPart('a\nb\n', 'a\n')).toEqual({ line: 2, mine: 'b\n', theirs: '' })
  expect(differingPart('a\nx\nb\ny\nc', 'a\nb\nc')).toEqual({ line: 2, mine: 'x\nb\ny\n', theirs: 'b\n' })
})

test('equal lines are not counted twice', () => {
  expect(differingPart('a\na\n', 'a\na\na\n')).toEqual({ line: 3, mine: '', theirs: 'a\n' })
  expect(differingPart('same\n', 'same\n')).toEqual({ line: 2, mine: '', theirs: '' })
  expect(differingPart('', 'new')).toEqual({ line: 1, mine: '', theirs: 'new' })
})
