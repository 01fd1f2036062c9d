import { expect, it, vi } from 'vitest'
import { DEFAULT_POLICIES } from '../../shared/policy.ts'
import { conversation } from '../testing/conversations.ts'

vi.mock('../wire.ts', () => ({ onDesktop: true }))
const [remove, restore] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
vi.mock('../state/api.ts', () => ({
  api: {
    chat: {
      remove: { mutate: remove },
      restore: { mutate: restore },
      list: { query: async () => [] },
      deletedTitles: { query: async () => ({}) },
    },
  },
  sentence: String,
  useLink: {},
}))
vi.mock('../state/routes.ts', () => ({ openChat: () => undefined }))
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => Reflect.get(sessionStorage, key) ?? null,
  setItem: (key: string, text: string) => void Reflect.set(sessionStorage, key, text),
  removeItem: (key: string) => void Reflect.deleteProperty(sessionStorage, key),
})
for (const name of ['window', 'document'])
  vi.stubGlobal(name, { addEventListener: () => undefined, matchMedia: () => new EventTarget() })
const { isTextUnsaved } = await import('./ask-before-leaving.ts')
const { editMessage, setUnsent, stopEditing, textOnly, unsentOf } = await import('../state/drafts-store.ts')
const { closeTemporary, deleteConversation } = await import('../state/conversation-actions.ts')
const { beforeUnsavedIsRead, dropUnsaved, putUnsaved, switchUnsavedTo } = await import('../state/unsaved-store.ts')
const { useJobs } = await import('../state/jobs-store.ts')
const { usePolicies } = await import('../state/policy-store.ts')
const { useStatusBar } = await import('../state/status-bar-store.ts')

const unsaved = { before: null, base: 'Tea.', text: 'Tea.' }

it('text is unsaved in a file of any store, in a message, in the policies and in the goal of a job', () => {
  switchUnsavedTo('one')
  setUnsent('c', textOnly(' \n'))
  putUnsaved('a.md', unsaved)
  expect(isTextUnsaved()).toBe(false)

  // The editor copies what was typed last only when asked.
  const end = beforeUnsavedIsRead(() => putUnsaved('a.md', { ...unsaved, text: 'Coffee.' }))
  expect(isTextUnsaved()).toBe(true)
  end()
  switchUnsavedTo('two')
  expect(isTextUnsaved()).toBe(true)
  switchUnsavedTo('one')
  dropUnsaved('a.md')
  expect(isTextUnsaved()).toBe(false)

  setUnsent('c', textOnly('Hello'))
  expect(isTextUnsaved()).toBe(true)
  setUnsent('c', textOnly(''))
  usePolicies.setState({ proposed: DEFAULT_POLICIES })
  expect(isTextUnsaved()).toBe(true)
  usePolicies.setState({ proposed: null })
  useJobs.setState({ goal: 'Tea' })
  expect(isTextUnsaved()).toBe(true)
  useJobs.setState({ goal: '' })
  expect(isTextUnsaved()).toBe(false)
})

it('a goal does not count from when its form is cancelled until it is shown again', () => {
  useJobs.setState({ goal: 'Tea' })
  useJobs.setState({ isGoalCancelled: true })
  expect(isTextUnsaved()).toBe(false)
  useJobs.setState({ isGoalCancelled: false })
  expect(isTextUnsaved()).toBe(true)
  useJobs.setState({ goal: '' })
})

it('an edit counts once it changes the message, and what was typed before it does', () => {
  const message = { number: 1, text: 'Which teas?' }
  editMessage('c', message)
  expect(isTextUnsaved()).toBe(false)
  setUnsent('c', textOnly('Which green teas?'))
  expect(isTextUnsaved()).toBe(true)
  stopEditing('c')
  expect(isTextUnsaved()).toBe(false)
  setUnsent('c', textOnly('half a thought'))
  editMessage('c', message)
  expect(isTextUnsaved()).toBe(true)
  stopEditing('c')
  setUnsent('c', textOnly(''))
})

it('what is typed in a conversation goes with it, and comes back with it', async () => {
  setUnsent('c', textOnly('half a thought'))
  editMessage('c', { number: 1, text: 'Which teas?' })
  remove.mockRejectedValueOnce(new Error('The wire broke.'))
  await deleteConversation(conversation(), true)
  expect(isTextUnsaved()).toBe(true)
  await deleteConversation(conversation(), true)
  expect(isTextUnsaved()).toBe(false)

  useStatusBar.getState().message?.action?.run()
  await vi.waitFor(() => expect(isTextUnsaved()).toBe(true))
  expect(unsentOf('c').text).toBe('Which teas?')
  stopEditing('c')
  expect(unsentOf('c').text).toBe('half a thought')
  editMessage('c', { number: 1, text: 'Which teas?' })
  await closeTemporary('c')
  expect(isTextUnsaved()).toBe(false)
})
