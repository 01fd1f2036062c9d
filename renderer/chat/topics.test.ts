import { expect, it } from 'vitest'
import { topicsIn } from './topics.ts'

const topics = (...paths: readonly string[]) => topicsIn(paths.map((path) => ({ path })))

it('asks about one file of each folder, the fullest folders first', () => {
  expect(
    topics('readme.md', 'bike.md', 'people/mei-lin.md', 'recipes/green-tea.md', 'recipes/soup.md', 'jobs/x/start.md'),
  ).toEqual(['green tea', 'bike', 'Mei Lin'])
})

it('asks about nothing that says nothing', () => {
  expect(topics('notes.md', '2026-11-20.md', 'photo.png', 'a-b-c-d-e.md', '.hidden')).toEqual([])
})
