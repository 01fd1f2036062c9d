import { expect, it, vi } from 'vitest'
import { conversation } from '../testing/conversations.ts'

const [mutate, edit, setBudgetOf, setSavingOf] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
vi.mock('./window-store.ts', () => ({ useWindow: { getState: () => ({ everyStore: false }) } }))
vi.mock('./api.ts', () => ({
  api: {
    chat: {
      send: { mutate },
      edit: { mutate: edit },
      setBudget: { mutate: setBudgetOf },
      setSaving: { mutate: setSavingOf },
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
const { useChat } = await import('./chat-store.ts')
const {
  claimUnsent,
  unsentKey,
  editMessage,
  setBudget,
  setRemember,
  setSaving,
  setUnsent,
  stopEditing,
  textOnly,
  useDrafts,
} = await import('./drafts-store.ts')
const { send } = await import('./send.ts')

const typedIn = (key: string): string | undefined => useDrafts.getState().unsent.get(key)?.text
const unsentOf = (store?: string): string | undefined => typedIn(unsentKey(undefined, { store }))
const type = (text: string, store?: string): void => setUnsent(unsentKey(undefined, { store }), textOnly(text))

it('a message that may or may not have arrived stays typed and is sent again with the same ids', async () => {
  type('Hello')
  mutate.mockRejectedValueOnce(new Error('The wire broke.'))
  expect(await send(undefined, textOnly('Hello'))).toBeNull()
  expect(unsentOf()).toBe('Hello')
  mutate.mockImplementation(async ({ id }: { id: string }) => ({ id, turn: 1 }))
  await send(undefined, textOnly('Hello'))
  await send(undefined, textOnly('Hello'))
  const [first, again, other] = mutate.mock.calls.map(([request]) => request)
  expect(again).toEqual(first)
  expect(other.message).not.toBe(first.message)
  expect(other.id).not.toBe(first.id)
  expect(unsentOf()).toBeUndefined()
})

it('what is typed while a message is sent is the next message, of the conversation that begins', async () => {
  type('Hello')
  mutate.mockImplementationOnce(async () => type('Hello and more'))
  const id = (await send(undefined, textOnly('Hello'))) ?? ''
  expect([unsentOf(), typedIn(id)]).toEqual([undefined, ' and more'])
  mutate.mockImplementationOnce(async () => setUnsent('c', textOnly('Hello and more')))
  setUnsent('c', textOnly('Hello'))
  await send('c', textOnly('Hello'))
  expect(typedIn('c')).toBe(' and more')
})

it('a message says which store it is for; refused by another one it stays typed in its own, and is a new message there', async () => {
  type('For the old store', 'old')
  type('For the new store', 'new')
  mutate.mockRejectedValueOnce(new Error('This conversation belongs to another store.'))
  expect(await send(undefined, textOnly('For the old store'), { store: 'old' })).toBeNull()
  expect([unsentOf('old'), unsentOf('new')]).toEqual(['For the old store', 'For the new store'])
  await send(undefined, textOnly('For the old store'), { store: 'new' })
  const [refused, sent] = mutate.mock.calls.slice(-2).map(([request]) => request)
  expect([refused.store, sent.store]).toEqual(['old', 'new'])
  expect(sent.id).not.toBe(refused.id)
})

it('what is typed before the store is known is for that store, behind what was typed there before', async () => {
  type('Half a thought', 'shown')
  type(', and the rest')
  claimUnsent('shown')
  expect([unsentOf(), unsentOf('shown')]).toEqual([undefined, 'Half a thought, and the rest'])
})

it('what is chosen for a new conversation before the store is known is for the one that begins there', async () => {
  const budget = { dollars: 1, requests: null, minutes: null }
  await setSaving(undefined, 'asks')
  await setBudget(undefined, budget)
  claimUnsent('shown')
  await send(undefined, textOnly('Hello'), { store: 'shown' })
  expect(mutate.mock.lastCall?.[0]).toMatchObject({ saving: 'asks', budget })
  const { saving, budgets } = useDrafts.getState()
  expect([saving.size, budgets.size]).toEqual([0, 0])
})

it('what was typed before a message was edited is there again afterwards, sent or not', async () => {
  const typed = () => typedIn('c')
  setUnsent('c', textOnly('half a thought'))
  editMessage('c', { number: 1, text: 'First' })
  editMessage('c', { number: 2, text: 'Second' })
  expect(typed()).toBe('Second')
  stopEditing('c')
  expect(typed()).toBe('half a thought')
  editMessage('c', { number: 2, text: 'Second' })
  edit.mockResolvedValueOnce({ kind: 'begun', turn: 3, putBack: null })
  // A sentence to try is a message of its own.
  mutate.mockClear()
  await send('c', textOnly('Sec'))
  expect(mutate.mock.calls[0]?.[0]).toMatchObject({ id: 'c', text: 'Sec' })
  expect(typed()).toBe('Second')
  await send('c', textOnly('Second'), { edits: 2 })
  expect(edit.mock.calls[0]?.[0]).toMatchObject({ id: 'c', turn: 2, text: 'Second' })
  expect(typed()).toBe('half a thought')
})

it('a budget is in effect before the answer arrives, so that the next change builds on it', async () => {
  useChat.setState({ list: [conversation()] })
  const budget = { dollars: 1, requests: null, minutes: null }
  setBudgetOf.mockReturnValueOnce(new Promise(() => undefined))
  void setBudget('c', budget)
  expect(useChat.getState().list?.[0]?.budget).toEqual(budget)
})

const requestsOf = (sent: typeof mutate) => sent.mock.calls.map(([request]) => request)

it('where only what the user asks for is saved, a message says whether it asks: by its words, or as the user set it', async () => {
  useChat.setState({ list: [conversation({ id: 'd', saving: 'told' })] })
  mutate.mockReset()
  const sends = async (text: string, set?: boolean): Promise<void> => {
    setUnsent('d', textOnly(text))
    if (set !== undefined) setRemember('d', set)
    await send('d', typedHere())
  }
  const typedHere = () => useDrafts.getState().unsent.get('d') ?? textOnly('')
  await sends('Remember that Ana lives in Porto')
  await sends('Remember that Ana lives in Porto', false)
  await sends('Ana lives in Porto')
  await sends('Ana lives in Porto', true)
  // Sent, it is no choice for the next message.
  await sends('Ana lives in Porto')
  expect(requestsOf(mutate).map(({ remember }) => remember)).toEqual([true, undefined, undefined, true, undefined])

  edit.mockReset().mockResolvedValue({ kind: 'begun', turn: 2, putBack: null })
  for (const remember of [true, undefined] as const) {
    editMessage('d', { number: 1, text: 'Ana lives in Porto', remember })
    await send('d', typedHere(), { edits: 1 })
  }
  expect(requestsOf(edit).map(({ remember }) => remember)).toEqual([true, undefined])

  useChat.setState({ list: [conversation({ id: 'd', saving: 'freely' })] })
  await sends('Remember that Ana lives in Porto', true)
  await send('t', textOnly('Remember this'), { temporary: true })
  expect(
    requestsOf(mutate)
      .slice(-2)
      .map(({ remember }) => remember),
  ).toEqual([undefined, undefined])
})

it('a message is sent once what was chosen before it is in force, in the order of the choices, or not at all', async () => {
  useChat.setState({ list: [conversation({ id: 'd', saving: 'freely' })] })
  const order: string[] = []
  const answers: (() => void)[] = []
  setSavingOf.mockReset().mockImplementation(({ saving }: { saving: string }) => {
    order.push(saving)
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  mutate.mockReset().mockImplementation(async () => void order.push('sent'))
  const [asks, told] = [setSaving('d', 'asks'), setSaving('d', 'told')]
  const sent = send('d', textOnly('Hello'))
  for (const at of [0, 1]) {
    await vi.waitFor(() => expect(answers).toHaveLength(at + 1))
    answers[at]?.()
  }
  await Promise.all([asks, told, sent])
  expect(order).toEqual(['asks', 'told', 'sent'])

  setSavingOf.mockReset().mockRejectedValueOnce(new Error('The wire broke.'))
  setUnsent('d', textOnly('Hello'))
  void setSaving('d', 'asks')
  expect(await send('d', textOnly('Hello'))).toBeNull()
  expect([typedIn('d'), order.length]).toEqual(['Hello', 3])
  expect(await send('d', textOnly('Hello'))).toBe('d')
})
