import { expect, it, vi } from 'vitest'

const [state, status] = [vi.fn(), vi.fn()]
vi.mock('./api.ts', () => ({
  api: { app: { state: { query: state } }, store: { status: { query: status } } },
  sentence: String,
  useLink: {},
}))
const { loadApp, loadStatus, useApp } = await import('./app-store.ts')

const appWith = (id: string): object => ({ store: { id } })
const shown = (): string | undefined => useApp.getState().app?.store.id

it('an answer that comes late does not bring back the store that was replaced', async () => {
  const late = Promise.withResolvers<object>()
  state.mockReturnValueOnce(late.promise).mockResolvedValue(appWith('new'))
  const first = loadApp()
  await loadApp()
  late.resolve(appWith('old'))
  await first
  expect(shown()).toBe('new')
  status.mockResolvedValueOnce({ id: 'old' })
  await loadStatus()
  expect(shown()).toBe('new')
  status.mockResolvedValueOnce({ id: 'new', bytes: 7 })
  await loadStatus()
  expect(useApp.getState().app?.store).toEqual({ id: 'new', bytes: 7 })
})
