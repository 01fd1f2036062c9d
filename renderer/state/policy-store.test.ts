import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_POLICIES, type Policies } from '../../shared/policy.ts'

const [save, load] = [vi.fn(), vi.fn()]
vi.mock('./api.ts', () => ({
  api: { policy: { save: { mutate: save }, state: { query: load } } },
  sentence: String,
  useLink: {},
}))
vi.mock('./actions.ts', () => ({ perform: async (act: () => Promise<unknown>) => act() }))
const { applyProposed, editPolicies, policiesQuery, proposePolicies, usePolicies } = await import('./policy-store.ts')

const withPins = (...pins: readonly string[]): Policies => ({ ...DEFAULT_POLICIES, pins: [...pins] })
const stateOf = (policies: Policies): object => ({ policies })
const words = (): string => ''
const adding =
  (path: string) =>
  (now: Policies): Policies => ({ ...now, pins: [...now.pins, path] })
const pinned = (): readonly string[] | undefined =>
  (usePolicies.getState().edited ?? usePolicies.getState().state?.policies)?.pins

beforeEach(async () => {
  save.mockReset()
  load.mockResolvedValue(stateOf(DEFAULT_POLICIES))
  usePolicies.setState({ state: await load(), edited: null, proposed: null })
})

it('an edit is shown and saved at once; what is edited meanwhile is saved after it, on top of it', async () => {
  const saved = Promise.withResolvers<object>()
  save.mockReturnValueOnce(saved.promise).mockResolvedValueOnce({})
  editPolicies(adding('a.md'), words)
  editPolicies(adding('b.md'), words)
  expect(pinned()).toEqual(['a.md', 'b.md'])
  load.mockResolvedValue(stateOf(withPins('a.md', 'b.md')))
  saved.resolve({})
  await vi.waitFor(() => expect(usePolicies.getState().edited).toBeNull())
  expect(save.mock.calls.map(([{ policies, base }]) => [base.pins, policies.pins])).toEqual([
    [[], ['a.md']],
    [['a.md'], ['a.md', 'b.md']],
  ])
  expect(pinned()).toEqual(['a.md', 'b.md'])
})

it('what the core refuses, because others are in force by now, is dropped and those are shown', async () => {
  const saved = Promise.withResolvers<null>()
  save.mockReturnValueOnce(saved.promise)
  editPolicies(adding('a.md'), words)
  load.mockResolvedValue(stateOf(withPins('theirs.md')))
  await policiesQuery.now()
  editPolicies(adding('b.md'), words)
  saved.resolve(null)
  await vi.waitFor(() => expect(usePolicies.getState().edited).toBeNull())
  expect(save).toHaveBeenCalledTimes(1)
  expect(save).toHaveBeenCalledWith({ policies: withPins('a.md'), base: DEFAULT_POLICIES })
  await vi.waitFor(() => expect(pinned()).toEqual(['theirs.md']))
})

it('a proposal is saved when it is applied, and is dropped when other policies come into force', async () => {
  proposePolicies(adding('a.md'))
  expect(save).not.toHaveBeenCalled()
  save.mockResolvedValueOnce({})
  load.mockResolvedValue(stateOf(withPins('a.md')))
  applyProposed(words)
  await vi.waitFor(() => expect(usePolicies.getState().edited).toBeNull())
  expect(save).toHaveBeenCalledWith({ policies: withPins('a.md'), base: DEFAULT_POLICIES })

  proposePolicies(adding('b.md'))
  load.mockResolvedValue(stateOf(withPins('theirs.md')))
  await policiesQuery.now()
  applyProposed(words)
  expect(usePolicies.getState().proposed).toBeNull()
  expect(save).toHaveBeenCalledTimes(1)
})
