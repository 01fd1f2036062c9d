import { expect, it, vi } from 'vitest'

const query = vi.fn()
vi.mock('./api.ts', () => ({ api: { chat: { open: { query } } }, sentence: String, useLink: {} }))
const { loadSentences, useSentences } = await import('./use-sentence.ts')
const { useChat } = await import('./chat-store.ts')

it('messages of any number of conversations are asked for once, without opening them; a failed load is repeated', async () => {
  query.mockRejectedValueOnce(new Error('The wire broke.'))
  query.mockImplementation(async ({ id }: { id: string }) => ({ transcript: [{ number: 1, text: `In ${id}.` }] }))
  const ids = Array.from({ length: 30 }, (_, at) => `c${at}`)
  await expect(Promise.all([loadSentences('c0'), loadSentences('c0')])).rejects.toThrow('The wire broke.')
  await Promise.all([...ids, ...ids].map(loadSentences))
  expect(query).toHaveBeenCalledTimes(31)
  expect(ids.map((id) => useSentences.getState().get(`${id} 1`))).toEqual(ids.map((id) => `In ${id}.`))
  expect(useChat.getState().open.size).toBe(0)
})
