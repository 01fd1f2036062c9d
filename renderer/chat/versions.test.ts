import { describe, expect, it } from 'vitest'
import type { Turn } from '../../shared/conversation.ts'
import { versionsOf } from './versions.ts'

const turn = (number: number, replacedBy?: number): Turn => ({
  number,
  message: '01J00000000000000000000000',
  text: '',
  startedAt: '2026-01-01T00:00:00Z',
  provider: 'demo',
  model: 'demo',
  parts: [],
  requests: [],
  end: null,
  replacedBy,
})

describe('versionsOf', () => {
  it('puts what was replaced before what replaced it, however often', () => {
    // Turn 2 was edited as 4, which was edited as 5; turn 3 went with 2.
    const versions = versionsOf([turn(1), turn(2, 4), turn(3, 4), turn(4, 5), turn(5), turn(6)])
    expect(versions.map(({ turn: { number }, replaced }) => [number, replaced.map((other) => other.number)])).toEqual([
      [1, []],
      [5, [2, 3, 4]],
      [6, []],
    ])
  })
})
