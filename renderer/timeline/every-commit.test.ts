import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Commit } from '../../shared/commit.ts'
import { byUser } from '../../shared/origin.ts'
import { everyCommit, readHistory, type StoreHistory } from './every-commit.ts'

const commitAt = (minute: number): Commit => ({
  id: String(minute).padStart(40, '0'),
  parent: null,
  time: new Date(minute * 60_000).toISOString(),
  subject: '',
  author: 'User',
  ours: true,
  undoneBy: null,
  origin: byUser('edit'),
  variorumId: null,
  changes: [],
  changeCount: 0,
})

test('however much of each store is read, the list has all of the newest and none of what something is missing before', () => {
  const story = fc.array(fc.nat(200), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(story, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 4 }),
      (stories) => {
        const histories = stories.map(([minutes, read], at): StoreHistory => {
          const newest = minutes.toSorted((one, other) => other - one).map(commitAt)
          return { store: String(at), commits: newest.slice(0, read), isCut: newest.length > read }
        })
        const all = stories.flatMap(([minutes]) => minutes).toSorted((one, other) => other - one)
        const listed = everyCommit(histories).map(({ commit }) => Date.parse(commit.time) / 60_000)
        const oldest = listed.at(-1) ?? Number.POSITIVE_INFINITY
        expect(listed.filter((minute) => minute > oldest)).toEqual(all.filter((minute) => minute > oldest))
        if (histories.every(({ isCut }) => !isCut)) expect(listed).toEqual(all)
        expect(listed.length).toBeGreaterThan(0)
      },
    ),
  )
})

test('a history is read page by page, as far as it is wanted', async () => {
  const all = Array.from({ length: 1_200 }, (_, at) => commitAt(2_000 - at))
  const asked: number[] = []
  const page = async ({ limit = 0, after }: { readonly limit?: number; readonly after?: string }) => {
    asked.push(limit)
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const commits = all.slice(from, from + limit)
    return { commits, next: from + limit < all.length ? (commits.at(-1)?.id ?? null) : null, looked: 0 }
  }
  expect(await readHistory('one', 700, page)).toEqual({ store: 'one', commits: all.slice(0, 700), isCut: true })
  expect(asked).toEqual([500, 200])
  expect(await readHistory('one', 2_000, page)).toEqual({ store: 'one', commits: all, isCut: false })
})
