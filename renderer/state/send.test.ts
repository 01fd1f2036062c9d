import { expect, it, vi } from 'vitest'

const mutate = vi.fn()
vi.mock('./api.ts', () => ({
  api: { chat: { send: { mutate }, list: { query: async () => [] }, open: { query: async () => null } } },
  sentence: String,
  useLink: {},
}))
vi.useFakeTimers()
const { send, setDraft, useChat } = await import('./chat-store.ts')

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
