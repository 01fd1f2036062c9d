import { expect, it, vi } from 'vitest'
import { conversation } from '../testing/conversations.ts'

const [mutate, edit, setBudgetOf] = [vi.fn(), vi.fn(), vi.fn()]
vi.mock('./api.ts', () => ({
  api: {
    chat: {
      send: { mutate },
      edit: { mutate: edit },
      setBudget: { mutate: setBudgetOf },
      list: { query: async () => [] },
      deletedTitles: { query: async () => ({}) },
      open: { query: async () => null },
    },
  },
  sentence: String,
  useLink: {},
}))
vi.useFakeTimers()
vi.stubGlobal('cancelAnimationFrame', () => undefined)
const { editMessage, setBudget, setDraft, stopEditing, useChat } = await import('./chat-store.ts')
const { send } = await import('./send.ts')

it('a message that may or may not have arrived stays typed and is sent again with the same ids', async () => {
  setDraft('', 'Hello')
  mutate.mockRejectedValueOnce(new Error('The wire broke.'))
  expect(await send(undefined, 'Hello')).toBeNull()
  expect(useChat.getState().drafts.get('')).toBe('Hello')
  mutate.mockImplementation(async ({ id }: { id: string }) => ({ id, turn: 1 }))
  await send(undefined, 'Hello')
  await send(undefined, 'Hello')
  const [first, again, other] = mutate.mock.calls.map(([request]) => request)
  expect(again).toEqual(first)
  expect(other.message).not.toBe(first.message)
  expect(other.id).not.toBe(first.id)
  expect(useChat.getState().drafts.has('')).toBe(false)
})

it('what is typed while a message is sent is the next message, of the conversation that begins', async () => {
  setDraft('', 'Hello')
  mutate.mockImplementationOnce(async () => setDraft('', 'Hello and more'))
  const id = (await send(undefined, 'Hello')) ?? ''
  expect([useChat.getState().drafts.get(''), useChat.getState().drafts.get(id)]).toEqual([undefined, ' and more'])
  mutate.mockImplementationOnce(async () => setDraft('c', 'Hello and more'))
  setDraft('c', 'Hello')
  await send('c', 'Hello')
  expect(useChat.getState().drafts.get('c')).toBe(' and more')
})

it('a message says which store it is for; refused by another one it stays typed, and is a new message there', async () => {
  setDraft('', 'For the old store')
  mutate.mockRejectedValueOnce(new Error('This conversation belongs to another store.'))
  expect(await send(undefined, 'For the old store', { store: 'old' })).toBeNull()
  expect(useChat.getState().drafts.get('')).toBe('For the old store')
  await send(undefined, 'For the old store', { store: 'new' })
  const [refused, sent] = mutate.mock.calls.slice(-2).map(([request]) => request)
  expect([refused.store, sent.store]).toEqual(['old', 'new'])
  expect(sent.id).not.toBe(refused.id)
})

it('what was typed before a message was edited is there again afterwards, sent or not', async () => {
  const draft = () => useChat.getState().drafts.get('c')
  setDraft('c', 'half a thought')
  editMessage('c', { number: 1, text: 'First' })
  editMessage('c', { number: 2, text: 'Second' })
  expect(draft()).toBe('Second')
  stopEditing('c')
  expect(draft()).toBe('half a thought')
  editMessage('c', { number: 2, text: 'Second' })
  edit.mockResolvedValueOnce({ kind: 'begun', turn: 3, putBack: null })
  await send('c', 'Second')
  expect(edit.mock.calls[0]?.[0]).toMatchObject({ id: 'c', turn: 2, text: 'Second' })
  expect(draft()).toBe('half a thought')
})

it('a budget is in effect before the answer arrives, so that the next change builds on it', async () => {
  useChat.setState({ list: [conversation()] })
  const budget = { dollars: 1, requests: null, minutes: null }
  setBudgetOf.mockReturnValueOnce(new Promise(() => undefined))
  void setBudget('c', budget)
  expect(useChat.getState().list?.[0]?.budget).toEqual(budget)
})
