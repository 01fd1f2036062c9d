import { expect, it, vi } from 'vitest'
import { DEFAULT_POLICIES, type Policies } from '../../shared/policy.ts'

const [save, load] = [vi.fn(), vi.fn()]
vi.mock('./api.ts', () => ({
  api: { policy: { save: { mutate: save }, state: { query: load } } },
  sentence: String,
  useLink: {},
}))
vi.mock('./actions.ts', () => ({ perform: async (act: () => Promise<unknown>) => act() }))
const session = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => session.get(key) ?? null,
  setItem: (key: string, text: string) => void session.set(key, text),
})
const { editPolicies, hasUnsavedPolicies, policiesQuery, savePolicies, usePolicies } = await import('./policy-store.ts')

const withPins = (...pins: readonly string[]): Policies => ({ ...DEFAULT_POLICIES, pins: [...pins] })
const stateOf = (policies: Policies): object => ({ policies })
const pin = (path: string): void => editPolicies((now) => ({ ...now, pins: [...now.pins, path] }))
const pinned = (): readonly string[] | undefined =>
  (usePolicies.getState().unsaved ?? usePolicies.getState().state?.policies)?.pins

it('what is edited while policies are saved stays unsaved, on top of what was saved', async () => {
  load.mockResolvedValue(stateOf(DEFAULT_POLICIES))
  usePolicies.setState({ state: await load(), unsaved: null, saving: null })
  pin('a.md')
  const saved = Promise.withResolvers<object>()
  save.mockReturnValueOnce(saved.promise)
  load.mockResolvedValue(stateOf(withPins('a.md')))
  const done = savePolicies()
  pin('b.md')
  // Back to what was in force before: an edit too.
  editPolicies((now) => ({ ...now, pins: now.pins.filter((path) => path !== 'a.md') }))
  expect(await savePolicies()).toBe(false)
  saved.resolve({})
  expect(await done).toBe(true)
  expect(save.mock.calls.map(([{ policies }]) => policies.pins)).toEqual([['a.md']])
  expect(pinned()).toEqual(['b.md'])
  expect(hasUnsavedPolicies()).toBe(true)
})

it('what could not be saved is unsaved again, with what was edited meanwhile', async () => {
  load.mockResolvedValue(stateOf(DEFAULT_POLICIES))
  usePolicies.setState({ state: await load(), unsaved: null, saving: null })
  pin('a.md')
  save.mockResolvedValueOnce(null)
  const done = savePolicies()
  pin('b.md')
  expect(await done).toBe(false)
  expect(pinned()).toEqual(['a.md', 'b.md'])
})

it('an unsaved change outlives a reload of the page, unless other policies are in force since', async () => {
  const reloaded = async (policies: Policies): Promise<void> => {
    const kept = new Map(session)
    usePolicies.setState({ state: null, unsaved: null, saving: null })
    for (const [key, text] of kept) session.set(key, text)
    load.mockResolvedValue(stateOf(policies))
    await policiesQuery.now()
  }
  session.clear()
  await reloaded(DEFAULT_POLICIES)
  pin('a.md')
  await reloaded(DEFAULT_POLICIES)
  expect([pinned(), hasUnsavedPolicies()]).toEqual([['a.md'], true])
  await reloaded(withPins('b.md'))
  expect([pinned(), hasUnsavedPolicies()]).toEqual([['b.md'], false])
})

it('what others change meanwhile is under the unsaved change, and a save names what it was made from', async () => {
  load.mockResolvedValue(stateOf(DEFAULT_POLICIES))
  usePolicies.setState({ state: await load(), unsaved: null, saving: null })
  pin('a.md')
  load.mockResolvedValue(stateOf(withPins('b.md')))
  await policiesQuery.now()
  expect(pinned()).toEqual(['b.md', 'a.md'])
  save.mockResolvedValueOnce(null)
  load.mockResolvedValue(stateOf(withPins('b.md', 'c.md')))
  expect(await savePolicies()).toBe(false)
  expect(save.mock.lastCall).toEqual([{ policies: withPins('b.md', 'a.md'), base: withPins('b.md') }])
  expect(pinned()).toEqual(['b.md', 'c.md', 'a.md'])
  load.mockResolvedValue(stateOf(withPins('b.md', 'c.md', 'a.md')))
  await policiesQuery.now()
  expect(hasUnsavedPolicies()).toBe(false)
})
