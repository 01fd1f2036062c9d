import { expect, test } from 'vitest'
import { fold } from '../../shared/phrase.ts'
import { matchLabels, matchPaths, parseQuery } from './query.ts'

test('the first character chooses the scope', () => {
  expect(parseQuery('> Side  bar')).toEqual({ scope: 'commands', text: 'Side  bar', words: ['side', 'bar'] })
  expect(parseQuery('/people/Ana')).toEqual({ scope: 'files', text: 'people/Ana', words: ['people/ana'] })
  expect(parseQuery('a > b')).toMatchObject({ scope: 'all', words: ['a', '>', 'b'] })
  expect(parseQuery('  ')).toEqual({ scope: 'all', text: '', words: [] })
})

test('labels that begin with the first word come first', () => {
  const items = ['Restore this file', 'New conversation', 'Undo, or restore'].map((label) => ({ label }))
  expect(matchLabels(items, ['restore']).map(({ label }) => label)).toEqual(['Restore this file', 'Undo, or restore'])
  expect(matchLabels(items, ['restore', 'file'])).toEqual([{ label: 'Restore this file' }])
})

test('names that begin with the word come before others, and no more than are shown', () => {
  const paths = ['lisbon/hotels.md', 'old-lisbon.md', 'travel/Lisbon.md', 'work.md']
  const find = (words: string, limit: number): readonly string[] =>
    matchPaths(paths, paths.map(fold), parseQuery(words).words, limit)
  expect(find('LIS', 5)).toEqual(['travel/Lisbon.md', 'old-lisbon.md', 'lisbon/hotels.md'])
  expect(find('lis', 1)).toEqual(['travel/Lisbon.md'])
  expect(find('travel lis', 5)).toEqual(['travel/Lisbon.md'])
})
