import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { change, commit, id } from '../testing/commits.ts'

const query = vi.fn()
vi.mock('./api.ts', () => ({ api: { timeline: { page: { query } } }, sentence: String, useLink: {} }))
vi.mock('./routes.ts', () => ({ openPoint: () => undefined }))
const { findMoment, foldIntoTimeline, setFilter, useTimeline } = await import('./timeline-store.ts')
const { ACTORS, NO_FILTER } = await import('./timeline-filter.ts')

const shown = (): readonly string[] | undefined => useTimeline.getState().commits?.map((each) => each.id)
const passed = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5_000)
const page = (...commits: readonly ReturnType<typeof commit>[]): object => ({ commits, next: null, looked: 1 })

beforeAll(() => vi.useFakeTimers())
beforeEach(async () => {
  query.mockImplementation(async () => page())
  setFilter(NO_FILTER)
  await passed()
})

it('with all actors off no search is under way', async () => {
  query.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { commits: [], next: id(1), looked: 100 }
  })
  setFilter({ words: 'tea' })
  await vi.advanceTimersByTimeAsync(50)
  expect(useTimeline.getState().search?.state).toBe('started')
  setFilter({ actors: [] })
  await passed()
  expect(useTimeline.getState()).toMatchObject({ commits: [], search: null })
  setFilter({ actors: ACTORS })
})

it('while the results for words are read, what comes goes on top if it matches; the range stays', async () => {
  const old = commit()
  query.mockImplementation(async () => page(old))
  setFilter({ words: 'tea' })
  await passed()
  const { range } = useTimeline.getState()
  const [first, second] = [commit({ parent: old.id }), commit({ changes: [change('b.md', null, 3)] })]
  query.mockImplementation(async ({ after }: { readonly after?: string }) =>
    page(...(after === old.id ? [second] : [])),
  )
  foldIntoTimeline([first])
  foldIntoTimeline([second])
  await passed()
  expect(shown()).toEqual([second.id, old.id])
  expect(useTimeline.getState().range).toBe(range)
})

it('a filter that the core refuses leaves no other rows behind', async () => {
  query.mockImplementation(async () => page(commit()))
  setFilter(NO_FILTER)
  await passed()
  expect(shown()).toHaveLength(1)
  query.mockRejectedValue(new Error('Too long.'))
  setFilter({ words: 'tea' })
  await passed()
  expect(useTimeline.getState()).toMatchObject({ commits: null, search: null })
})

it('a line of any length leads to its moment', async () => {
  findMoment('tea '.repeat(1_000))
  await passed()
  expect(query).toHaveBeenLastCalledWith(expect.objectContaining({ changed: 'tea '.repeat(250).trim() }))
})
