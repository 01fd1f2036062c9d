import { expect, test } from 'vitest'
import type { ModelEntry } from '../../shared/models.ts'
import { withAnnouncedEnds } from './model-ends.ts'

const listed = (id: string, lifecycle: ModelEntry['lifecycle'] = 'active'): ModelEntry => ({
  id,
  name: id,
  lifecycle,
  retiresAt: null,
  maxInput: null,
  maxOutput: null,
  abilities: null,
})
const ends = (models: readonly ModelEntry[], chosen: string, day: string): readonly unknown[] =>
  withAnnouncedEnds(models, chosen, new Date(day)).map(({ id, lifecycle, retiresAt }) => [id, lifecycle, retiresAt])

test('a model whose end is announced is deprecated until then and retired from then on, whatever the list says', () => {
  const models = [listed('claude-sonnet-5-5'), listed('claude-sonnet-4-5-20250929', null), listed('claude-opus-4-5')]
  expect(ends(models, 'claude-sonnet-5-5', '2026-11-29')).toEqual([
    ['claude-sonnet-5-5', 'active', null],
    ['claude-sonnet-4-5-20250929', 'deprecated', '2026-11-30'],
    ['claude-opus-4-5', 'deprecated', '2027-01-22'],
  ])
  expect(ends(models, 'claude-sonnet-5-5', '2026-12-01')[1]).toEqual([
    'claude-sonnet-4-5-20250929',
    'retired',
    '2026-11-30',
  ])
  expect(ends([listed('claude-opus-4-5', 'retired')], '', '2026-12-01')).toEqual([['claude-opus-4-5', 'retired', null]])
})

test('the chosen model is told of after its service dropped it from the list', () => {
  expect(ends([], 'claude-sonnet-4-5', '2026-12-01')).toEqual([['claude-sonnet-4-5', 'retired', '2026-11-30']])
  expect(ends([], 'claude-sonnet-5-5', '2026-12-01')).toEqual([])
})
