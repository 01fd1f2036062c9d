import { expect, it, vi } from 'vitest'

const [state, status] = [vi.fn(), vi.fn()]
const mutate = vi.fn(async (): Promise<void> => undefined)
vi.mock('./api.ts', () => ({
  api: {
    app: { state: { query: state }, changeSettings: { mutate } },
    store: { status: { query: status } },
  },
  sentence: String,
  useLink: {},
}))
const { appQuery, changeSettings, statusQuery, useApp } = await import('./app-store.ts')

const appWith = (id: string): object => ({ store: { id } })
const shown = (): string | undefined => useApp.getState().app?.store.id

it('an answer from before a change does not undo it on screen', async () => {
  const old = Promise.withResolvers<object>()
  const withTheme = (theme: string): object => ({ ...appWith('one'), settings: { theme } })
  state.mockResolvedValueOnce(withTheme('light')).mockReturnValueOnce(old.promise)
  state.mockResolvedValue(withTheme('dark'))
  await appQuery.now()
  const asked = appQuery.now()
  const changed = changeSettings({ theme: 'dark' })
  old.resolve(withTheme('light'))
  await asked
  expect(useApp.getState().app?.settings.theme).toBe('dark')
  await changed
  expect(state).toHaveBeenCalledTimes(3)
})

it('nor does one that was asked for while the change was on its way, and comes after it', async () => {
  const [old, done] = [Promise.withResolvers<object>(), Promise.withResolvers<void>()]
  const withTheme = (theme: string): object => ({ ...appWith('one'), settings: { theme } })
  state.mockReset().mockResolvedValueOnce(withTheme('light')).mockReturnValueOnce(old.promise)
  state.mockResolvedValue(withTheme('dark'))
  await appQuery.now()
  mutate.mockReturnValueOnce(done.promise)
  const changed = changeSettings({ theme: 'dark' })
  const asked = appQuery.now()
  done.resolve()
  await done.promise
  old.resolve(withTheme('light'))
  const themes: (string | undefined)[] = []
  const unwatch = useApp.subscribe(({ app }) => themes.push(app?.settings.theme))
  await Promise.all([asked, changed])
  unwatch()
  expect(new Set(themes)).toEqual(new Set(['dark']))
})

it('the status of the store that was replaced is not shown', async () => {
  state.mockResolvedValue(appWith('new'))
  await appQuery.now()
  status.mockResolvedValueOnce({ id: 'old' })
  await statusQuery.now()
  expect(shown()).toBe('new')
  status.mockResolvedValueOnce({ id: 'new', bytes: 7 })
  await statusQuery.now()
  expect(useApp.getState().app?.store).toEqual({ id: 'new', bytes: 7 })
})
