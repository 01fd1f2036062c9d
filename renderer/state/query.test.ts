import { beforeEach, expect, it, vi } from 'vitest'

const link = { open: true }
vi.mock('./api.ts', () => ({ sentence: ({ message }: Error) => message, useLink: { getState: () => link } }))
const { createQuery } = await import('./query.ts')

vi.useFakeTimers()
beforeEach(() => {
  vi.clearAllTimers()
  link.open = true
})

const passed = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** A query whose answers the test gives, and what it has done with them. */
function asked(how: Partial<Parameters<typeof createQuery<string>>[0]> = {}) {
  const ask = vi.fn<() => Promise<string>>()
  const [shown, problems]: [string[], (string | null)[]] = [[], []]
  const query = createQuery({
    ask,
    put: (answer) => shown.push(answer),
    onProblem: (why) => problems.push(why),
    drop: () => shown.splice(0),
    ...how,
  })
  return { ask, query, shown, problems }
}

it('what fails is asked again after pauses that grow to some seconds; only the first failure of a row is told', async () => {
  const { ask, query, shown, problems } = asked()
  const times: number[] = []
  ask.mockImplementation(async () => {
    times.push(Date.now())
    if (times.length <= 8) throw new Error('The disk is full.')
    return 'here'
  })
  await query.now()
  expect(problems).toEqual(['The disk is full.'])
  await passed(60_000)
  expect(times.slice(1).map((time, at) => time - (times[at] ?? 0))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000,
  ])
  expect([shown, problems]).toEqual([['here'], ['The disk is full.', null]])
  // Another row: told again, after a short pause again, and the last answer stays.
  ask.mockRejectedValueOnce(new Error('Gone.')).mockResolvedValue('there')
  await query.now()
  expect([shown, problems]).toEqual([['here'], ['The disk is full.', null, 'Gone.']])
  await passed(500)
  expect(shown).toEqual(['here', 'there'])
})

it('while the connection is away nothing is told, and nothing asked until somebody does', async () => {
  const { ask, query, shown, problems } = asked()
  ask.mockRejectedValueOnce(new Error('The connection closed.')).mockResolvedValue('here')
  link.open = false
  await query.now()
  await passed(60_000)
  expect([ask.mock.calls.length, shown, problems]).toEqual([1, [], []])
  link.open = true
  await query.now()
  expect(shown).toEqual(['here'])
})

it('one question at a time: those who ask meanwhile share the next, and wait for it', async () => {
  const { ask, query, shown } = asked()
  const first = Promise.withResolvers<string>()
  ask.mockReturnValueOnce(first.promise).mockResolvedValue('after')
  const done: string[] = []
  const waiting = [query.now(), query.now(), query.now()].map((each, at) =>
    each.then(() => done.push(`${at} ${shown}`)),
  )
  await passed(1_000)
  expect([ask.mock.calls.length, done]).toEqual([1, []])
  first.resolve('before')
  await Promise.all(waiting)
  expect([ask.mock.calls.length, done]).toEqual([2, ['0 before', '1 before,after', '2 before,after']])
})

it('a gap lies between an answer and the next question, for which nobody who has an answer waits', async () => {
  const { ask, query } = asked({ gapMs: 300 })
  ask.mockResolvedValue('here')
  await query.now()
  const again = query.now()
  await passed(299)
  expect(ask).toHaveBeenCalledTimes(1)
  await passed(1)
  await again
  expect(ask).toHaveBeenCalledTimes(2)
})

it('a burst is one question at its end, or one per ten pauses while it goes on', async () => {
  const { ask, query } = asked({ burstMs: 100 })
  ask.mockResolvedValue('here')
  for (let at = 0; at < 5; at += 1) {
    query.soon()
    await passed(50)
  }
  expect(ask).not.toHaveBeenCalled()
  await passed(50)
  expect(ask).toHaveBeenCalledTimes(1)
  for (let at = 0; at < 50; at += 1) {
    query.soon()
    await passed(50)
  }
  expect(ask).toHaveBeenCalledTimes(3)
})

it('another store: what was shown goes, and no answer from before comes, nor a question because of a failure', async () => {
  const { ask, query, shown, problems } = asked()
  ask.mockResolvedValueOnce('old')
  await query.now()
  const late = Promise.withResolvers<string>()
  ask.mockReturnValueOnce(late.promise).mockResolvedValue('new')
  const before = Promise.all([query.now(), query.now()])
  query.forget()
  expect(shown).toEqual([])
  // At once, whatever is on its way.
  await query.now()
  late.resolve('older')
  await before
  expect([ask.mock.calls.length, shown]).toEqual([3, ['new']])
  ask.mockRejectedValueOnce(new Error('Gone.'))
  await query.now()
  query.forget()
  ask.mockClear()
  await passed(60_000)
  expect([ask.mock.calls.length, problems]).toEqual([0, ['Gone.']])
})

it('what only a view wants is asked when the first comes and while one is there', async () => {
  const { ask, query } = asked({ onlyShown: true })
  ask.mockResolvedValue('here')
  await query.now()
  expect(ask).not.toHaveBeenCalled()
  const hides = [query.show(), query.show()]
  await passed(0)
  expect(ask).toHaveBeenCalledTimes(1)
  hides[0]?.()
  await query.now()
  expect(ask).toHaveBeenCalledTimes(2)
  // A failure is not asked about again once nobody looks.
  ask.mockRejectedValueOnce(new Error('Gone.'))
  await query.now()
  hides[1]?.()
  query.soon()
  await passed(60_000)
  expect(ask).toHaveBeenCalledTimes(3)
  query.show()
  await passed(0)
  expect(ask).toHaveBeenCalledTimes(4)
})
